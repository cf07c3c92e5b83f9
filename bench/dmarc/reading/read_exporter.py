"""Reads one report with dmarc-metrics-exporter: its XML binding and its conversion to events."""

import json
import sys
import time

import xsdata
from dmarc_metrics_exporter.deserialization import convert_to_events
from dmarc_metrics_exporter.model import dmarc_0_1, dmarc_2_0
from xsdata.formats.dataclass.context import XmlContext
from xsdata.formats.dataclass.parsers.config import ParserConfig
from xsdata.formats.dataclass.parsers.xml import XmlParser

start = time.perf_counter()
context = XmlContext()
with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
# As get_aggregate_report_from_email does, behind the mail.
try:
    report = XmlParser(context=context, config=ParserConfig(fail_on_unknown_properties=True)).from_string(
        text, dmarc_2_0.Feedback
    )
except xsdata.exceptions.ParserError:
    report = XmlParser(context=context, config=ParserConfig(fail_on_unknown_properties=False)).from_string(
        text, dmarc_0_1.Feedback
    )
events = list(convert_to_events(report))
messages = sum(event.count for event in events)
seconds = time.perf_counter() - start
with open("/proc/self/status", encoding="ascii") as status:
    kilobytes = next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
print(json.dumps({"records": len(events), "messages": messages, "seconds": seconds, "megabytes": round(kilobytes / 1024)}))
