"""Reads one report with parsedmarc, without DNS and without data about IP addresses."""

import json
import sys
import time

import parsedmarc

start = time.perf_counter()
parsed = parsedmarc.parse_report_file(sys.argv[1], offline=True, always_use_local_files=True)
records = parsed["report"]["records"]
messages = sum(record["count"] for record in records)
seconds = time.perf_counter() - start
with open("/proc/self/status", encoding="ascii") as status:
    kilobytes = next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
print(json.dumps({"records": len(records), "messages": messages, "seconds": seconds, "megabytes": round(kilobytes / 1024)}))
