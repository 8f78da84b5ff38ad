/** Milliseconds before the first retry, doubled for each further one, and the most there can be. */
const firstBackOffMs = 500;
const maxBackOffMs = 8_000;
/** What asks for more than this is not waited for. */
const maxRetryAfterSeconds = 60;
/**
 * Milliseconds to wait before a request is sent again, undefined when it must not be. One that may have had an
 * effect is sent again only if that `isRepeatable`; 429 says that it had none. `retries` is how many there were,
 * `chance` a number from 0 to 1.
 */
export function retryDelayMs(error, { isRepeatable, retries, chance }) {
    const { code, status, retryAfterSeconds } = error;
    const mayHelp = code === 'CONNECTION_FAILED' || code === 'TIMED_OUT' || status === 408 || status >= 500;
    if (status !== 429 && !(isRepeatable && mayHelp))
        return undefined;
    if (retryAfterSeconds === undefined)
        return Math.round(Math.min(firstBackOffMs * 2 ** retries, maxBackOffMs) * (0.5 + chance / 2));
    return retryAfterSeconds > maxRetryAfterSeconds ? undefined : retryAfterSeconds * 1000;
}
/** Seconds that a `Retry-After` asks for, as digits or as a date; undefined when it is neither. */
export function readRetryAfter(header, nowMs) {
    if (header === null)
        return undefined;
    if (/^\d{1,9}$/.test(header))
        return Number(header);
    if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(header))
        return undefined;
    const seconds = Math.ceil((Date.parse(header) - nowMs) / 1000);
    return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
