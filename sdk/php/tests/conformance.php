<?php

/** The PHP client against the vectors that the clients of all languages share: `php tests/conformance.php`. */

declare(strict_types=1);

use Svc\Client\ClientOptions;
use Svc\Client\Errors\ConfigurationError;
use Svc\Client\Errors\ConnectionError;
use Svc\Client\Errors\InvalidResponseError;
use Svc\Client\Errors\SvcError;
use Svc\Client\Errors\TimeoutError;
use Svc\Client\Internal\Body;
use Svc\Client\Internal\Retries;
use Svc\Client\PluginToken;
use Svc\Client\RequestOptions;
use Svc\Client\ResponseDetails;
use Svc\Client\Svc;
use Svc\Client\Upload;
use Svc\Client\Webhook;

require __DIR__ . '/../autoload.php';
require __DIR__ . '/Script.php';

set_error_handler(static function (int $level, string $message, string $file, int $line): never {
    throw new ErrorException($message, 0, $level, $file, $line);
});

/** @return list<stdClass> */
function vectors(string $name): array
{
    $folder = getenv('SVC_CONFORMANCE') ?: __DIR__ . '/../../conformance';
    return json_decode((string) file_get_contents("$folder/$name.json"), false, 512, JSON_THROW_ON_ERROR)->cases;
}

function equal(mixed $actual, mixed $expected): void
{
    if ($actual != $expected || gettype($actual) === 'boolean' && $actual !== $expected) {
        throw new LogicException('Expected ' . json_encode($expected) . ', not ' . json_encode($actual, JSON_PARTIAL_OUTPUT_ON_ERROR));
    }
}

function call(Svc $client, stdClass $vector): mixed
{
    [$resource, $name] = explode('.', $vector->operation);
    $given = (array) ($vector->options ?? []);
    $options = new RequestOptions(
        idempotencyKey: $given['idempotency_key'] ?? null,
        ifMatch: $given['if_match'] ?? null,
        ifNoneMatch: $given['if_none_match'] ?? null,
        maxRetries: $given['max_retries'] ?? null,
        headers: (array) ($given['headers'] ?? []),
    );
    return $client->$resource->$name(...(array) $vector->parameters, requestOptions: $options);
}

function failure(Closure $call): SvcError
{
    try {
        $call();
    } catch (SvcError $error) {
        return $error;
    }
    throw new LogicException('Expected an error');
}

function shortName(object $value): string
{
    return (new ReflectionClass($value))->getShortName();
}

function checkError(Closure $call, stdClass $expected): void
{
    $error = failure($call);
    foreach (get_object_vars($expected) as $name => $value) {
        match ($name) {
            'class' => equal(shortName($error), $value),
            'message' => equal($error->getMessage(), $value),
            'member' => equal($error->body->{$value[0]}, $value[1]),
            'request_id' => equal($error->requestId, $value),
            'retry_after' => equal($error->retryAfter, $value),
            'issues' => equal(array_map(static fn ($issue) => (object) get_object_vars($issue), $error->issues), $value),
            default => equal($error->$name, $value),
        };
    }
}

/** Checks the error of a vector, or what follows without one. */
function checkOutcome(stdClass $vector, Closure $call, Closure $check): void
{
    isset($vector->error) ? checkError($call, $vector->error) : $check($call());
}

function success(string $body = '{}'): stdClass
{
    return (object) ['status' => 200, 'headers' => (object) ['content-type' => 'application/json'], 'body' => $body];
}

function at(mixed $value, array $path): mixed
{
    foreach ($path as $key) {
        $value = is_array($value) ? $value[$key] : $value->$key;
    }
    return $value;
}

$checks = [
    'requests' => static function (stdClass $vector): void {
        $script = Script::sequence([success()]);
        checkOutcome($vector, static fn () => call($script->client(), $vector), static function () use ($script, $vector): void {
            [$request] = $script->sent;
            equal([$request->method, $request->url], [$vector->request->method, $vector->request->url]);
            $headers = array_change_key_case($request->headers);
            foreach (get_object_vars($vector->request->headers) as $name => $value) {
                $value === '*' ? equal(isset($headers[$name]), true) : equal($headers[$name] ?? null, $value);
            }
            equal($request->body === null ? null : json_decode($request->body), $vector->request->body);
        });
    },
    'retries' => static function (stdClass $vector): void {
        $script = Script::sequence($vector->responses);
        checkOutcome($vector, static fn () => call($script->client(), $vector), static fn (mixed $result) => equal($result instanceof stdClass, true));
        equal([$script->delays, count($script->sent)], [$vector->delays, $vector->requests]);
        if (isset($vector->same_key)) {
            $keys = array_map(static fn ($request) => $request->headers['Idempotency-Key'] ?? '', $script->sent);
            equal([count(array_unique($keys)), in_array('', $keys, true)], [1, false]);
        }
    },
    'errors' => static function (stdClass $vector): void {
        $call = (object) ['operation' => 'templates.get', 'parameters' => ['id' => 'tpl_1'], 'options' => ['max_retries' => 0]];
        checkError(static fn () => call(Script::sequence([$vector->response])->client(), $call), $vector->error);
    },
    'pagination' => static function (stdClass $vector): void {
        $script = Script::sequence($vector->responses);
        $ids = [];
        $read = static function () use ($script, $vector, &$ids): void {
            foreach ($script->client()->templates->listMineAll(...(array) $vector->parameters) as $item) {
                $ids[] = $item->id;
            }
        };
        checkOutcome($vector, $read, static fn () => null);
        $cursors = array_map(static function ($request): ?string {
            parse_str((string) parse_url($request->url, PHP_URL_QUERY), $query);
            return $query['cursor'] ?? null;
        }, $script->sent);
        equal([$ids, $cursors], [$vector->ids, $vector->cursors]);
    },
    'unknown-values' => static function (stdClass $vector): void {
        $result = call(Script::sequence([success((string) json_encode($vector->body))])->client(), $vector);
        foreach ($vector->values as [$path, $value]) {
            equal(at($result, $path), $value);
        }
        // Nothing is lost where a result is sent again.
        equal(json_encode($result), json_encode($vector->body));
    },
    'redirects' => static function (stdClass $vector): void {
        $script = new Script(static fn (string $url): stdClass => $vector->responses->$url);
        checkOutcome($vector, static fn () => $script->client()->exports->download(id: 'exp_1')->bytes(), static fn ($text) => equal($text, $vector->text));
        $sent = array_map(static fn ($request) => [$request->url, ($request->headers['Svc-Api-Auth'] ?? null) === 'svc_test'], $script->sent);
        equal($sent, $vector->requests);
    },
    'retry-after' => static function (stdClass $vector): void {
        $seconds = Retries::parseRetryAfter($vector->value, 1795255200.0);
        equal([$seconds === null, $seconds], [$vector->seconds === null, $vector->seconds]);
    },
    'webhooks' => static function (stdClass $vector): void {
        $verify = static fn () => Webhook::verify($vector->body, (array) $vector->headers, $vector->secrets, now: $vector->now);
        isset($vector->event) ? equal($verify()->type, $vector->event) : equal(failure($verify)->code, $vector->refusal);
    },
    'tokens' => static function (stdClass $vector): void {
        $sign = static fn () => PluginToken::sign($vector->plugin_id, $vector->secret_key, $vector->user_id, $vector->expires);
        isset($vector->token) ? equal($sign(), $vector->token) : equal(failure($sign)->code, $vector->refusal);
    },
];

/** A client of a server that sends each response to one connection and closes it; a null keeps it open. */
function serve(?string ...$responses): Svc
{
    // The server ends with its standard input, so with this process at the latest.
    static $servers = [];
    $servers[] = [proc_open([PHP_BINARY, __DIR__ . '/server.php'], [['pipe', 'r'], ['pipe', 'w']], $pipes), $pipes];
    fwrite($pipes[0], base64_encode(serialize($responses)) . "\n");
    $port = trim((string) fgets($pipes[1]));
    return new Svc(new ClientOptions(baseUrl: "http://127.0.0.1:$port", apiKey: 'svc_test', maxRetries: 0));
}

function http(string $body, string $type, ?int $length = null): string
{
    return "HTTP/1.1 200 OK\r\nContent-Type: application/$type\r\nContent-Length: " . ($length ?? strlen($body)) . "\r\n\r\n$body";
}

$facts = [
    'a body that is cut off' => static function (): void {
        $client = serve(http('{}', 'json', 100), http('{}', 'zip', 100));
        equal(failure(static fn () => $client->templates->get(id: 'a')) instanceof ConnectionError, true);
        equal(failure(static fn () => $client->exports->download(id: 'a')->bytes()) instanceof ConnectionError, true);
    },
    'what is not HTTP, JSON that is too deep or no text, and no response' => static function (): void {
        $client = serve("220 mail.example ESMTP\r\n", '', http(str_repeat('[', 100_000), 'json'), http("\xff\xfe", 'json'), null);
        foreach ([ConnectionError::class, ConnectionError::class, InvalidResponseError::class, InvalidResponseError::class] as $class) {
            equal(failure(static fn () => $client->templates->get(id: 'a'))::class, $class);
        }
        $options = new RequestOptions(timeout: 0.05);
        equal(failure(static fn () => $client->templates->get(id: 'a', requestOptions: $options))::class, TimeoutError::class);
    },
    'no text contains the key' => static function (): void {
        ini_set('zend.exception_ignore_args', '0');
        $script = Script::sequence([(object) ['failure' => 'connection']]);
        $client = $script->client();
        $error = failure(static fn () => $client->verification->verifyEmail(email: 'a@example.com'));
        $curl = new Svc(new ClientOptions(baseUrl: 'http://127.0.0.1:1', apiKey: 'svc_test', maxRetries: 0));
        $refused = failure(static fn () => $curl->verification->verifyEmail(email: 'a@example.com'));
        ob_start();
        var_dump($client, $curl, $error, $refused, $script->sent[0]);
        print_r([$client, $curl, $error, $refused, $script->sent[0]]);
        var_export([$curl, $error->getTrace(), $refused->getTrace(), $refused->getPrevious()?->getTrace()]);
        echo $error, $refused, json_encode($client);
        equal(str_contains((string) ob_get_clean(), 'svc_test'), false);
    },
    'a response that is too long' => static function (): void {
        $script = Script::sequence([success('[' . str_repeat('1,', 5000) . '1]')]);
        $client = new Svc(new ClientOptions(baseUrl: 'https://svc.example', apiKey: 'svc_test', transport: $script, maxResponseBytes: 1000));
        equal(failure(static fn () => $client->templates->get(id: 'a'))->code, 'RESPONSE_TOO_LARGE');
    },
    'details of a response' => static function (): void {
        $response = success();
        $response->headers = (object) ['ETag' => '"3"', 'X-Request-Id' => 'req_1'];
        $details = [];
        $options = new RequestOptions(onResponse: static function (ResponseDetails $each) use (&$details): void {
            $details[] = [$each->status, $each->headers['etag'], $each->requestId];
        });
        Script::sequence([$response])->client()->templates->get(id: 'a', requestOptions: $options);
        equal($details, [[200, '"3"', 'req_1']]);
    },
    'options that cannot be used' => static function (): void {
        $invalid = [
            'baseUrl' => static fn () => new ClientOptions(baseUrl: 'ftp://a', apiKey: 'svc_test'),
            'apiKey must be visible ASCII' => static fn () => new ClientOptions(baseUrl: 'http://a', apiKey: "svc_\ntest"),
            'without line breaks' => static fn () => Script::sequence([])->client()->templates->get(
                id: 'a',
                requestOptions: new RequestOptions(headers: ['X-A' => "b\r\nX-C: d"]),
            ),
        ];
        foreach ($invalid as $text => $call) {
            $error = failure($call);
            equal([$error instanceof ConfigurationError, str_contains($error->getMessage(), $text)], [true, true]);
        }
    },
    'an empty array is an object where the service expects one' => static function (): void {
        $script = Script::sequence([success()]);
        $script->client()->templates->create(name: 'A', type: 'other', metadata: [], tags: []);
        equal($script->sent[0]->body, '{"name":"A","type":"other","tags":[],"metadata":{}}');
    },
    'a form is the same when it is sent again' => static function (): void {
        $stream = fopen('php://memory', 'w+b');
        fwrite($stream, 'skipped');
        fwrite($stream, 'content');
        fseek($stream, 7);
        $body = Body::form(['file' => Upload::stream($stream, 'a"b.txt', 'text/plain'), 'tags' => ['a', 'b'], 'alt' => null]);
        $read = static function () use ($body): string {
            $body->rewind();
            return implode('', iterator_to_array((static function () use ($body): Generator {
                while (($bytes = $body->read(5)) !== '') {
                    yield $bytes;
                }
            })(), false));
        };
        $text = $read();
        equal([$read(), strlen($text), substr_count($text, 'name="tags"')], [$text, $body->length, 2]);
        equal(str_contains($text, "filename=\"a%22b.txt\"\r\nContent-Type: text/plain\r\n\r\ncontent\r\n"), true);
    },
];

$failed = 0;
$passed = 0;
$report = static function (string $name, Closure $check) use (&$failed, &$passed): void {
    try {
        $check();
        $passed++;
    } catch (Throwable $error) {
        $failed++;
        echo "$name: ", $error::class, " {$error->getMessage()} at {$error->getFile()}:{$error->getLine()}\n";
    }
};
foreach ($checks as $file => $check) {
    foreach (vectors($file) as $vector) {
        $report("$file: " . ($vector->name ?? $vector->value), static fn () => $check($vector));
    }
}
foreach ($facts as $name => $check) {
    $report($name, $check);
}
echo "$passed passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
