from __future__ import annotations

import re
from typing import List, NamedTuple, Tuple


class Operation(NamedTuple):
    """How a call becomes a request."""

    id: str
    method: str
    path: str
    """With ``{parameters}``."""
    query: Tuple[str, ...]
    body: str
    """``none``, ``json``, ``form`` or ``bytes``."""
    result: str
    """``none``, ``json``, ``bytes`` or ``events``."""
    auth: str
    """``none``, ``key``, ``token`` or ``session``."""
    once: bool
    """Accepts an ``Idempotency-Key``."""

    def path_names(self) -> List[str]:
        return re.findall(r"\{(\w+)\}", self.path)
