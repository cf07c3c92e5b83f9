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
        case.body = {**example, **given_name}
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


# Failures that are no defects: the check, what the response holds, and the reason. Everything else fails the run.
EXPLAINED = [
    ("not_a_server_error", r'"(NOT_CONFIGURED|AMP_INLET_DISABLED)"', "501: the feature is off in this installation."),
    (
        "positive_data_acceptance|negative_data_rejection",
        r'"(PRECONDITION_FAILED|PAYLOAD_TOO_LARGE)"',
        "An If-Match that is no tag of the resource, and bodies above their limit, fail before the rest is read.",
    ),
    (
        "positive_data_acceptance",
        r"^(?:GET) .*INVALID_CURSOR",
        "A cursor is what a page returned; no schema describes its seal.",
    ),
    (
        "positive_data_acceptance",
        r"^(?:POST) /v1/(?:assets/from-url|templates/import) .*FETCH_FAILED",
        "The URL is of a host that does not exist.",
    ),
    (
        "positive_data_acceptance",
        r"^(?:POST|PUT) /v1/(?:templates|plugin|modules|export|lint).*\b(?:MJML_INVALID|DESIGN_UNKNOWN)\b",
        "The languages of MJML and of designs of other editors are no JSON Schema.",
    ),
    (
        "positive_data_acceptance",
        r"^(?:POST|PUT) /v1/(?:templates|plugin|modules|export|lint|amp).*\bDOCUMENT_INVALID\b.*"
        r"(?:same path twice|is used twice|is reserved|not the id of a node|names a property of that node"
        r"|translations under its id|nests? (?:deeper|at most|one level)|cannot be inside another|duplicate item"
        r"|lone surrogate|NUL character|native tag with HTML|must not contain HTML|bytes of text|too long|expected a path"
        r"|no node has the id|expected a position|nodes? follow|cannot be moved|cannot contain nodes|at character"
        r"|expected an instant|cannot be set|characters (?:long|of HTML)|no such module|__proto__)",
        "Rules between parts of a document, and of the texts in it; a shape that the schema allows is none of them.",
    ),
    (
        "positive_data_acceptance",
        r"\bDOCUMENT_INVALID /\S*/(?:blocks|each/else)/\d+/\S+ (?:is required|expected|there is no|unknown)",
        "BlockInput leaves the own properties of a block open: they are those of its type.",
    ),
    (
        "positive_data_acceptance",
        r"(?i)must be a domain|not a domain|no domain after|not an IP address|n(?:either|ot) an email address|not a URL",
        "Schemathesis generates texts without regard to the formats idn-hostname, idn-email and iri.",
    ),
    (
        "positive_data_acceptance",
        r"(?i)in the future|in the past|has passed|later than|is too far|is after to"
        r"|events are stored for|must be an ISO|is no IANA time zone|at most \d+ days",
        "Times are compared with the clock and with each other.",
    ),
    (
        "positive_data_acceptance",
        r"(?i)not found|has no (?:API key|account|block)|not the id|no node has|is unknown|is missing: |is at revision"
        r"|webhooks have this URL|unknown (?:rule|role|(?:built-in |export )?target)|list is not configured",
        "Refers to rows, rules or settings that have to exist, or to members that depend on a stored provider.",
    ),
    (
        "positive_data_acceptance",
        r"(?i)use either|send one of them|not both|has no effect without|must have the format of|use view=flat|requires format"
        r"|omit data|with format|/format|there is no digest",
        "Members that depend on each other.",
    ),
    (
        "positive_data_acceptance",
        r"^PUT /v1/connections/\{id\} VALIDATION_FAILED /credentials (?:a change of |Must be the secrets by name)",
        "What is stored decides whether the body changes the server that stored credentials would be sent to.",
    ),
    (
        "positive_data_acceptance",
        r"^PUT /v1/dmarc/mailboxes/\{id\} VALIDATION_FAILED /auth[ /]",
        "Credentials without secrets are accepted as a read returned them, which are those of the stored mailbox.",
    ),
    (
        "positive_data_acceptance",
        r"^POST /v1/(?:plugin/)?assets/\{id\}/links .*\bTRANSFORM_INVALID\b.* is not an image",
        "The file that the path names is no image.",
    ),
    (
        "positive_data_acceptance",
        r"^(?:POST|PUT) /v1/webhook\S* VALIDATION_FAILED /filter A filter selects events of templates",
        "A filter is for events of templates: members that depend on each other.",
    ),
    (
        "positive_data_acceptance",
        r"^POST /v1/tools/(?:spam-trap-analysis|blacklist-check) VALIDATION_FAILED /email ",
        "Which texts are addresses (RFC 5321, 6531) no schema says; these operations take only those.",
    ),
    (
        "positive_data_acceptance",
        r"^(?:POST|PUT) /v1/dmarc/mailboxes\S* VALIDATION_FAILED /\w+_folder must differ from folder",
        "Two members, or one and the stored other, name the same folder.",
    ),
    ("positive_data_acceptance", r'"code":"LOCKED"', "Somebody else edits the template at the time."),
    (
        "positive_data_acceptance",
        r"^PUT /v1/projects/\{id\} VALIDATION_FAILED /approval Requires ",
        "Approval needs `publishing` by hand, which the body or the stored project has.",
    ),
    (
        "positive_data_acceptance",
        r"^(?:POST|PUT) /v1/projects\S* VALIDATION_FAILED /limits/\w+ must not exceed the ",
        "The limits of the installation.",
    ),
    (
        "positive_data_acceptance",
        r"^GET /cdn/\{id\}/\{name\} .*\bTRANSFORM_INVALID\b.* requires a signed URL",
        "These parameters need the signature in `sig`.",
    ),
    ("positive_data_acceptance", r"(?i)must not contain the NUL", "No text of a request contains NUL."),
    ("positive_data_acceptance", r"in Latin letters", "Names of persons that have no address in Latin letters."),
    ("positive_data_acceptance", r"must contain \{", "A pattern of an export target has to contain its placeholder."),
    ("positive_data_acceptance", r"__proto__", "No member of a request has this name."),
    ("negative_data_rejection", r'\{"id":"pfl_', "Texts that are too long for `eml` are sent as `0`."),
    ("response_schema_conformance", r"^(?:id|event|data|retry):", "Events of a stream are text, not objects."),
    ("positive_data_acceptance", r"characters each", "A list in one parameter."),
    ("negative_data_rejection", r'"code":"empty"', "Every file has its result, an empty one too."),
    ("negative_data_rejection", r'\{"id":"ast_', "Every value of a form is text, which is a tag."),
    ("positive_data_acceptance", r"this is (?:not text|a ZIP archive)|ASSET_TYPE_REFUSED|file is empty|no column|form ends before", "Rules of files."),
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
    reasons = [explanation(check, fact) for fact in facts_of(case, text)]
    if None in reasons:
        return True
    note(reasons[0], case, text)
    return False


def facts_of(case, text):
    """Method, path, code and text of each issue, every one of which has to be explained; without issues the whole response."""
    try:
        body = json.loads(text)
    except ValueError:
        return [text]
    issues = body.get("issues") if isinstance(body, dict) else None
    # The plugin API has them in one text, `/path: message; /path: message`.
    listed = re.findall(r"(/\S+): (.*?)(?:; (?=/)|$)", str(body.get("details", ""))) if isinstance(body, dict) else []
    start = f"{case.method} {case.operation.path}"
    if issues:
        return [f"{start} {body.get('code')} {issue['path']} {issue['message']}" for issue in issues]
    if listed and "DOCUMENT_INVALID" in text:
        return [f"{start} DOCUMENT_INVALID {path} {message}" for path, message in listed]
    return [f"{start} {text}"]


def explanation(check, fact):
    return next((why for names, pattern, why in EXPLAINED if re.fullmatch(names, check) and re.search(pattern, fact)), None)


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
