<?php

declare(strict_types=1);

use Svc\Client\ClientOptions;
use Svc\Client\Svc;
use Svc\Client\Transport;
use Svc\Client\TransportException;
use Svc\Client\TransportRequest;
use Svc\Client\TransportResponse;

/** A transport that returns scripted responses, and keeps what the client sent. */
final class Script implements Transport
{
    /** @var list<TransportRequest> */
    public array $sent = [];

    /** @var list<float> */
    public array $delays = [];

    /** @param Closure(string): stdClass $choose response by URL */
    public function __construct(private readonly Closure $choose)
    {
    }

    /** @param list<stdClass> $responses */
    public static function sequence(array $responses): self
    {
        return new self(static function () use (&$responses): stdClass {
            return array_shift($responses) ?? throw new LogicException('More requests than responses');
        });
    }

    public function send(#[SensitiveParameter] TransportRequest $request): TransportResponse
    {
        $this->sent[] = $request;
        $response = ($this->choose)($request->url);
        if (isset($response->failure)) {
            throw new TransportException($response->failure, $response->failure === 'timeout');
        }
        return new TransportResponse($response->status, (array) ($response->headers ?? []), $response->body ?? '');
    }

    public function client(): Svc
    {
        return new Svc(new ClientOptions(
            baseUrl: 'https://svc.example',
            apiKey: 'svc_test',
            transport: $this,
            random: static fn (): float => 0.5,
            sleep: function (float $seconds): void {
                $this->delays[] = $seconds;
            },
            now: static fn (): float => 1795255200.0,
        ));
    }
}
