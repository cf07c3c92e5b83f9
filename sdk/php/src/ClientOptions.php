<?php

declare(strict_types=1);

namespace Svc\Client;

use Svc\Client\Internal\Credentials;
use Svc\Client\Internal\Url;

/** Options of a client. */
final readonly class ClientOptions
{
    public string $baseUrl;

    public Credentials $credentials;

    public Transport $transport;

    /** @var \Closure(): float */
    public \Closure $random;

    /** @var \Closure(float): void */
    public \Closure $sleep;

    /** @var \Closure(): float */
    public \Closure $now;

    /**
     * @param ?string $baseUrl URL of the service; by default the environment variable `SVC_URL`
     * @param ?string $apiKey by default the environment variable `SVC_API_KEY`
     * @param ?string $pluginToken for the operations of `plugin`: a signed token
     * @param ?string $sessionId for the operations of `plugin`: the session that `plugin->init` returned
     * @param float $timeout seconds for one attempt; downloads and events may take longer, if no pause is longer
     * @param int $maxResponseBytes longest JSON response
     * @param ?Transport $transport by default a `CurlTransport`
     * @param ?\Closure(ResponseDetails): void $onResponse
     * @param ?\Closure(): float $random source of jitter, 0 to 1; for tests
     * @param ?\Closure(float): void $sleep waits for seconds between attempts; for tests
     * @param ?\Closure(): float $now seconds since 1970, to read dates of `Retry-After`; for tests
     */
    public function __construct(
        ?string $baseUrl = null,
        #[\SensitiveParameter] ?string $apiKey = null,
        #[\SensitiveParameter] ?string $pluginToken = null,
        #[\SensitiveParameter] ?string $sessionId = null,
        public float $timeout = 30.0,
        public int $maxRetries = 2,
        public int $maxResponseBytes = 67_108_864,
        ?Transport $transport = null,
        public ?\Closure $onResponse = null,
        ?\Closure $random = null,
        ?\Closure $sleep = null,
        ?\Closure $now = null,
    ) {
        $this->baseUrl = Url::base($baseUrl ?? self::variable('SVC_URL') ?? '');
        $this->credentials = new Credentials([
            'apiKey' => $apiKey ?? self::variable('SVC_API_KEY'),
            'pluginToken' => $pluginToken,
            'sessionId' => $sessionId,
        ]);
        $this->transport = $transport ?? new CurlTransport();
        $this->random = $random ?? static fn (): float => random_int(0, 1_000_000) / 1_000_000;
        $this->sleep = $sleep ?? static function (float $seconds): void {
            usleep(max(0, (int) ($seconds * 1_000_000)));
        };
        $this->now = $now ?? static fn (): float => microtime(true);
    }

    private static function variable(string $name): ?string
    {
        $value = getenv($name);
        return $value === false || $value === '' ? null : $value;
    }
}
