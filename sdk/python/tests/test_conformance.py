"""The Python client against the vectors that the clients of all languages share."""

import asyncio
import json
import os
import socket
import threading
import unittest
from urllib.parse import parse_qs, urlsplit

import svc_client
from svc_client import AsyncSvc, Svc, SvcError, TransportResponse, sign_plugin_token, verify_webhook
from svc_client._retries import parse_retry_after

FOLDER = os.environ.get("SVC_CONFORMANCE") or os.path.join(os.path.dirname(__file__), "../../conformance")
NOW = 1795255200.0
SUCCESS = {"status": 200, "headers": {"content-type": "application/json"}, "body": "{}"}


def vectors(name):
    with open(os.path.join(FOLDER, name + ".json"), encoding="utf-8") as file:
        return json.load(file)["cases"]


class Script:
    """A transport that returns scripted responses, and what the client sent."""

    def __init__(self, choose):
        self.choose, self.sent, self.delays = choose, [], []

    def __call__(self, request):
        self.sent.append(request)
        response = self.choose(request.url)
        failure = response.get("failure")
        if failure:
            raise OSError("timed out" if failure == "timeout" else "connection refused")
        body = [response.get("body", "").encode("utf-8", "surrogatepass")]
        return TransportResponse(response["status"], response.get("headers", {}), lambda _: body.pop() if body else b"")

    def options(self):
        return {
            "base_url": "https://svc.example", "api_key": "svc_test", "transport": self, "random": lambda: 0.5,
            "now": lambda: NOW, "sleep": self.delays.append,
        }


def sequence(responses):
    rest = list(responses)
    return Script(lambda _: rest.pop(0))


class SyncClient:
    def __init__(self, script):
        self.client = Svc(**script.options())

    def call(self, vector):
        resource, name = vector["operation"].split(".")
        method = getattr(getattr(self.client, resource), name)
        return method(**vector["parameters"], request_options=vector.get("options"))

    def items(self, **parameters):
        return self.client.templates.listMineAll(**parameters)

    def download(self):
        return self.client.exports.download(id="exp_1").text()


class AsyncClient:
    def __init__(self, script):
        self.client = AsyncSvc(**script.options())

    def call(self, vector):
        resource, name = vector["operation"].split(".")
        method = getattr(getattr(self.client, resource), name)
        return asyncio.run(method(**vector["parameters"], request_options=vector.get("options")))

    def items(self, **parameters):
        items, iterator = [], self.client.templates.listMineAll(**parameters)

        async def read():
            async for item in iterator:
                items.append(item)

        try:
            asyncio.run(read())
        except SvcError as error:
            return _items_and_error(items, error)
        return iter(items)

    def download(self):
        async def read():
            return await (await self.client.exports.download(id="exp_1")).text()

        return asyncio.run(read())


def _items_and_error(items, error):
    yield from items
    raise error


class Conformance:
    client: type

    def assert_error(self, call, expected):
        with self.assertRaises(SvcError) as caught:
            call()
        error = caught.exception
        for name, value in expected.items():
            if name == "class":
                self.assertEqual(type(error).__name__, value)
            elif name == "issues":
                self.assertEqual([issue._asdict() for issue in error.issues], value)
            elif name == "member":
                self.assertEqual(error.body[value[0]], value[1])
            else:
                self.assertEqual(getattr(error, name), value)

    def test_requests(self):
        for vector in vectors("requests"):
            with self.subTest(vector["name"]):
                script = sequence([SUCCESS])
                if "error" in vector:
                    self.assert_error(lambda: self.client(script).call(vector), vector["error"])
                    continue
                self.client(script).call(vector)
                request, expected = script.sent[0], vector["request"]
                self.assertEqual((request.method, request.url), (expected["method"], expected["url"]))
                headers = {name.lower(): value for name, value in request.headers.items()}
                for name, value in expected["headers"].items():
                    self.assertTrue(headers.get(name) == value or (value == "*" and name in headers), name)
                self.assertEqual(json.loads(request.body) if request.body else None, expected["body"])

    def test_retries(self):
        for vector in vectors("retries"):
            with self.subTest(vector["name"]):
                script = sequence(vector["responses"])
                if "error" in vector:
                    self.assert_error(lambda: self.client(script).call(vector), vector["error"])
                else:
                    self.assertIsInstance(self.client(script).call(vector), dict)
                self.assertEqual((script.delays, len(script.sent)), (vector["delays"], vector["requests"]))
                if vector.get("same_key"):
                    keys = {request.headers.get("Idempotency-Key") for request in script.sent}
                    self.assertEqual((len(keys), None in keys), (1, False))

    def test_errors(self):
        for vector in vectors("errors"):
            with self.subTest(vector["name"]):
                call = {"operation": "templates.get", "parameters": {"id": "tpl_1"}, "options": {"max_retries": 0}}
                self.assert_error(lambda: self.client(sequence([vector["response"]])).call(call), vector["error"])

    def test_pagination(self):
        for vector in vectors("pagination"):
            with self.subTest(vector["name"]):
                script, ids = sequence(vector["responses"]), []

                def read(target=script, parameters=vector["parameters"], found=ids):
                    for item in self.client(target).items(**parameters):
                        found.append(item["id"])

                if "error" in vector:
                    self.assert_error(read, vector["error"])
                else:
                    read()
                cursors = [parse_qs(urlsplit(request.url).query).get("cursor", [None])[0] for request in script.sent]
                self.assertEqual((ids, cursors), (vector["ids"], vector["cursors"]))

    def test_unknown_values(self):
        for vector in vectors("unknown-values"):
            with self.subTest(vector["name"]):
                result = self.client(sequence([{**SUCCESS, "body": json.dumps(vector["body"])}])).call(vector)
                for path, value in vector["values"]:
                    found = result
                    for key in path:
                        found = found[key]
                    self.assertEqual(found, value)

    def test_redirects(self):
        for vector in vectors("redirects"):
            with self.subTest(vector["name"]):
                script = Script(lambda url, responses=vector["responses"]: responses[url])
                if "error" in vector:
                    self.assert_error(lambda: self.client(script).download(), vector["error"])
                else:
                    self.assertEqual(self.client(script).download(), vector["text"])
                sent = [[request.url, request.headers.get("Svc-Api-Auth") == "svc_test"] for request in script.sent]
                self.assertEqual(sent, vector["requests"])

    def test_no_text_contains_the_key(self):
        script = sequence([{"failure": "connection"}])
        client = self.client(script)
        with self.assertRaises(SvcError) as caught:
            client.call({"operation": "verification.verifyEmail", "parameters": {"email": "a@example.com"}})
        texts = [repr(client.client), repr(client.client.templates), repr(caught.exception), str(vars(caught.exception))]
        self.assertEqual([text for text in texts if "svc_test" in text], [])

    def test_details_of_a_response(self):
        details = []
        script = sequence([{**SUCCESS, "headers": {"etag": '"3"', "x-request-id": "req_1"}}])
        options = {"on_response": details.append}
        self.client(script).call({"operation": "templates.get", "parameters": {"id": "a"}, "options": options})
        self.assertEqual([(each.status, each.headers["etag"], each.request_id) for each in details], [(200, '"3"', "req_1")])


class SyncConformance(Conformance, unittest.TestCase):
    client = SyncClient


class AsyncConformance(Conformance, unittest.TestCase):
    client = AsyncClient


class HttpTransport(unittest.TestCase):
    """The transport over a socket, with a server that breaks off."""

    def serve(self, *responses, **others):
        listener = socket.create_server(("127.0.0.1", 0))
        listener.settimeout(10)
        self.addCleanup(listener.close)

        def answer():
            for response in responses:
                connection, _ = listener.accept()
                with connection:
                    # Closing a socket with unread data resets the connection.
                    request = b""
                    while b"\r\n\r\n" not in request and (data := connection.recv(65_536)):
                        request += data
                    connection.sendall(response)

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        self.addCleanup(thread.join)
        options = {"base_url": f"http://127.0.0.1:{listener.getsockname()[1]}", "api_key": "svc_test", "max_retries": 0}
        return Svc(**options, **others)

    def test_a_body_that_is_cut_off(self):
        head = b"HTTP/1.1 200 OK\r\nContent-Type: application/%s\r\nContent-Length: 100\r\n\r\n{}"
        client = self.serve(head % b"json", head % b"zip")
        with self.assertRaises(svc_client.ConnectionError):
            client.templates.get(id="a")
        with self.assertRaises(svc_client.ConnectionError):
            client.exports.download(id="a").read()

    def test_what_is_not_http(self):
        client = self.serve(b"220 mail.example ESMTP\r\n", b"")
        for _ in range(2):
            with self.assertRaises(svc_client.ConnectionError):
                client.templates.get(id="a")

    def test_a_response_that_is_too_long(self):
        body = b"[" + b"1," * 5000 + b"1]"
        client = self.serve(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body, max_response_bytes=1000)
        with self.assertRaises(svc_client.InvalidResponseError) as caught:
            client.templates.get(id="a")
        self.assertEqual(caught.exception.code, "RESPONSE_TOO_LARGE")

    def test_json_that_is_too_deep_or_no_text(self):
        bodies = [b"[" * 100_000, b"\xff\xfe"]
        head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n"
        client = self.serve(*[head.format(len(body)).encode() + body for body in bodies])
        for _ in bodies:
            with self.assertRaises(svc_client.InvalidResponseError):
                client.templates.get(id="a")


class Functions(unittest.TestCase):
    def test_retry_after(self):
        for vector in vectors("retry-after"):
            self.assertEqual(parse_retry_after(vector["value"], NOW), vector["seconds"], vector["value"])

    def test_webhooks(self):
        for vector in vectors("webhooks"):
            with self.subTest(vector["name"]):
                options = {"body": vector["body"].encode(), "headers": vector["headers"], "secret": vector["secrets"]}
                if "event" in vector:
                    self.assertEqual(verify_webhook(**options, now=vector["now"])["type"], vector["event"])
                    continue
                with self.assertRaises(svc_client.WebhookVerificationError) as caught:
                    verify_webhook(**options, now=vector["now"])
                self.assertEqual(caught.exception.code, vector["refusal"])

    def test_tokens(self):
        for vector in vectors("tokens"):
            with self.subTest(vector["name"]):
                names = ("plugin_id", "secret_key", "user_id", "expires")
                options = {name: vector[name] for name in names}
                if "token" in vector:
                    self.assertEqual(sign_plugin_token(**options), vector["token"])
                    continue
                with self.assertRaises(svc_client.ConfigurationError) as caught:
                    sign_plugin_token(**options)
                self.assertEqual(caught.exception.code, vector["refusal"])

    def test_options_that_cannot_be_used(self):
        for options, text in (({"base_url": "ftp://a", "api_key": "svc_test"}, "base_url"),
                              ({"base_url": "http://a", "api_key": "svc_\ntest"}, "api_key must be visible ASCII")):
            with self.assertRaisesRegex(svc_client.ConfigurationError, text):
                Svc(**options)


if __name__ == "__main__":
    unittest.main()
