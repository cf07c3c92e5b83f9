<?php

declare(strict_types=1);

namespace Svc\Client;

/** Options of one call. */
final readonly class RequestOptions
{
    /**
     * @param ?string $idempotencyKey kept over retries; by default a new one for each call of an operation that accepts it
     * @param ?string $ifMatch ETag of the revision that the call changes
     * @param ?string $ifNoneMatch ETag of the revision that the caller has; `NotModifiedError` if it is still current
     * @param ?float $timeout seconds for one attempt
     * @param array<string, string> $headers
     * @param array<string, mixed> $extra members and parameters that a newer service accepts
     * @param ?\Closure(ResponseDetails): void $onResponse
     */
    public function __construct(
        public ?string $idempotencyKey = null,
        public ?string $ifMatch = null,
        public ?string $ifNoneMatch = null,
        public ?float $timeout = null,
        public ?int $maxRetries = null,
        public array $headers = [],
        public array $extra = [],
        public ?\Closure $onResponse = null,
    ) {
    }
}
