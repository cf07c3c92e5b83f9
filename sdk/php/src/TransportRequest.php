<?php

declare(strict_types=1);

namespace Svc\Client;

use Svc\Client\Internal\Body;
use Svc\Client\Internal\Credentials;

/** A request as a transport sends it. */
final readonly class TransportRequest
{
    /**
     * @param array<string, string> $headers with the credentials
     * @param Body|string|null $body bytes, or a body that is read as it is sent
     * @param float $timeout seconds until the whole response, or until its headers and in each pause of a stream
     * @param bool $isStream the caller reads the body of a success at its own pace
     */
    public function __construct(
        public string $method,
        public string $url,
        #[\SensitiveParameter] public array $headers,
        public Body|string|null $body,
        public float $timeout,
        public bool $isStream,
    ) {
    }

    /** @return array<string, mixed> */
    public function __debugInfo(): array
    {
        $headers = $this->headers;
        foreach (Credentials::HEADERS as $name) {
            if (isset($headers[$name])) {
                $headers[$name] = '***';
            }
        }
        return ['method' => $this->method, 'url' => $this->url, 'headers' => $headers];
    }
}
