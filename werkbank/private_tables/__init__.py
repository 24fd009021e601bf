"""What a private table is, where it may go, and what is said about it: plain Python, no Open WebUI."""
