import type { ErrorCode } from './types.ts';
/**
 * What this client itself refuses with: CONNECTION_FAILED and TIMED_OUT (nothing was answered), UNEXPECTED_RESPONSE (not
 * the service's own answer, such as a proxy's page), REDIRECT_REFUSED (redirects are not followed).
 */
export type ClientErrorCode = 'CONNECTION_FAILED' | 'TIMED_OUT' | 'UNEXPECTED_RESPONSE' | 'REDIRECT_REFUSED';
/** Every code that is known; more may come within v1. */
export type ColisErrorCode = ErrorCode | ClientErrorCode;
type ErrorMembers = {
    code: ColisErrorCode;
    status?: number;
    message: string;
    details?: Record<string, unknown>;
    requestId?: string | undefined;
    retryAfterSeconds?: number | undefined;
    cause?: unknown;
};
/** What a call is refused with. Branch on `code`, or on the class, which says what kind of refusal it is. */
export declare class ColisError extends Error {
    name: string;
    readonly code: ColisErrorCode;
    /** The HTTP status; 0 when nothing was answered. */
    readonly status: number;
    /** What refines the error; empty when nothing does. */
    readonly details: Record<string, unknown>;
    /** Quote it when you ask for help. */
    readonly requestId: string | undefined;
    /** How long the service asked to wait, on 429 and 503. */
    readonly retryAfterSeconds: number | undefined;
    constructor({ code, status, message, details, ...more }: ErrorMembers);
}
/** What was sent cannot be accepted as it is: sent again, it is refused again (400, 413, 422 and the like). */
export declare class InvalidRequestError extends ColisError {
    name: string;
}
/** The API key is missing, unknown, revoked, or of the other environment (401). */
export declare class AuthenticationError extends ColisError {
    name: string;
}
/** The API key lacks the right, or the shop is suspended (403). */
export declare class ForbiddenError extends ColisError {
    name: string;
}
/** The shop has no such delivery, address or endpoint (404). */
export declare class NotFoundError extends ColisError {
    name: string;
}
/** What is asked for does not fit what is there: a reference that is taken, a status that has moved on (409). */
export declare class ConflictError extends ColisError {
    name: string;
}
/** Too many requests: nothing was done (429). */
export declare class RateLimitError extends ColisError {
    name: string;
    /** Seconds to wait before the next try, where the service said so. */
    get retryAfter(): number | undefined;
}
/** The service could not answer for now; whether it acted is unknown (408, 500 and above). */
export declare class UnavailableError extends ColisError {
    name: string;
}
/** Nothing was answered: whether the request arrived is unknown. */
export declare class NetworkError extends ColisError {
    name: string;
}
/** Something else than the service answered, a proxy or another site: check `baseUrl`. */
export declare class UnexpectedResponseError extends ColisError {
    name: string;
}
/** The error of the class that its status and code belong to. */
export declare function newColisError(members: ErrorMembers): ColisError;
export {};
