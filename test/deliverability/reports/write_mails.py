"""Writes mails with reports by the email package of Python: seed, number and folder are arguments; expected.json lists them."""

import email.message
import email.policy
import gzip
import io
import json
import random
import sys
import zipfile
from email.encoders import encode_base64
from email.mime.base import MIMEBase
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from xml.sax.saxutils import escape

seed, number, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
chance = random.Random(seed)
smtp = email.policy.SMTP


def write_report(index):
    organization = chance.choice(["Google & Co", "Übermail GmbH", "mx.test", "日本メール", "a\"b'c <x>"])
    records, messages = "", 0
    count = chance.randint(1, 6)
    for position in range(count):
        sent = chance.randint(1, 9999)
        messages += sent
        ip = chance.choice([f"192.0.2.{position}", f"2001:db8::{position:x}", f"::ffff:192.0.2.{position}"])
        records += (
            f"<record><row><source_ip>{ip}</source_ip><count>{sent}</count><policy_evaluated><disposition>none</disposition>"
            "<dkim>pass</dkim><spf>fail</spf></policy_evaluated></row><identifiers><header_from>example.com</header_from>"
            "</identifiers><auth_results><dkim><domain>example.com</domain><selector>s</selector><result>pass</result></dkim>"
            "<spf><domain>x.test</domain><result>fail</result></spf></auth_results></record>\n"
        )
    begin = 1790035200 + 86400 * chance.randint(0, 20)
    encoding, declared = chance.choice(
        [("utf-8", "UTF-8"), ("utf-16", "UTF-16"), ("iso-8859-1", "ISO-8859-1"), ("windows-1252", "windows-1252"),
         ("utf-8-sig", "UTF-8"), ("utf-8", None)]
    )
    head = "" if declared is None else f'<?xml version="1.0" encoding="{declared}"?>\n'
    text = (
        f"{head}<feedback><report_metadata><org_name>{escape(organization)}</org_name><email>d@mx.test</email>"
        f"<report_id>{seed}-{index}</report_id><date_range><begin>{begin}</begin><end>{begin + 86399}</end></date_range>"
        f"</report_metadata><policy_published><domain>example.com</domain><p>none</p></policy_published>{records}</feedback>"
    )
    return text.encode(encoding, "xmlcharrefreplace"), {"id": f"{seed}-{index}", "records": count, "messages": messages}


def zipped(name, content, method=zipfile.ZIP_DEFLATED):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr(name, content)
    return file.getvalue()


packings = {
    "xml": lambda xml: (xml, "xml"),
    "gzip": lambda xml: (gzip.compress(xml), "xml.gz"),
    "gzip twice": lambda xml: (gzip.compress(gzip.compress(xml)), "xml.gz"),
    "zip": lambda xml: (zipped("example.com.xml", xml), "zip"),
    "zip, in a folder": lambda xml: (zipped("dir/übung.xml", xml), "zip"),
    "zip of gzip": lambda xml: (zipped("r.xml.gz", gzip.compress(xml)), "zip"),
    "zip, stored": lambda xml: (zipped("REPORT.XML", xml, zipfile.ZIP_STORED), "zip"),
}
types = ["gzip", "octet-stream", "zip", "x-gzip", "xml"]


def new_message():
    message = email.message.EmailMessage(policy=smtp)
    message["From"] = "noreply@mx.test"
    message["To"] = "d@example.com"
    message["Subject"] = chance.choice(["Report Domain: example.com", "Отчёт for example.com"])
    return message


def attached(data, name, related=False):
    message = new_message()
    message.set_content("This is a report.\n" + "ü" * chance.randint(0, 80))
    add = message.add_related if related else message.add_attachment
    add(data, maintype="application", subtype=chance.choice(types), filename=name)
    return message


def signed(data, name):
    part = MIMEBase("application", "octet-stream", name=("utf-8", "de", name))
    part.set_payload(data)
    encode_base64(part)
    inner = MIMEMultipart("mixed")
    inner.attach(MIMEText("x"))
    inner.attach(part)
    signature = MIMEBase("application", "pgp-signature")
    signature.set_payload("-----BEGIN PGP SIGNATURE-----\n\nx\n-----END PGP SIGNATURE-----")
    outer = MIMEMultipart("signed", protocol="application/pgp-signature", micalg="pgp-sha256")
    outer["From"] = "noreply@mx.test"
    outer.attach(inner)
    outer.attach(signature)
    return outer.as_bytes()


def forwarded(data, name):
    message = new_message()
    message.set_content("See the attached message.")
    message.add_attachment(attached(data, name))
    return message.as_bytes()


def alone(data, name, disposition):
    message = new_message()
    message.set_content(data, maintype="application", subtype=chance.choice(types), filename=name, disposition=disposition)
    return message.as_bytes()


shapes = {
    "attached": lambda data, name: attached(data, name).as_bytes(),
    "with LF": lambda data, name: attached(data, name).as_bytes().replace(b"\r\n", b"\n"),
    "related": lambda data, name: attached(data, name, related=True).as_bytes(),
    "inline": lambda data, name: alone(data, name, "inline"),
    "alone": lambda data, name: alone(data, name, "attachment"),
    "signed": signed,
    "forwarded": forwarded,
    "zip of a mail": lambda data, name: zipped("mail.eml", attached(data, name).as_bytes()),
}

expected = []
for index in range(number):
    xml, facts = write_report(index)
    packing, shape = chance.choice(list(packings)), chance.choice(list(shapes))
    data, extension = packings[packing](xml)
    name = chance.choice(
        [f"mx!example.com!1!2.{extension}", f"Bericht für example.com – {index}.{extension}", "report", f"a b;c.{extension}", "report.bin"]
    )
    file = f"{folder}/{index}"
    with open(file, "wb") as output:
        output.write(shapes[shape](data, name))
    expected.append({**facts, "file": file, "name": f"{shape}, {packing}"})
with open(f"{folder}/expected.json", "w", encoding="utf-8") as output:
    json.dump(expected, output)
