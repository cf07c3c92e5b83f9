<?php

declare(strict_types=1);

namespace Svc\Client;

/** One event of a stream (HTML, server-sent events). */
final readonly class ServerEvent
{
    /** @param mixed $data parsed JSON, or the text if it is none */
    public function __construct(public string $event, public ?string $id, public mixed $data)
    {
    }
}
