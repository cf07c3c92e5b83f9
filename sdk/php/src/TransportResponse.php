<?php

declare(strict_types=1);

namespace Svc\Client;

/** What a transport returns. */
final class TransportResponse
{
    /** @var array<string, string> by name in lower case */
    public readonly array $headers;

    /** @var \Closure(): string */
    private readonly \Closure $read;

    /**
     * @param array<string, string> $headers
     * @param string|(\Closure(): string) $body the whole body, or a function that returns its next bytes, '' at the end
     * @param ?\Closure(): void $close ends the request; it is called at least once
     */
    public function __construct(
        public readonly int $status,
        array $headers,
        string|\Closure $body = '',
        private readonly ?\Closure $close = null,
    ) {
        $this->headers = array_change_key_case($headers);
        $this->read = is_string($body) ? static function () use (&$body): string {
            [$bytes, $body] = [$body, ''];
            return $bytes;
        } : $body;
    }

    /** The next bytes of the body, '' at its end. */
    public function read(): string
    {
        return ($this->read)();
    }

    public function close(): void
    {
        if ($this->close !== null) {
            ($this->close)();
        }
    }
}
