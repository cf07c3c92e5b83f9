<?php

declare(strict_types=1);

namespace Svc\Client\Errors;

/** The client or a call has options that cannot be used; nothing was sent. */
final class ConfigurationError extends SvcError
{
}
