<?php

declare(strict_types=1);

namespace Svc\Client;

/** Default of a parameter that is not passed, and so not sent; `null` is sent as null. */
enum Omit
{
    case Value;
}
