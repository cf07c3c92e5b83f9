<?php

declare(strict_types=1);

namespace Svc\Client\Errors;

/** No complete response within the timeout. The request may have had its effect. */
final class TimeoutError extends ConnectionError
{
}
