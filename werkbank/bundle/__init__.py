"""One readable Python file out of a filter and what it uses from `werkbank`."""
