<?php

declare(strict_types=1);

namespace Svc\Client\Internal;

use Svc\Client\Errors\ConfigurationError;

/**
 * URLs of requests and redirects (RFC 3986).
 *
 * @internal
 */
final class Url
{
    /** Origin and path without a slash at the end. */
    public static function base(string $text): string
    {
        [$scheme, $authority, $path] = self::split($text);
        if (self::isHttp($scheme, $authority) && !str_contains($authority, '@')) {
            return rtrim("$scheme://$authority$path", '/');
        }
        throw new ConfigurationError('INVALID_OPTIONS', 'baseUrl, or SVC_URL, must be the http or https URL of the service');
    }

    /** @param array<string, mixed> $parameters */
    public static function of(string $base, Operation $operation, array $parameters): string
    {
        $path = $operation->path;
        $inPath = $operation->pathNames();
        foreach ($inPath as $name) {
            $path = str_replace('{' . $name . '}', self::segment($operation, $name, $parameters[$name] ?? null), $path);
        }
        $pairs = [];
        foreach ($parameters as $name => $value) {
            if (!in_array($name, $inPath, true) && ($operation->body === 'none' || in_array($name, $operation->query, true))) {
                array_push($pairs, ...self::pairs((string) $name, $value));
            }
        }
        return $base . $path . ($pairs === [] ? '' : '?' . implode('&', $pairs));
    }

    /** Target of a redirect, null for one that must not be followed: from https to http, to files, or to what is no URL. */
    public static function redirectTarget(string $url, string $location): ?string
    {
        [$scheme, $authority, $path] = self::split($url);
        [$toScheme, $toAuthority, $toPath, $toQuery] = self::split($location);
        if ($toScheme === '') {
            $toScheme = $scheme;
            if ($toAuthority === '') {
                $toAuthority = $authority;
                $folder = substr($path, 0, (int) strrpos($path, '/') + 1);
                $toPath = $toPath === '' ? $path : (str_starts_with($toPath, '/') ? $toPath : ($folder ?: '/') . $toPath);
            }
        }
        $isSafe = $toScheme === 'https' || $scheme === 'http';
        return $isSafe && self::isHttp($toScheme, $toAuthority) ? "$toScheme://$toAuthority$toPath$toQuery" : null;
    }

    public static function origin(string $url): string
    {
        [$scheme, $authority] = self::split($url);
        return strtolower("$scheme://$authority");
    }

    private static function isHttp(string $scheme, string $authority): bool
    {
        $host = '(?:\[[0-9A-Fa-f:.]+\]|[^\[\]@:\s\x00-\x1f\\\\]+)';
        return ($scheme === 'http' || $scheme === 'https') && preg_match("/^(?:[^@\\s]*@)?$host(?::[0-9]*)?$/D", $authority) === 1;
    }

    /**
     * Scheme in lower case, authority, path, and query with its question mark (RFC 3986, appendix B).
     *
     * @return array{string, string, string, string}
     */
    private static function split(string $url): array
    {
        preg_match('~^(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(\?[^#]*)?~', $url, $parts);
        return [strtolower($parts[1] ?? ''), $parts[2] ?? '', $parts[3] ?? '', $parts[4] ?? ''];
    }

    private static function segment(Operation $operation, string $name, mixed $value): string
    {
        $text = is_string($value) || is_int($value) ? (string) $value : '';
        if (in_array($text, ['', '.', '..'], true)) {
            $message = "{$operation->id} requires $name: a text that is not empty, . or ..";
            throw new ConfigurationError('INVALID_ARGUMENT', $message);
        }
        return rawurlencode($text);
    }

    /**
     * Lists repeat the name, maps have their keys in brackets.
     *
     * @return list<string>
     */
    private static function pairs(string $name, mixed $value): array
    {
        if ($value === null) {
            return [];
        }
        $items = $value instanceof \stdClass ? get_object_vars($value) : $value;
        if (is_array($items)) {
            $isList = is_array($value) && array_is_list($value);
            $pairs = [];
            foreach ($items as $key => $each) {
                array_push($pairs, ...self::pairs($isList ? $name : "{$name}[{$key}]", $each));
            }
            return $pairs;
        }
        return [rawurlencode($name) . '=' . rawurlencode(is_string($value) ? $value : Json::encode($value))];
    }
}
