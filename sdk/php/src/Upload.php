<?php

declare(strict_types=1);

namespace Svc\Client;

use Svc\Client\Errors\ConfigurationError;

/** A file to send. Files and streams are read as they are sent. */
final readonly class Upload
{
    private const TYPE = 'application/octet-stream';

    /** @param string|resource $content bytes, or an open stream */
    private function __construct(public mixed $content, public ?string $path, public string $name, public string $type)
    {
        if (preg_match('/[\x00-\x1f\x7f]/', $type) === 1) {
            throw new ConfigurationError('INVALID_ARGUMENT', 'The type of an upload must have no control characters');
        }
    }

    public static function bytes(string $content, string $name = 'file', string $type = self::TYPE): self
    {
        return new self($content, null, $name, $type);
    }

    public static function file(string $path, ?string $name = null, string $type = self::TYPE): self
    {
        if (!is_file($path) || !is_readable($path)) {
            throw new ConfigurationError('INVALID_ARGUMENT', "$path must be a file that can be read");
        }
        return new self('', $path, $name ?? basename($path), $type);
    }

    /** @param resource $stream read from its position; calls are repeated only if it can be rewound */
    public static function stream(mixed $stream, string $name = 'file', string $type = self::TYPE): self
    {
        // Callers without a checker pass anything.
        /** @psalm-suppress DocblockTypeContradiction */
        if (!is_resource($stream) || get_resource_type($stream) !== 'stream') {
            throw new ConfigurationError('INVALID_ARGUMENT', 'A stream must be open, as from fopen');
        }
        return new self($stream, null, $name, $type);
    }
}
