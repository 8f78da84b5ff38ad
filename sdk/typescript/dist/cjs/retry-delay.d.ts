import type { ColisError } from './colis-error.ts';
/**
 * Milliseconds to wait before a request is sent again, undefined when it must not be. One that may have had an
 * effect is sent again only if that `isRepeatable`; 429 says that it had none. `retries` is how many there were,
 * `chance` a number from 0 to 1.
 */
export declare function retryDelayMs(error: ColisError, { isRepeatable, retries, chance }: {
    isRepeatable: boolean;
    retries: number;
    chance: number;
}): number | undefined;
/** Seconds that a `Retry-After` asks for, as digits or as a date; undefined when it is neither. */
export declare function readRetryAfter(header: string | null, nowMs: number): number | undefined;
