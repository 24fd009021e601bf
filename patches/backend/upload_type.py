"""`process_uploaded_file`: what kind of file an upload is."""

from patches.anchors import InsertAfter


class UploadType(InsertAfter):
    """A table that calls itself audio or video is not sent to transcription."""

    FILE = "routers/files.py"
    FUNCTION = "_process_handler"
    ANCHOR = "content_type = file.content_type"
    INSERT = "content_type = await werkbank_hooks.upload_content_type(file_item, content_type)"
