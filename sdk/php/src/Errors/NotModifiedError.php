<?php

declare(strict_types=1);

namespace Svc\Client\Errors;

/** 304: the resource still has the tag of `ifNoneMatch`. */
final class NotModifiedError extends ApiError
{
}
