<?php

/** Returns the event, or throws. Headers have lower-case names, $body is file_get_contents('php://input'). */
function verifyWebhook(string $secret, array $headers, string $body, ?int $now = null): array
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (!preg_match('/^\d{1,12}$/D', $timestamp) || abs(($now ?? time()) - (int) $timestamp) > 300) {
        throw new InvalidArgumentException('too old or too new');
    }
    $key = base64_decode(str_replace('whsec_', '', $secret));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) {
            return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        }
    }
    throw new InvalidArgumentException('not signed with this secret');
}
