<?php

declare(strict_types=1);

namespace Colis;

/** @internal When a request is sent again. */
final class RetryDelay
{
    /** Milliseconds before the first retry, doubled for each further one, and the most there can be. */
    private const FIRST_BACK_OFF_MS = 500;
    private const MAX_BACK_OFF_MS = 8_000;

    /** What asks for more than this is not waited for. */
    private const MAX_RETRY_AFTER_SECONDS = 60;

    /**
     * Milliseconds to wait before a request is sent again, null when it must not be. One that may have had an effect is
     * sent again only if that `isRepeatable`; 429 says that it had none. `retries` is how many there were, `chance` a
     * number from 0 to 1.
     */
    public static function of(ColisError $error, bool $isRepeatable, int $retries, float $chance): ?int
    {
        $isUnanswered = in_array($error->errorCode, ['CONNECTION_FAILED', 'TIMED_OUT'], true);
        $mayHelp = $isUnanswered || $error->status === 408 || $error->status >= 500;
        if ($error->status !== 429 && !($isRepeatable && $mayHelp)) {
            return null;
        }
        $asked = $error->retryAfterSeconds;
        if ($asked === null) {
            $backOffMs = min(self::FIRST_BACK_OFF_MS * 2 ** $retries, self::MAX_BACK_OFF_MS);
            return (int) round($backOffMs * (0.5 + $chance / 2));
        }
        return $asked > self::MAX_RETRY_AFTER_SECONDS ? null : $asked * 1000;
    }

    /** Seconds that a Retry-After asks for, as digits or as a date; null when it is neither. */
    public static function readRetryAfter(?string $header, float $now): ?int
    {
        if ($header === null) {
            return null;
        }
        if (preg_match('/^[0-9]{1,9}\z/', $header) === 1) {
            return (int) $header;
        }
        $form = '/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT\z/';
        $at = preg_match($form, $header) === 1 ? strtotime($header) : false;
        return $at === false ? null : max(0, (int) ceil($at - $now));
    }
}
