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
            $members = Json::members($page);
            $items = $members['data'] ?? null;
            foreach (is_array($items) ? array_values($items) : [] as $item) {
                yield $item;
            }
            $cursor = self::next(Json::members($members['page'] ?? null));
            if ($cursor !== null && isset($cursors[$cursor])) {
                throw new InvalidResponseError('INVALID_RESPONSE', 'The service returned the same cursor twice');
            }
            $cursors[$cursor ?? ''] = true;
        }
    }

    /** @param array<array-key, mixed> $page */
    private static function next(array $page): ?string
    {
        $cursor = $page['next_cursor'] ?? null;
        return ($page['has_more'] ?? null) === true && is_string($cursor) ? $cursor : null;
    }
}
