"""`process_files_batch`: many files at once into a knowledge base."""

from patches.anchors import InsertBefore


class UploadBatch(InsertBefore):
    """Table files of a batch are refused one by one with a reason, the others go on."""

    FILE = "routers/retrieval.py"
    FUNCTION = "process_files_batch"
    ANCHOR = "text_content = file.data.get('content', '')"
    INSERT = """
    if await werkbank_hooks.is_table_file(db_file, (file.data or {}).get('content')):
        file_errors.append(
            BatchProcessFilesResult(
                file_id=file.id,
                status='failed',
                error=werkbank_hooks.NO_KNOWLEDGE[werkbank_hooks.language_of(request)],
            )
        )
        continue
    """
