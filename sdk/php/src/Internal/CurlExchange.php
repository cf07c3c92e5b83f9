<?php

declare(strict_types=1);

namespace Svc\Client\Internal;

use Svc\Client\TransportException;
use Svc\Client\TransportRequest;
use Svc\Client\TransportResponse;

/**
 * One request over curl. Its response is received as it is read, so a slow reader holds no more than curl passes on at once.
 *
 * @internal
 */
final class CurlExchange
{
    private ?\CurlHandle $handle;

    private readonly float $timeout;

    private readonly bool $isStream;

    private float $deadline;

    private int $status = 0;

    /** @var array<string, string> */
    private array $headers = [];

    private bool $hasHead = false;

    private bool $isDone = false;

    private string $buffer = '';

    /** @param array<int, mixed> $options */
    public function __construct(
        private readonly \CurlMultiHandle $multi,
        #[\SensitiveParameter] TransportRequest $request,
        array $options,
    ) {
        $this->timeout = $request->timeout;
        $this->isStream = $request->isStream;
        $this->deadline = self::clock() + $request->timeout;
        $handle = curl_init();
        if ($handle === false) {
            throw new TransportException('curl cannot be initialized');
        }
        curl_setopt_array($handle, self::optionsOf($request) + [
            CURLOPT_HEADERFUNCTION => fn (mixed $_, string $line): int => $this->receiveHeader($line),
            CURLOPT_WRITEFUNCTION => function (mixed $_, string $bytes): int {
                $this->buffer .= $bytes;
                return strlen($bytes);
            },
        ]);
        curl_setopt_array($handle, $options);
        $this->handle = $handle;
        curl_multi_add_handle($multi, $handle);
    }

    /** @param \Closure(): void $close */
    public function response(\Closure $close): TransportResponse
    {
        while (!$this->hasHead) {
            if ($this->isDone) {
                throw new TransportException('The connection ended before a response');
            }
            $this->advance();
        }
        return new TransportResponse($this->status, $this->headers, $this->read(...), $close);
    }

    /** False if it was closed before. */
    public function close(): bool
    {
        if ($this->handle === null) {
            return false;
        }
        curl_multi_remove_handle($this->multi, $this->handle);
        $this->handle = null;
        return true;
    }

    private function read(): string
    {
        if ($this->isStream && $this->status < 300) {
            $this->deadline = self::clock() + $this->timeout;
        }
        while ($this->buffer === '' && !$this->isDone && $this->handle !== null) {
            $this->advance();
        }
        [$bytes, $this->buffer] = [$this->buffer, ''];
        return $bytes;
    }

    private function advance(): void
    {
        curl_multi_exec($this->multi, $running);
        while (($message = curl_multi_info_read($this->multi)) !== false) {
            /** @var array{msg: int, result: int, handle: \CurlHandle} $message */
            $this->isDone = true;
            if ($message['result'] !== CURLE_OK) {
                throw self::failure($message['handle'], $message['result']);
            }
        }
        if ($this->isDone || $this->buffer !== '') {
            return;
        }
        $remaining = $this->deadline - self::clock();
        if ($remaining <= 0) {
            throw new TransportException("No response in {$this->timeout} seconds", true);
        }
        if (curl_multi_select($this->multi, min($remaining, 1.0)) === -1) {
            usleep(1_000);
        }
    }

    private static function failure(\CurlHandle $handle, int $result): TransportException
    {
        return new TransportException(curl_error($handle) ?: (string) curl_strerror($result), $result === CURLE_OPERATION_TIMEDOUT);
    }

    private function receiveHeader(string $line): int
    {
        $text = trim($line);
        if (!$this->hasHead && preg_match('~^HTTP/[0-9.]+ ([0-9]{3})~', $text, $match) === 1) {
            [$this->status, $this->headers] = [(int) $match[1], []];
        } elseif (!$this->hasHead && $text === '') {
            $this->hasHead = $this->status >= 200;
        } elseif (!$this->hasHead && str_contains($text, ':')) {
            $parts = explode(':', $text, 2);
            $key = strtolower(trim($parts[0]));
            $value = trim($parts[1] ?? '');
            $this->headers[$key] = isset($this->headers[$key]) ? "{$this->headers[$key]}, $value" : $value;
        }
        return strlen($line);
    }

    /** @return array<int, mixed> */
    private static function optionsOf(#[\SensitiveParameter] TransportRequest $request): array
    {
        $hasBody = $request->body !== null || in_array($request->method, ['POST', 'PUT', 'PATCH'], true);
        // Headers without a value keep curl from adding its own.
        $lines = ['Expect:', ...(isset($request->headers['Content-Type']) ? [] : ['Content-Type:'])];
        foreach ($request->headers as $name => $value) {
            $lines[] = $value === '' ? "$name;" : "$name: $value";
        }
        $options = [
            CURLOPT_URL => $request->url,
            CURLOPT_CUSTOMREQUEST => $request->method,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_SUPPRESS_CONNECT_HEADERS => true,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_NOBODY => $request->method === 'HEAD',
        ];
        if ($request->body instanceof Body) {
            $body = $request->body;
            $body->rewind();
            $options[CURLOPT_UPLOAD] = true;
            $options[CURLOPT_READFUNCTION] = static fn (mixed $_, mixed $__, int $length): string => $body->read($length);
            if ($body->length !== null) {
                $options[CURLOPT_INFILESIZE] = $body->length;
            }
        } elseif ($hasBody) {
            $options[CURLOPT_POSTFIELDS] = $request->body ?? '';
        }
        return $options + [CURLOPT_HTTPHEADER => $lines];
    }

    /** Seconds of a clock that is never set back. */
    private static function clock(): float
    {
        return hrtime(true) / 1e9;
    }
}
