<?php

declare(strict_types=1);

namespace Svc\Client;

use Svc\Client\Errors\ConfigurationError;

/** Tokens of the editor in host pages. */
final class PluginToken
{
    private const LIFETIME = 24 * 3_600_000;

    /**
     * Signs a token for an end user: base64 of `<payload JSON>.<hex HMAC-SHA256 of that JSON>`. Call it on a server only.
     *
     * @param ?int $expires milliseconds since 1970; 24 hours ahead by default, which is the longest lifetime
     */
    public static function sign(string $pluginId, #[\SensitiveParameter] string $secretKey, int $userId, ?int $expires = null): string
    {
        if (preg_match('/^svc_pk_[0-9a-f]{48}$/D', $pluginId) !== 1) {
            throw new ConfigurationError('INVALID_ARGUMENT', 'pluginId must be svc_pk_ and 48 hexadecimal characters');
        }
        if (preg_match('/^svc_sk_[0-9a-f]{48}$/D', $secretKey) !== 1) {
            throw new ConfigurationError('INVALID_ARGUMENT', 'secretKey must be svc_sk_ and 48 hexadecimal characters');
        }
        $end = $expires ?? (int) (microtime(true) * 1000) + self::LIFETIME;
        $payload = Internal\Json::encode(['pluginId' => $pluginId, 'userId' => $userId, 'expires' => $end]);
        return base64_encode($payload . '.' . hash_hmac('sha256', $payload, $secretKey));
    }
}
