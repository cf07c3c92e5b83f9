<?php

declare(strict_types=1);

namespace Svc\Client\Internal;

use Svc\Client\RequestOptions;

/**
 * A request with the options of its caller.
 *
 * @internal
 */
final readonly class Call
{
    /** @param array<string, string> $headers */
    public function __construct(
        public Operation $operation,
        public string $url,
        #[\SensitiveParameter] public array $headers,
        public Body|string|null $body,
        public RequestOptions $options,
    ) {
    }

    /** @return array<string, mixed> */
    public function __debugInfo(): array
    {
        return ['operation' => $this->operation->id, 'url' => $this->url];
    }

    public function isRepeatable(): bool
    {
        return Retries::isIdempotent($this->operation->method) || isset($this->headers['Idempotency-Key']);
    }

    public function hasRepeatableBody(): bool
    {
        return !$this->body instanceof Body || $this->body->length !== null;
    }
}
