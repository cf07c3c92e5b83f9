"""How Schemathesis calls a service: signs in, uses rows that exist, and spares the key and project that it calls with."""

import base64
import hashlib
import hmac
import json
import os
import random
import re
import threading
import time

import requests
import schemathesis

URL = os.environ["SVC_URL"]
KEY = os.environ["SVC_KEY"]
session = requests.Session()
session.headers["Svc-Api-Auth"] = KEY
lock = threading.RLock()
# Hypothesis seeds the global generator anew for each example, so that its numbers repeat.
chance = random.SystemRandom()


def call(method, path, body=None, **more):
    response = session.request(method, URL + path, json=body, **more)
    response.raise_for_status()
    return response.json() if response.content else None


me = call("GET", "/v1/projects/me")
OWN_PROJECT = me["project"]["id"]
PLUGIN = os.environ["SVC_PLUGIN_ID"]
SECRET = os.environ["SVC_SECRET_KEY"]
OWN_KEYS = {each["id"] for each in call("GET", "/v1/api-keys")["data"]}


def name(word):
    return f"{word} {chance.getrandbits(64):x}"


def template():
    html = "<h1>Hello {{ name }}</h1><p>Text of an email.</p>"
    created = call("POST", "/v1/templates", {"name": name("Letter"), "type": "promotional", "html": html})
    return created["id"]


def module():
    text = {"type": "text", "text": "<p>Footer</p>"}
    nodes = [{"type": "section", "columns": [{"type": "column", "blocks": [text]}]}]
    return call("POST", "/v1/modules", {"name": name("Footer"), "nodes": nodes})["id"]


def webhook():
    body = {"url": "https://hooks.example.com/svc", "events": ["template.created"]}
    return call("POST", "/v1/webhooks", body)["id"]


PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


def asset():
    return call("POST", "/v1/assets", files={"file": ("pixel.png", PIXEL, "image/png")})["id"]


def release():
    owner = live("templates")
    return call("POST", f"/v1/templates/{owner}/publish", {})["release"]["number"]


MAKERS = {
    "templates": template,
    "modules": module,
    "webhooks": webhook,
    "assets": asset,
    "folders": lambda: call("POST", "/v1/folders", {"name": name("Folder")})["id"],
    "export": lambda: call("POST", "/v1/export", {"template_id": live("templates"), "format": "html"})["id"],
    "api-keys": lambda: call("POST", "/v1/api-keys", {"name": name("Key"), "scopes": ["templates:read"]})["id"],
    "projects": lambda: call("POST", "/v1/projects", {"name": name("Project")})["id"],
}
rows = {}


def live(kind):
    with lock:
        if kind not in rows:
            rows[kind] = MAKERS[kind]()
        return rows[kind]


def editor_token(user):
    payload = json.dumps({"pluginId": PLUGIN, "userId": user, "expires": int(time.time() * 1000) + 23 * 3_600_000})
    signature = hmac.new(SECRET.encode(), payload.encode(), hashlib.sha256).hexdigest()
    return base64.b64encode(f"{payload}.{signature}".encode()).decode()


@schemathesis.auth(refresh_interval=600).apply_to(path_regex=r"^/v1/plugin/")
class EditorAuth:
    """A token, and a session unless the call opens one."""

    def get(self, case, context):
        token = editor_token("42")
        opened = requests.post(
            f"{URL}/v1/plugin/init",
            json={"pluginId": PLUGIN, "emailId": "schemathesis"},
            headers={"ES-PLUGIN-AUTH": token},
        )
        opened.raise_for_status()
        return token, opened.json()["sessionId"]

    def set(self, case, data, context):
        token, editor_session = data
        case.headers = case.headers or {}
        case.headers["ES-PLUGIN-AUTH"] = token
        if not case.operation.path.endswith("/init"):
            case.headers["Svc-Session"] = editor_session


@schemathesis.auth(refresh_interval=600).apply_to(path_regex=r"^/v1/(?!plugin/)")
class KeyAuth:
    def get(self, case, context):
        return KEY

    def set(self, case, data, context):
        case.headers = case.headers or {}
        case.headers["Svc-Api-Auth"] = data


# Hypothesis needs minutes for texts of some patterns; these generate texts that the pattern accepts, in microseconds.
WORDS = "[A-Za-z0-9_-]{1,20}(?: [A-Za-z0-9_-]{1,20}){0,3}"
FONT = f"(?:{WORDS}|'{WORDS}')"
SIMPLER = [
    (r"^(?:\$font", rf"^(?:\$font\.[A-Za-z]{{1,9}}|{FONT}(?: ?, ?{FONT}){{0,9}})$"),
    (r"^(?:[A-Za-z0-9_\u00c0", f"^{FONT}(?: ?, ?{FONT}){{0,9}}$"),
    (r"^[A-Za-z0-9_\u00c0", f"^{WORDS}$"),
    ("[Mm][Aa][Ii][Ll][Tt][Oo]:)?", r"^https://example\.com/[a-z]{1,9}$"),
    ('{|}~-]+)*|"', r"^[a-z]{1,9}@[a-z]{1,9}\.example$"),
    # Addresses of IPv6 in their shortest form are no regular language that a person can read.
    (r"\[[0-9a-f:]{2,39}\]", r"^https?://[a-z]{1,9}\.example$"),
    ("(?! )(?=[", r"^[a-z]{1,9}(/[a-z]{1,9}){0,2}$"),
    ("(?=[\\s\\u00ad", r"^[A-Za-z0-9][A-Za-z0-9 .]{0,20}[a-z]$"),
    (r"(?=\s*\S)", r"^[a-z]+$"),
    ("^(?!ext:)", r"^[a-z]{1,9}-[0-9a-z.]{1,20}$"),
]


PATHS = {}
EXAMPLES = {}
# Test cases whose body is such an example.
EXAMPLED = set()
# Patterns of the document and what stands in for them.
REPLACED = set()


@schemathesis.hook
def before_load_schema(context, raw_schema):
    EXAMPLES.update(examples_of(raw_schema))
    PATHS.update({path: {method.upper() for method in methods} for path, methods in raw_schema["paths"].items()})
    simplify(raw_schema)


def examples_of(document):
    """The example of the body of each operation, by method and path."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            media = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            schema = media.get("schema", {})
            named = document["components"]["schemas"].get(schema.get("$ref", "").rpartition("/")[2], schema)
            example = media.get("example", (named.get("examples") or [None])[0])
            if isinstance(example, dict):
                yield (method.upper(), path), example


def simplify(node):
    if isinstance(node, dict):
        pattern = node.get("pattern")
        if isinstance(pattern, str):
            node["pattern"] = next((simple for part, simple in SIMPLER if part in pattern), pattern)
            if node["pattern"] != pattern:
                REPLACED.add((pattern, node["pattern"]))
        for each in node.values():
            simplify(each)
    elif isinstance(node, list):
        for each in node:
            simplify(each)


LIVING = re.compile(r"^[a-z]{3,4}_[0-9a-hjkmnp-tv-z]{26}$")
EXAMPLE = re.compile(r"^[a-z]{3,4}_01(jd7q2|kah3z)")


def is_generated(value):
    return not LIVING.match(str(value)) or EXAMPLE.match(str(value)) is not None


@schemathesis.hook
def filter_headers(context, headers):
    """No client can send control characters in a header (RFC 9110 5.5): the runtime refuses them before the service reads it."""
    return not any(re.search(r"[\x00-\x08\x0a-\x1f\x7f]", str(value)) for value in (headers or {}).values())


@schemathesis.hook
def filter_query(context, query):
    """The runtime refuses requests whose target is longer than 16 KB, and closes the connection."""
    return len(requests.models.urlencode(query or {}, doseq=True)) < 12_000


@schemathesis.hook
def before_call(context, case, kwargs):
    parameters = case.path_parameters or {}
    kind = case.operation.path.split("/")[2] if case.operation.path.startswith("/v1/") else ""
    given = parameters.get("id")
    if given in OWN_KEYS or given == OWN_PROJECT:
        case.path_parameters = {**parameters, "id": live(kind) if kind in MAKERS else "none"}
    elif given is not None and kind in MAKERS and is_generated(given) and is_positive(case) and chance.random() < 0.7:
        case.path_parameters = {**parameters, "id": live(kind)}
    # A chain goes on only from what was created, which most generated bodies do not: they refer to rows that do not exist.
    example = EXAMPLES.get((case.method, case.operation.path))
    if case.method == "POST" and example is not None and is_in_chain(case) and chance.random() < 0.8:
        given_name = {"name": name(example["name"])} if isinstance(example.get("name"), str) else {}
        given_template = {"template_id": live("templates")} if "template_id" in example else {}
        case.body = {**example, **given_name, **given_template}
        EXAMPLED.add(case.id)
    headers = dict(case.headers or {})
    # With the same key every body but the first is refused.
    if "Idempotency-Key" in headers and is_positive(case):
        headers["Idempotency-Key"] = f"{chance.getrandbits(64):x}"
    # Wrong keys are counted by IP address.
    headers["X-Forwarded-For"] = f"10.{chance.randrange(256)}.{chance.randrange(256)}.{chance.randrange(256)}"
    case.headers = headers


@schemathesis.hook
def after_call(context, case, response):
    given = (case.path_parameters or {}).get("id")
    if response.status_code in (404, 410) or (case.method == "DELETE" and response.status_code < 300):
        with lock:
            for kind in [kind for kind, row in rows.items() if row == given]:
                del rows[kind]


def is_in_chain(case):
    return case.meta is not None and case.meta.phase.name.value == "stateful" and is_positive(case)


def is_positive(case):
    return case.meta is None or case.meta.generation.mode.is_positive


POSITIVE = "positive_data_acceptance"
NEGATIVE = "negative_data_rejection"
DOCUMENT = r"(?:POST|PUT) /v1/(?:templates|plugin|modules|export|lint|amp)\S* 4\d\d"

# Failures that are no defects: the check, the method, path and status, what the response holds, and the reason. Everything else
# fails the run.
EXPLAINED = [
    ("not_a_server_error", r"\S+ \S+ 501", r'"(NOT_CONFIGURED|AMP_INLET_DISABLED)"', "The feature is off in this installation."),
    (f"{POSITIVE}|{NEGATIVE}", r"\S+ \S+ 412 If-Match", '"PRECONDITION_FAILED"', "An If-Match that is no tag of the resource fails first."),
    (f"{POSITIVE}|{NEGATIVE}", r"(?:POST|PUT) \S+ 413", '"PAYLOAD_TOO_LARGE"', "A body above its limit is not read."),
    (POSITIVE, r"GET \S+ 422", '"INVALID_CURSOR"', "A cursor is what a page returned; no schema describes its seal."),
    (
        POSITIVE,
        r"POST /v1/(?:assets/from-url|templates/import) \d+",
        "FETCH_FAILED",
        "The URL is of a host that does not exist.",
    ),
    (POSITIVE, DOCUMENT, r"\b(?:MJML_INVALID|DESIGN_UNKNOWN)\b", "MJML and designs of other editors are no JSON Schema."),
    (
        POSITIVE,
        DOCUMENT,
        r"\bDOCUMENT_INVALID\b.*"
        r"(?:same path twice|is used twice|is reserved|not the id of a node|names a property of that node"
        r"|translations under its id|nests? (?:deeper|at most|one level)|cannot be inside another|duplicate item"
        r"|lone surrogate|NUL character|native tag with HTML|must not contain HTML|bytes of text|too long|expected a path"
        r"|no node has the id|expected a position|nodes? follow|cannot be moved|cannot contain nodes|at character"
        r"|expected an instant|cannot be set|characters (?:long|of HTML)|no such module|__proto__|is not found)",
        "Rules between parts of a document, and of the texts in it; a shape that the schema allows is none of them.",
    ),
    (
        POSITIVE,
        DOCUMENT,
        r"\bDOCUMENT_INVALID block /\S+ (?:is required|expected|there is no|unknown)",
        "BlockInput leaves the own properties of a block open: they are those of its type.",
    ),
    (
        POSITIVE,
        r"(?:GET|POST|PUT) /v1/(?:dmarc|verify|tools|amp)/\S+ 422",
        r"(?i)must be a domain|not a domain|no domain after|not an IP address|n(?:either|ot) an email address|not a URL",
        "Schemathesis generates texts without regard to the formats idn-hostname, idn-email and iri.",
    ),
    (
        POSITIVE,
        r"(?:POST|PUT) /v1/(?:dmarc|webhooks|webhook-portal-links|connections|verify|assets)\S* 422",
        r"url The host of the URL is not a valid name",
        "A host of a URL is a name of DNS, at most 63 characters between dots, which the format iri does not require.",
    ),
    (
        POSITIVE,
        r"\S+ (?:/v1/|/cdn/)\S* 4\d\d",
        r"(?i)in the future|in the past|has passed|later than|is after to|has at most \d+ days"
        r"|events are stored for|is no IANA time zone",
        "Times are compared with the clock and with each other.",
    ),
    (
        POSITIVE,
        r"(?:POST|PUT) /v1/(?:templates|plugin|modules|folders|dmarc|webhooks|webhook-portal-links|export|export-targets|connections|lint|tools|verify)\S* 4\d\d",
        r"(?i)\bnot found\b|has no (?:API key|account|block)|not the id|is missing: |is at revision"
        r"|webhooks have this URL|unknown (?:rule|role|(?:built-in |export )?target)|list is not configured",
        "Refers to rows, rules or settings that have to exist, or to members that depend on a stored provider.",
    ),
    (
        POSITIVE,
        r"(?:GET|DELETE|POST|PUT) /v1/webhooks\S* 422",
        r"(?:/id|/url) Use either id or url|/url \d+ webhooks have this URL; use id",
        "One of two parameters, and a URL has to be that of one webhook.",
    ),
    (
        POSITIVE,
        r"POST /v1/(?:plugin/)?export 422",
        r"requires format|omit data|with format|/format html (?:has no AMP part|cannot be exported)",
        "Members of an export depend on its format.",
    ),
    (
        POSITIVE,
        r"(?:POST|PUT) /v1/(?:templates|modules|folders|amp|connections|dmarc)\S* 422",
        r"send one of them|, not both|has no effect without|Provide template_id, the template of|must have the format of|there is no digest",
        "Members that depend on each other.",
    ),
    (
        POSITIVE,
        r"POST /v1/verify/feedback 422",
        r"/\w+ belongs to a bounce",
        "Members of a bounce.",
    ),
    (POSITIVE, r"GET /v1/folders 422", "/cursor The tree is not paginated", "A cursor is for the flat view."),
    (
        POSITIVE,
        r"PUT /v1/connections/\{id\} 422",
        r"/credentials (?:a change of |Must be the secrets by name)|/(?:credentials|settings)/.* is unknown: ",
        "What is stored decides which members there are, and whether stored credentials would go to another server.",
    ),
    (
        POSITIVE,
        r"PUT /v1/dmarc/mailboxes/\{id\} 422",
        r"VALIDATION_FAILED /auth[ /]",
        "Credentials without secrets are accepted as a read returned them, which are those of the stored mailbox.",
    ),
    (POSITIVE, r"POST /v1/(?:plugin/)?assets/\{id\}/links 422", "is not an image", "The file that the path names is no image."),
    (POSITIVE, r"(?:POST|PUT) /v1/webhook\S* 422", "/filter A filter selects events of templates", "A filter is for events of templates."),
    (
        POSITIVE,
        r"POST /v1/tools/(?:spam-trap-analysis|blacklist-check) 422",
        "VALIDATION_FAILED /email ",
        "Which texts are addresses (RFC 5321, 6531) no schema says; these operations take only those.",
    ),
    (
        POSITIVE,
        r"(?:POST|PUT) /v1/dmarc/mailboxes\S* 422",
        r"/\w+_folder must differ from folder",
        "Two members, or one and the stored other, name the same folder.",
    ),
    (POSITIVE, r"(?:POST|PUT|DELETE) /v1/(?:templates|plugin)/\S+ 423", '"LOCKED"', "Somebody else edits the template at the time."),
    (POSITIVE, r"PUT /v1/projects/\{id\} 422", "/approval Requires ", "Approval needs `publishing` by hand, in the body or stored."),
    (POSITIVE, r"(?:POST|PUT) /v1/projects\S* 422", r"/limits/\w+ must not exceed the ", "The limits of the installation."),
    (POSITIVE, r"GET /cdn/\{id\}/\{name\} 4\d\d", "requires a signed URL", "These parameters need the signature in `sig`."),
    (POSITIVE, r"(?:POST|PUT) \S+ 4\d\d", "(?i)must not contain the NUL", "No text of a request contains NUL."),
    (POSITIVE, r"(?:POST|PUT) \S+ 4\d\d", "__proto__", "No member of a request has this name."),
    (POSITIVE, r"POST /v1/amp/\{id\}/events 422", "/provider not registered at ", "The provider has to be one of the stored sender."),
    (POSITIVE, r"POST /v1/tools/\S+ 422", "in Latin letters", "Names of persons that have no address in Latin letters."),
    (POSITIVE, r"(?:POST|PUT) /v1/export-targets\S* 422", r"must contain \{", "A pattern has to contain its placeholder."),
    (
        POSITIVE,
        r"POST /v1/(?:(?:plugin/)?assets|verify/upload|verify/lists|dmarc)\S* 4\d\d",
        r"this is (?:not text|a ZIP archive)|ASSET_TYPE_REFUSED|file is empty|no column|form ends before",
        "Rules of files.",
    ),
    (NEGATIVE, r"POST /v1/amp/\S+ 201", r'\{"id":"pfl_', "Texts that are too long for `eml` are sent as `0`."),
    (NEGATIVE, r"POST /v1/dmarc/\S+ 200", '"code":"empty"', "Every file has its result, an empty one too."),
    (NEGATIVE, r"POST /v1/(?:plugin/)?assets 201", r'\{"id":"ast_', "Every value of a form is text, which is a tag."),
    (
        "ensure_resource_availability",
        r"POST /v1/connections/\{id\}/push 404",
        '"(?:TEMPLATE|RELEASE)_NOT_FOUND"',
        "The connection that was created is found; the template or release of a generated body is not.",
    ),
    ("response_schema_conformance", r"GET /v1/jobs/\{id\}/events 200", "(?:id|event|data|retry):", "Events of a stream are text, not objects."),
]


@schemathesis.hook
def filter_failure(context, failure, case, response):
    text = response.text if response is not None else ""
    check = CHECKS.get(type(failure).__name__, "")
    # It fits the document, not what stands in for its patterns.
    if check == "negative_data_rejection" and case.id in EXAMPLED:
        return False
    if is_about_simpler_pattern(case) or fits_replaced_pattern(failure) or any(simple in failure.message for _, simple in SIMPLER):
        return False
    if check == "allow_header_conformance":
        return not has_methods_of_all(case, response)
    if response is None:
        return True
    facts = facts_of(case, text)
    reasons = [explanation(check, place_of(case, response), fact) for fact in facts]
    if None in reasons:
        for fact, reason in zip(facts, reasons):
            if reason is None:
                note("UNEXPLAINED", case, fact)
        return True
    note(reasons[0], case, text)
    return False


def place_of(case, response):
    """Method, path and status, and whether the request has a condition."""
    has_condition = any(name.lower() == "if-match" for name in case.headers or {})
    return f"{case.method} {case.operation.path} {response.status_code}{' If-Match' if has_condition else ''}"


def facts_of(case, text):
    """Code, path and text of each issue, every one of which has to be explained; without issues the whole response."""
    try:
        body = json.loads(text)
    except ValueError:
        return [text]
    issues = body.get("issues") if isinstance(body, dict) else None
    # The plugin API has them in one text, `/path: message; /path: message`.
    listed = re.findall(r"(/\S+): (.*?)(?:; (?=/)|$)", str(body.get("details", ""))) if isinstance(body, dict) else []
    if issues:
        return [fact_of(case, body.get("code"), issue["path"], issue["message"]) for issue in issues]
    if listed and "DOCUMENT_INVALID" in text:
        return [fact_of(case, "DOCUMENT_INVALID", path, message) for path, message in listed]
    return [text]


def fact_of(case, code, path, message):
    return f"{code} {'block ' if is_in_block(case.body, path) else ''}{path} {message}"


ROWS = ("section", "group", "column", "module")


def is_in_block(body, pointer):
    """A member of a block, not of a row or column: `/rows/0/columns/0/blocks/0/text`."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    for start in (body, body.get("document") if isinstance(body, dict) else None):
        node, innermost = start, None
        for before, step in zip([""] + steps, steps):
            try:
                node = node[int(step)] if isinstance(node, list) else node[step]
            except (KeyError, IndexError, TypeError, ValueError):
                break
            if before in ("blocks", "else") and isinstance(node, dict):
                innermost = node
            elif before in ("rows", "columns"):
                innermost = None
        if innermost is not None:
            return innermost.get("type") not in ROWS and "columns" not in innermost
    return False


def explanation(check, place, fact):
    return next(
        (
            why
            for names, where, pattern, why in EXPLAINED
            if re.fullmatch(names, check) and re.match(rf"{where}(?: |$)", place) and re.search(pattern, fact)
        ),
        None,
    )


def has_methods_of_all(case, response):
    """A path such as `/v1/assets/from-url` is one of `/v1/assets/{id}` too, and `Allow` names the methods of both."""
    path = requests.utils.urlparse(response.request.url).path
    described = set()
    for template, methods in PATHS.items():
        if re.fullmatch(re.sub(r"\\{[^}]*\\}", "[^/]+", re.escape(template)), path):
            described |= methods
    allowed = {each.strip() for each in response.headers.get("allow", [""])[0].split(",")}
    return allowed - {"HEAD", "OPTIONS"} == described


def note(why, case, text):
    """With SVC_EXPLAINED, a file, every explained failure is a line of it."""
    if "SVC_EXPLAINED" in os.environ:
        with open(os.environ["SVC_EXPLAINED"], "a") as file:
            file.write(f"{why[:30]}\t{case.operation.definition.raw.get('operationId')}\t{text[:1500]}\n")


CHECKS = {
    "ServerError": "not_a_server_error",
    "RejectedPositiveData": "positive_data_acceptance",
    "AcceptedNegativeData": "negative_data_rejection",
    "EnsureResourceAvailability": "ensure_resource_availability",
    "AllowHeaderMismatch": "allow_header_conformance",
    "JsonSchemaError": "response_schema_conformance",
}


def fits_replaced_pattern(failure):
    """The text that violates a pattern violates only what stands in for it."""
    found = re.search(r"violates `pattern` at .*, became (\".*\")\)", failure.message)
    if found is None:
        return False
    text = json.loads(found[1])
    return any(re.search(whole, text) and not re.search(simple, text) for whole, simple in REPLACED)


def is_about_simpler_pattern(case):
    """The text violates the pattern that stands in for that of the document, not the document."""
    described = str(case.meta.phase.data.description) if case.meta is not None else ""
    return any(simple in described for _, simple in SIMPLER)
