<?php

declare(strict_types=1);

namespace Svc\Client\Internal;

use Svc\Client\Errors\ApiError;
use Svc\Client\Errors\ConnectionError;
use Svc\Client\Errors\InvalidResponseError;
use Svc\Client\Errors\Issue;
use Svc\Client\Errors\TimeoutError;
use Svc\Client\TransportException;
use Svc\Client\TransportResponse;

/**
 * Errors of what a transport returns or throws.
 *
 * @internal
 */
final class Failures
{
    private const MAX_TEXT = 65_536;

    public static function connection(TransportException $error): ConnectionError
    {
        return $error->isTimeout
            ? new TimeoutError('TIMEOUT', $error->getMessage(), $error)
            : new ConnectionError('CONNECTION_FAILED', $error->getMessage(), $error);
    }

    /** The failure that a response describes, also one of a proxy that knows no problem details. */
    public static function ofResponse(TransportResponse $response, int $maxBytes, float $now): ApiError
    {
        $body = Json::decodeOrText(self::text($response, $maxBytes), self::MAX_TEXT);
        $members = Json::members($body);
        $issues = self::issues($members['issues'] ?? null);
        $detail = self::word($members, 'detail') ?? self::word($members, 'details');
        $reasons = $detail === null ? [] : [$detail];
        foreach (array_slice($issues, 0, 3) as $issue) {
            $reasons[] = "{$issue->path}: {$issue->message}";
        }
        $title = self::word($members, 'title') ?? self::word($members, 'error') ?? "HTTP status {$response->status}";
        return new (ApiError::classOf($response->status))(
            $response->status,
            self::word($members, 'code') ?? "HTTP_{$response->status}",
            $reasons === [] ? $title : "$title: " . implode(' ', $reasons),
            $response->headers['x-request-id'] ?? self::word($members, 'request_id'),
            Retries::parseRetryAfter($response->headers['retry-after'] ?? null, $now),
            $issues,
            $body,
        );
    }

    /** The whole body. */
    public static function readAll(TransportResponse $response, int $maxBytes): string
    {
        $text = '';
        while (($bytes = $response->read()) !== '') {
            $text .= $bytes;
            if (strlen($text) > $maxBytes) {
                throw new InvalidResponseError('RESPONSE_TOO_LARGE', "The response is longer than $maxBytes bytes");
            }
        }
        return $text;
    }

    private static function text(TransportResponse $response, int $maxBytes): string
    {
        try {
            return self::readAll($response, $maxBytes);
        } catch (TransportException|InvalidResponseError) {
            return '';
        }
    }

    /** @return list<Issue> */
    private static function issues(mixed $value): array
    {
        $issues = [];
        foreach (is_array($value) ? $value : [] as $each) {
            if ($each instanceof \stdClass) {
                $members = Json::members($each);
                $issues[] = new Issue(self::word($members, 'path') ?? '', self::word($members, 'message') ?? '');
            }
        }
        return $issues;
    }

    /** @param array<array-key, mixed> $members */
    private static function word(array $members, string $name): ?string
    {
        $value = $members[$name] ?? null;
        return is_string($value) && $value !== '' ? $value : null;
    }
}
