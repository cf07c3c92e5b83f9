<?php

declare(strict_types=1);

namespace Svc\Client;

use Svc\Client\Errors\ConnectionError;
use Svc\Client\Internal\Failures;

/**
 * Bytes of a file or image, received as they are read: once, in a loop, or with one of the methods.
 *
 * @implements \IteratorAggregate<int, string>
 */
final class Download implements \IteratorAggregate
{
    /** @var array<string, string> by name in lower case */
    public readonly array $headers;

    public readonly string $contentType;

    public readonly ?int $contentLength;

    public readonly ?string $requestId;

    public function __construct(private readonly TransportResponse $response)
    {
        $this->headers = $response->headers;
        $this->contentType = $response->headers['content-type'] ?? 'application/octet-stream';
        $length = $response->headers['content-length'] ?? '';
        $this->contentLength = preg_match('/^[0-9]{1,18}$/D', $length) === 1 ? (int) $length : null;
        $this->requestId = $response->headers['x-request-id'] ?? null;
    }

    public function __destruct()
    {
        $this->close();
    }

    /**
     * @return \Generator<int, string>
     * @throws ConnectionError
     */
    public function getIterator(): \Generator
    {
        try {
            while (($bytes = $this->next()) !== '') {
                yield $bytes;
            }
        } finally {
            $this->close();
        }
    }

    /** The whole file in memory. */
    public function bytes(): string
    {
        return implode('', iterator_to_array($this, false));
    }

    public function saveTo(string $path): void
    {
        $file = new \SplFileObject($path, 'wb');
        foreach ($this as $bytes) {
            if ($file->fwrite($bytes) !== strlen($bytes)) {
                throw new \RuntimeException("$path cannot be written");
            }
        }
    }

    public function close(): void
    {
        $this->response->close();
    }

    private function next(): string
    {
        try {
            return $this->response->read();
        } catch (TransportException $error) {
            throw Failures::connection($error);
        }
    }
}
