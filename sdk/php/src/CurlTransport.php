<?php

declare(strict_types=1);

namespace Svc\Client;

use Svc\Client\Internal\CurlExchange;

/** Sends requests with ext-curl, over connections that are used again. */
final class CurlTransport implements Transport
{
    /** @var list<\CurlMultiHandle> each with the connections of earlier requests, in use by one request at a time */
    private array $idle = [];

    /** @param array<int, mixed> $options further options of curl, such as `[CURLOPT_PROXY => 'http://proxy.example:3128']` */
    public function __construct(private readonly array $options = [])
    {
    }

    public function send(#[\SensitiveParameter] TransportRequest $request): TransportResponse
    {
        $multi = array_pop($this->idle) ?? curl_multi_init();
        $exchange = new CurlExchange($multi, $request, $this->options);
        $close = function () use ($exchange, $multi): void {
            if ($exchange->close()) {
                $this->idle[] = $multi;
            }
        };
        try {
            return $exchange->response($close);
        } catch (\Throwable $error) {
            $close();
            throw $error;
        }
    }

    /** @return array<string, mixed> */
    public function __debugInfo(): array
    {
        return ['idle' => count($this->idle)];
    }
}
