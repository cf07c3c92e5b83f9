<?php

declare(strict_types=1);

namespace Svc\Client\Internal;

use Svc\Client\Errors\ConfigurationError;

/**
 * Credentials of a client by the name of their option. No dump, export or serialization of an object shows them, because they are
 * not in its properties.
 *
 * @internal
 */
final class Credentials
{
    /** Header by option. */
    public const HEADERS = ['apiKey' => 'Svc-Api-Auth', 'pluginToken' => 'ES-PLUGIN-AUTH', 'sessionId' => 'Svc-Session'];

    private const OPTIONS = ['none' => [], 'key' => ['apiKey'], 'token' => ['pluginToken'], 'session' => ['pluginToken', 'sessionId']];

    /** @var ?\WeakMap<self, array<string, ?string>> */
    private static ?\WeakMap $values = null;

    /** @param array<string, ?string> $values */
    public function __construct(#[\SensitiveParameter] array $values)
    {
        foreach ($values as $option => $value) {
            if ($value !== null && preg_match('/^[\x21-\x7e]+$/D', $value) !== 1) {
                throw new ConfigurationError('INVALID_OPTIONS', "$option must be visible ASCII without spaces");
            }
        }
        /** @var \WeakMap<self, array<string, ?string>> $stored */
        $stored = self::$values ?? new \WeakMap();
        $stored[$this] = $values;
        self::$values = $stored;
    }

    /** @return array<string, string> */
    public function headersOf(Operation $operation): array
    {
        $headers = [];
        $values = self::$values[$this] ?? [];
        foreach (self::OPTIONS[$operation->auth] as $option) {
            $value = $values[$option] ?? null;
            if ($value === null) {
                $message = "{$operation->id} requires the option $option of the client";
                throw new ConfigurationError('INVALID_OPTIONS', $message);
            }
            $headers[self::HEADERS[$option]] = $value;
        }
        return $headers;
    }

    /** @return never */
    public function __serialize(): array
    {
        throw new \LogicException('Clients of svc cannot be serialized');
    }

    public function __clone()
    {
        throw new \LogicException('Credentials cannot be cloned');
    }
}
