<?php

declare(strict_types=1);

namespace Svc\Client;

/** Sends requests: for proxies, logs and tests. */
interface Transport
{
    /**
     * Sends a request without following redirects.
     *
     * @throws TransportException if there is no complete response
     */
    public function send(#[\SensitiveParameter] TransportRequest $request): TransportResponse;
}
