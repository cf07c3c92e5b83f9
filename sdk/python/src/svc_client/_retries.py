from __future__ import annotations

import calendar
import re
from typing import Optional

IDEMPOTENT_METHODS = ("GET", "HEAD", "PUT", "DELETE")
TRANSIENT_STATUSES = (408, 500, 502, 503, 504)
FIRST_DELAY = 0.5
MAX_DELAY = 8.0
# A longer Retry-After is left to the caller.
MAX_RETRY_AFTER = 60.0


def is_transient(status: int, code: str, is_repeatable: bool) -> bool:
    # These requests had no effect, whatever their method.
    if status == 429 or code == "IDEMPOTENCY_IN_PROGRESS":
        return True
    return is_repeatable and status in TRANSIENT_STATUSES


def retry_delay(attempt: int, retry_after: Optional[float], jitter: float) -> Optional[float]:
    """Seconds before the next attempt, or None if the service requires a wait that is too long."""
    if retry_after is None:
        return jitter * min(MAX_DELAY, FIRST_DELAY * 2.0**attempt)
    return None if retry_after > MAX_RETRY_AFTER else retry_after + jitter * FIRST_DELAY


_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_CLOCK = r"(?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)"
_FORMS = [
    re.compile(r"[A-Z][a-z]{2}, (?P<day>\d\d) (?P<month>[A-Z][a-z]{2}) (?P<year>\d{4}) " + _CLOCK + " GMT", re.ASCII),
    re.compile(r"[A-Z][a-z]{5,8}, (?P<day>\d\d)-(?P<month>[A-Z][a-z]{2})-(?P<year>\d\d) " + _CLOCK + " GMT", re.ASCII),
    re.compile(r"[A-Z][a-z]{2} (?P<month>[A-Z][a-z]{2}) (?P<day>[ \d]\d) " + _CLOCK + r" (?P<year>\d{4})", re.ASCII),
]


def parse_retry_after(value: Optional[str], now: float) -> Optional[float]:
    """Seconds of a number or of a date in one of the forms of HTTP (RFC 9110, 5.6.7)."""
    text = (value or "").strip()
    if re.fullmatch(r"[0-9]{1,9}", text):
        return float(text)
    match = next((found for found in (form.fullmatch(text) for form in _FORMS) if found), None)
    if match is None or match["month"] not in _MONTHS:
        return None
    year = int(match["year"])
    if year < 100:
        year = _whole_year(year, now)
    parts = (year, _MONTHS.index(match["month"]) + 1, int(match["day"]), int(match["hour"]), int(match["minute"]))
    try:
        return max(0.0, calendar.timegm((*parts, int(match["second"]))) - now)
    except ValueError:
        return None


def _whole_year(year: int, now: float) -> int:
    # Two digits that would be more than 50 years ahead are of the past century.
    current = 1970 + int(now // 31_556_952)
    whole = current - current % 100 + year
    return whole - 100 if whole > current + 50 else whole
