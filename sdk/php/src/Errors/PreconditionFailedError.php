<?php

declare(strict_types=1);

namespace Svc\Client\Errors;

final class PreconditionFailedError extends ApiError
{
}
