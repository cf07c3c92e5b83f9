<?php

declare(strict_types=1);

namespace Svc\Client\Internal;

use Svc\Client\Errors\InvalidResponseError;
use Svc\Client\Omit;
use Svc\Client\RequestOptions;

/**
 * Lists page by page.
 *
 * @internal
 */
final class Pages
{
    /**
     * Items of a list, requested as they are needed. Throws if the service returns a cursor twice.
     *
     * @param array<string, mixed> $parameters
     * @return \Generator<int, mixed>
     */
    public static function iterate(Core $core, string $name, array $parameters, ?RequestOptions $options): \Generator
    {
        $cursors = [];
        $cursor = $parameters['cursor'] ?? Omit::Value;
        while ($cursor !== null) {
            $page = $core->call($name, ['cursor' => $cursor] + $parameters, $options);
            foreach (is_array($page->data ?? null) ? $page->data : [] as $item) {
                yield $item;
            }
            $cursor = self::next($page);
            if ($cursor !== null && isset($cursors[$cursor])) {
                throw new InvalidResponseError('INVALID_RESPONSE', 'The service returned the same cursor twice');
            }
            $cursors[$cursor ?? ''] = true;
        }
    }

    private static function next(mixed $page): ?string
    {
        $info = $page->page ?? null;
        $cursor = $info->next_cursor ?? null;
        return ($info->has_more ?? null) === true && is_string($cursor) ? $cursor : null;
    }
}
