<?php

declare(strict_types=1);

namespace Svc\Client\Internal;

use Svc\Client\ClientOptions;
use Svc\Client\Download;
use Svc\Client\Errors\ApiError;
use Svc\Client\Errors\ConfigurationError;
use Svc\Client\Errors\ConnectionError;
use Svc\Client\Errors\InvalidResponseError;
use Svc\Client\Errors\SvcError;
use Svc\Client\Omit;
use Svc\Client\RequestOptions;
use Svc\Client\ResponseDetails;
use Svc\Client\TransportException;
use Svc\Client\TransportRequest;
use Svc\Client\TransportResponse;
use Svc\Client\Upload;
use Svc\Client\Version;

/**
 * Sends the calls of all resources.
 *
 * @internal
 */
final class Core
{
    private const MAX_REDIRECTS = 5;

    public function __construct(private readonly ClientOptions $options)
    {
    }

    /** @return array<string, mixed> */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->options->baseUrl];
    }

    /**
     * The result as the operation describes it; every member that the service sent is in it, known or not.
     *
     * @param array<string, mixed> $parameters
     */
    public function call(string $name, array $parameters, ?RequestOptions $options): mixed
    {
        $call = $this->prepare(Operations::get($name), $parameters, $options ?? new RequestOptions());
        $attempt = 0;
        while (true) {
            try {
                return $this->attempt($call);
            } catch (SvcError $error) {
                $delay = $this->delay($call, $error, $attempt);
                if ($delay === null) {
                    throw $error;
                }
            }
            ($this->options->sleep)($delay);
            $attempt++;
        }
    }

    /** @param array<string, mixed> $parameters */
    private function prepare(Operation $operation, array $parameters, RequestOptions $options): Call
    {
        $given = $options->extra + array_filter($parameters, static fn (mixed $value): bool => $value !== Omit::Value);
        $url = Url::of($this->options->baseUrl, $operation, $given);
        $body = self::body($operation, $given);
        $headers = array_filter([
            'Accept' => $operation->isStream() ? '*/*' : 'application/json',
            'User-Agent' => 'svc-php/' . Version::VERSION,
            ...$this->options->credentials->headersOf($operation),
            'Idempotency-Key' => $options->idempotencyKey ?? ($operation->once ? bin2hex(random_bytes(16)) : null),
            'If-Match' => $options->ifMatch,
            'If-None-Match' => $options->ifNoneMatch,
            'Content-Type' => is_string($body) ? 'application/json' : $body?->type,
        ], static fn (?string $value): bool => $value !== null);
        return new Call($operation, $url, self::withHeaders($headers, $options->headers), $body, $options);
    }

    /**
     * @param array<string, string> $headers
     * @param array<string, string> $others replace those of the same name
     * @return array<string, string>
     */
    private static function withHeaders(#[\SensitiveParameter] array $headers, #[\SensitiveParameter] array $others): array
    {
        foreach ($others as $name => $value) {
            $headers = array_filter($headers, static fn (string $own): bool => strcasecmp($own, (string) $name) !== 0, ARRAY_FILTER_USE_KEY);
            $headers[$name] = $value;
        }
        foreach ($headers as $name => $value) {
            if (preg_match('/^[!#$%&\'*+.^_`|~0-9A-Za-z-]+$/D', (string) $name) !== 1 || preg_match('/[\x00-\x08\x0a-\x1f\x7f]/', $value) === 1) {
                throw new ConfigurationError('INVALID_ARGUMENT', "The header $name must be a name and a value without line breaks");
            }
        }
        return $headers;
    }

    /** @param array<string, mixed> $parameters */
    private static function body(Operation $operation, array $parameters): Body|string|null
    {
        if ($operation->body === 'none') {
            return null;
        }
        if ($operation->body === 'bytes') {
            $content = $parameters['content'] ?? null;
            return $content instanceof Upload ? Body::bytes($content) : throw new ConfigurationError('INVALID_ARGUMENT', "{$operation->id} requires content: an Upload");
        }
        $members = array_diff_key($parameters, array_flip([...$operation->pathNames(), ...$operation->query]));
        return $operation->body === 'form' ? Body::form($members) : Json::encode((object) $members);
    }

    private function attempt(#[\SensitiveParameter] Call $call): mixed
    {
        $response = null;
        $isStream = false;
        try {
            $response = $this->send($call);
            $result = $this->read($call->operation, $response);
            $isStream = $call->operation->isStream();
        } catch (TransportException $error) {
            throw Failures::connection($error);
        } finally {
            if (!$isStream) {
                $response?->close();
            }
        }
        $details = new ResponseDetails($response->status, $response->headers, $response->headers['x-request-id'] ?? null);
        foreach ([$this->options->onResponse, $call->options->onResponse] as $listener) {
            if ($listener !== null) {
                $listener($details);
            }
        }
        return $result;
    }

    /** Credentials go to no other origin, and no redirect changes what a call does. */
    private function send(#[\SensitiveParameter] Call $call): TransportResponse
    {
        [$url, $headers, $operation] = [$call->url, $call->headers, $call->operation];
        $timeout = $call->options->timeout ?? $this->options->timeout;
        $redirects = 0;
        while (true) {
            $request = new TransportRequest($operation->method, $url, $headers, $call->body, $timeout, $operation->isStream());
            $response = $this->options->transport->send($request);
            $location = $response->headers['location'] ?? null;
            $isRedirect = $location !== null && in_array($response->status, [301, 302, 303, 307, 308], true);
            $target = $isRedirect && $operation->method === 'GET' ? Url::redirectTarget($url, $location) : null;
            if ($target === null || $redirects === self::MAX_REDIRECTS) {
                return $response;
            }
            $response->close();
            if (Url::origin($target) !== Url::origin($url)) {
                $headers = array_diff_key($headers, array_flip(Credentials::HEADERS));
            }
            $url = $target;
            $redirects++;
        }
    }

    private function read(Operation $operation, TransportResponse $response): mixed
    {
        $maxBytes = $this->options->maxResponseBytes;
        if ($response->status < 200 || $response->status >= 300) {
            throw Failures::ofResponse($response, $maxBytes, ($this->options->now)());
        }
        if ($operation->isStream()) {
            $download = new Download($response);
            return $operation->result === 'bytes' ? $download : Events::of($download);
        }
        $text = Failures::readAll($response, $maxBytes);
        if ($operation->result === 'none' || $response->status === 204) {
            return null;
        }
        try {
            return Json::decode($text);
        } catch (\JsonException $error) {
            $type = $response->headers['content-type'] ?? 'no type';
            $message = "Expected JSON, received $type with status {$response->status}";
            throw new InvalidResponseError('INVALID_RESPONSE', $message, $error);
        }
    }

    /** Seconds before the next attempt; null for a failure that is final. */
    private function delay(#[\SensitiveParameter] Call $call, SvcError $error, int $attempt): ?float
    {
        $maxRetries = $call->options->maxRetries ?? $this->options->maxRetries;
        $isRetried = match (true) {
            $error instanceof ApiError => Retries::isTransient($error->status, $error->code, $call->isRepeatable()),
            $error instanceof ConnectionError, $error->code === 'INVALID_RESPONSE' => $call->isRepeatable(),
            default => false,
        };
        if (!$isRetried || !$call->hasRepeatableBody() || $attempt >= $maxRetries) {
            return null;
        }
        return Retries::delay($attempt, $error instanceof ApiError ? $error->retryAfter : null, ($this->options->random)());
    }
}
