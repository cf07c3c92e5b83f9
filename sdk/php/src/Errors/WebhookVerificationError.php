<?php

declare(strict_types=1);

namespace Svc\Client\Errors;

/** A webhook that must not be trusted; `$code` is the reason. */
final class WebhookVerificationError extends SvcError
{
}
