<?php

declare(strict_types=1);

namespace Svc\Client\Internal;

use Svc\Client\Download;
use Svc\Client\ServerEvent;

/**
 * Server-sent events.
 *
 * @internal
 */
final class Events
{
    /**
     * Events as they arrive; the connection is closed with the generator.
     *
     * @return \Generator<int, ServerEvent>
     */
    public static function of(Download $download): \Generator
    {
        $lines = [];
        $rest = '';
        foreach ($download as $bytes) {
            $parts = explode("\n", $rest . $bytes);
            $rest = array_pop($parts);
            foreach ($parts as $part) {
                $line = rtrim($part, "\r");
                if ($line !== '') {
                    $lines[] = $line;
                    continue;
                }
                $event = self::event($lines);
                $lines = [];
                if ($event !== null) {
                    yield $event;
                }
            }
        }
    }

    /** @param list<string> $lines */
    private static function event(array $lines): ?ServerEvent
    {
        $data = [];
        $fields = [];
        foreach ($lines as $line) {
            $parts = explode(':', $line, 2);
            $value = $parts[1] ?? '';
            $value = str_starts_with($value, ' ') ? substr($value, 1) : $value;
            if ($parts[0] === 'data') {
                $data[] = $value;
            } else {
                $fields[$parts[0]] = $value;
            }
        }
        if ($data === []) {
            return null;
        }
        return new ServerEvent($fields['event'] ?? 'message', $fields['id'] ?? null, Json::decodeOrText(implode("\n", $data)));
    }
}
