<?php

declare(strict_types=1);

namespace Svc\Client;

use Svc\Client\Errors\WebhookVerificationError;

/** Deliveries of webhooks (Standard Webhooks 1.0). */
final class Webhook
{
    /**
     * The event of a delivery.
     *
     * @param string $body the raw body, before any JSON parser: `file_get_contents('php://input')`
     * @param array<string, string|list<string>> $headers by name in any case, such as `getallheaders()`
     * @param string|list<string> $secret several are accepted during a rotation
     * @param float $tolerance seconds
     * @param ?float $now seconds since 1970
     * @return \stdClass with `id`, `type`, `timestamp`, `project_id` and `data`
     * @throws WebhookVerificationError with the reason as `$code`
     */
    public static function verify(
        string $body,
        array $headers,
        #[\SensitiveParameter] string|array $secret,
        float $tolerance = 300.0,
        ?float $now = null,
    ): \stdClass {
        $given = array_map(static fn (string|array $value): string => implode(' ', (array) $value), array_change_key_case($headers));
        [$id, $timestamp, $signatures] = [$given['webhook-id'] ?? '', $given['webhook-timestamp'] ?? '', $given['webhook-signature'] ?? ''];
        if ($id === '' || $timestamp === '' || $signatures === '') {
            throw self::refusal('MISSING_HEADER', 'webhook-id, webhook-timestamp and webhook-signature are required');
        }
        self::checkTimestamp($timestamp, $now ?? microtime(true), $tolerance);
        if (!self::isSigned("$id.$timestamp.$body", explode(' ', $signatures), (array) $secret)) {
            throw self::refusal('NO_MATCHING_SIGNATURE', 'No signature is of this secret and this body');
        }
        $event = Internal\Json::decodeOrText($body);
        return $event instanceof \stdClass ? $event : throw self::refusal('INVALID_BODY', 'The body is not a JSON object');
    }

    /**
     * @param list<string> $signatures
     * @param array<string> $secrets
     */
    private static function isSigned(string $content, array $signatures, #[\SensitiveParameter] array $secrets): bool
    {
        $isSigned = false;
        foreach ($secrets as $secret) {
            $expected = 'v1,' . base64_encode(hash_hmac('sha256', $content, self::key($secret), true));
            foreach ($signatures as $signature) {
                $isSigned = hash_equals($expected, $signature) || $isSigned;
            }
        }
        return $isSigned;
    }

    private static function checkTimestamp(string $timestamp, float $now, float $tolerance): void
    {
        if (preg_match('/^[0-9]{1,15}$/D', $timestamp) !== 1) {
            throw self::refusal('INVALID_TIMESTAMP', 'webhook-timestamp must be Unix seconds');
        }
        if ($now - (int) $timestamp > $tolerance) {
            throw self::refusal('TIMESTAMP_TOO_OLD', 'The delivery is older than the tolerance');
        }
        if ((int) $timestamp - $now > $tolerance) {
            throw self::refusal('TIMESTAMP_TOO_NEW', 'The delivery is of the future');
        }
    }

    private static function key(#[\SensitiveParameter] string $secret): string
    {
        $key = base64_decode(str_starts_with($secret, 'whsec_') ? substr($secret, 6) : $secret, true);
        return $key === false || $key === '' ? throw self::refusal('INVALID_SECRET', 'A secret is whsec_ and base64') : $key;
    }

    private static function refusal(string $code, string $message): WebhookVerificationError
    {
        return new WebhookVerificationError($code, $message);
    }
}
