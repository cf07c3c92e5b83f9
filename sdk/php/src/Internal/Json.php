<?php

declare(strict_types=1);

namespace Svc\Client\Internal;

use Svc\Client\Errors\ConfigurationError;

/**
 * JSON of requests and responses. Objects are `\stdClass`, so that empty ones remain objects when they are sent back.
 *
 * @internal
 */
final class Json
{
    private const MAX_DEPTH = 1024;

    private const FLAGS = JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE;

    public static function encode(mixed $value): string
    {
        try {
            return json_encode($value, self::FLAGS, self::MAX_DEPTH);
        } catch (\JsonException $error) {
            throw new ConfigurationError('INVALID_ARGUMENT', "The parameters are not JSON: {$error->getMessage()}");
        }
    }

    /** @throws \JsonException */
    public static function decode(string $text): mixed
    {
        return json_decode($text, false, self::MAX_DEPTH, JSON_THROW_ON_ERROR);
    }

    /** The parsed text, or the text itself if it is no JSON. */
    public static function decodeOrText(string $text, int $maxBytes = PHP_INT_MAX): mixed
    {
        try {
            return self::decode($text);
        } catch (\JsonException) {
            return substr($text, 0, $maxBytes);
        }
    }

    /**
     * The members of a JSON object, none for any other value.
     *
     * @return array<array-key, mixed>
     */
    public static function members(mixed $value): array
    {
        return $value instanceof \stdClass ? get_object_vars($value) : [];
    }

    /** An empty array of PHP is a list in JSON, also where the service expects an object. */
    public static function map(mixed $value): mixed
    {
        return $value === [] ? new \stdClass() : $value;
    }
}
