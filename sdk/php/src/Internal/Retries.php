<?php

declare(strict_types=1);

namespace Svc\Client\Internal;

/**
 * When a call is repeated.
 *
 * @internal
 */
final class Retries
{
    private const IDEMPOTENT_METHODS = ['GET', 'HEAD', 'PUT', 'DELETE'];

    private const TRANSIENT_STATUSES = [408, 500, 502, 503, 504];

    private const FIRST_DELAY = 0.5;

    private const MAX_DELAY = 8.0;

    /** A longer Retry-After is left to the caller. */
    private const MAX_RETRY_AFTER = 60.0;

    private const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

    private const CLOCK = '(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)';

    private const FORMS = [
        '/^[A-Z][a-z]{2}, (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) ' . self::CLOCK . ' GMT$/D',
        '/^[A-Z][a-z]{5,8}, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) ' . self::CLOCK . ' GMT$/D',
        '/^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) ' . self::CLOCK . ' (?<year>\d{4})$/D',
    ];

    public static function isIdempotent(string $method): bool
    {
        return in_array($method, self::IDEMPOTENT_METHODS, true);
    }

    public static function isTransient(int $status, string $code, bool $isRepeatable): bool
    {
        // These requests had no effect, whatever their method.
        if ($status === 429 || $code === 'IDEMPOTENCY_IN_PROGRESS') {
            return true;
        }
        return $isRepeatable && in_array($status, self::TRANSIENT_STATUSES, true);
    }

    /** Seconds before the next attempt, or null if the service requires a wait that is too long. */
    public static function delay(int $attempt, ?float $retryAfter, float $jitter): ?float
    {
        if ($retryAfter === null) {
            return $jitter * min(self::MAX_DELAY, self::FIRST_DELAY * 2.0 ** $attempt);
        }
        return $retryAfter > self::MAX_RETRY_AFTER ? null : $retryAfter + $jitter * self::FIRST_DELAY;
    }

    /** Seconds of a number or of a date in one of the forms of HTTP (RFC 9110, 5.6.7). */
    public static function parseRetryAfter(?string $value, float $now): ?float
    {
        $text = trim($value ?? '');
        if (preg_match('/^[0-9]{1,9}$/D', $text) === 1) {
            return (float) $text;
        }
        foreach (self::FORMS as $form) {
            if (preg_match($form, $text, $parts) === 1) {
                $time = self::timeOf($parts, $now);
                return $time === null ? null : max(0.0, $time - $now);
            }
        }
        return null;
    }

    /** @param array<int|string, string> $parts */
    private static function timeOf(array $parts, float $now): ?int
    {
        $month = (int) array_search($parts['month'], ['', ...self::MONTHS], true);
        $year = strlen($parts['year']) === 2 ? self::wholeYear((int) $parts['year'], $now) : (int) $parts['year'];
        [$day, $hour, $minute, $second] = [(int) $parts['day'], (int) $parts['hour'], (int) $parts['minute'], (int) $parts['second']];
        if (!checkdate($month, $day, $year) || $hour > 23 || $minute > 59 || $second > 60) {
            return null;
        }
        $time = gmmktime($hour, $minute, $second, $month, $day, $year);
        return $time === false ? null : $time;
    }

    /** Two digits that would be more than 50 years ahead are of the past century. */
    private static function wholeYear(int $year, float $now): int
    {
        $current = (int) gmdate('Y', (int) $now);
        $whole = $current - $current % 100 + $year;
        return $whole > $current + 50 ? $whole - 100 : $whole;
    }
}
