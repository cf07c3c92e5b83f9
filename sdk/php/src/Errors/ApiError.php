<?php

declare(strict_types=1);

namespace Svc\Client\Errors;

/**
 * A response that is a failure (RFC 9457).
 *
 * @psalm-consistent-constructor
 */
class ApiError extends SvcError
{
    /**
     * @param ?float $retryAfter seconds, from `Retry-After`
     * @param list<Issue> $issues
     * @param mixed $body parsed JSON with every member that the service sent; otherwise at most 64 KB of text
     */
    public function __construct(
        public readonly int $status,
        string $code,
        string $message,
        public readonly ?string $requestId,
        public readonly ?float $retryAfter,
        public readonly array $issues,
        public readonly mixed $body,
    ) {
        parent::__construct($code, $message);
    }

    /** @return class-string<self> */
    public static function classOf(int $status): string
    {
        return match (true) {
            $status === 304 => NotModifiedError::class,
            $status === 401 => AuthenticationError::class,
            $status === 402 => InsufficientCreditsError::class,
            $status === 403 => PermissionDeniedError::class,
            $status === 404, $status === 410 => NotFoundError::class,
            $status === 409, $status === 423 => ConflictError::class,
            $status === 412, $status === 428 => PreconditionFailedError::class,
            in_array($status, [400, 413, 415, 422], true) => ValidationError::class,
            $status === 429 => RateLimitError::class,
            $status >= 500 => ServerError::class,
            default => self::class,
        };
    }
}
