"""PDFs that were put together from others."""

import io

import pikepdf


def saved(pdf: pikepdf.Pdf) -> bytes:
    """The file of a PDF: small, and the same for the same contents."""
    out = io.BytesIO()
    pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()
