"""Types of results and parameters, for annotations. At run time every one of them is a dict; models.pyi declares the members."""

from typing import Any, Dict


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return Dict[str, Any]
