<?php

declare(strict_types=1);

namespace Svc\Client;

/** No complete response. The client throws it to callers as `ConnectionError` or `TimeoutError`. */
final class TransportException extends \RuntimeException
{
    public function __construct(string $message, public readonly bool $isTimeout = false)
    {
        parent::__construct($message);
    }
}
