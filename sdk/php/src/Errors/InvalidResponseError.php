<?php

declare(strict_types=1);

namespace Svc\Client\Errors;

/** The response is not what the document describes, such as an HTML page of a proxy with status 200. */
final class InvalidResponseError extends SvcError
{
}
