<?php

declare(strict_types=1);

namespace Svc\Client\Errors;

/** Every failure of this library. */
class SvcError extends \RuntimeException
{
    /** @var string that of the service, or one of the library in the same spelling */
    public $code;

    public function __construct(string $code, string $message, ?\Throwable $previous = null)
    {
        parent::__construct($message, 0, $previous);
        $this->code = $code;
    }
}
