<?php

declare(strict_types=1);

namespace Svc\Client;

/** Status and headers of a successful response, for ETags, credits and rates. */
final readonly class ResponseDetails
{
    /** @param array<string, string> $headers by name in lower case */
    public function __construct(public int $status, public array $headers, public ?string $requestId)
    {
    }
}
