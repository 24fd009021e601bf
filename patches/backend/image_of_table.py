"""`get_image_base64_from_file_id`: a stored file as a picture in the model's request."""

from patches.anchors import InsertAfter


class ImageOfTable(InsertAfter):
    """A table that calls itself a picture is not put into the request byte by byte."""

    FILE = "utils/files.py"
    FUNCTION = "get_image_base64_from_file_id"
    ANCHOR = "file = await Files.get_file_by_id(id)"
    INSERT = """
    if file and await werkbank_hooks.is_table_file(file):
        return None
    """
