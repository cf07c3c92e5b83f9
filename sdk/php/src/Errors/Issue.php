<?php

declare(strict_types=1);

namespace Svc\Client\Errors;

/** One invalid value of a request. */
final readonly class Issue
{
    /**
     * @param string $path JSON Pointer to the value (RFC 6901)
     * @param string $message the problem and its remedy
     */
    public function __construct(public string $path, public string $message)
    {
    }
}
