<?php

declare(strict_types=1);

namespace Svc\Client\Internal;

/**
 * How a call becomes a request.
 *
 * @internal
 */
final readonly class Operation
{
    /**
     * @param string $path with `{parameters}`
     * @param list<string> $query
     * @param string $body `none`, `json`, `form` or `bytes`
     * @param string $result `none`, `json`, `bytes` or `events`
     * @param string $auth `none`, `key`, `token` or `session`
     * @param bool $once accepts an `Idempotency-Key`
     */
    public function __construct(
        public string $id,
        public string $method,
        public string $path,
        public array $query,
        public string $body,
        public string $result,
        public string $auth,
        public bool $once,
    ) {
    }

    /** @return list<string> */
    public function pathNames(): array
    {
        preg_match_all('/\{(\w+)\}/', $this->path, $matches);
        return $matches[1];
    }

    public function isStream(): bool
    {
        return $this->result === 'bytes' || $this->result === 'events';
    }
}
