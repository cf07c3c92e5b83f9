<?php

declare(strict_types=1);

namespace Svc\Client\Errors;

/** No complete response: refused, reset, not resolved, or cut off. The request may have had its effect. */
class ConnectionError extends SvcError
{
}
