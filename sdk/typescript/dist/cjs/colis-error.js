"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.UnexpectedResponseError = exports.NetworkError = exports.UnavailableError = exports.RateLimitError = exports.ConflictError = exports.NotFoundError = exports.ForbiddenError = exports.AuthenticationError = exports.InvalidRequestError = exports.ColisError = void 0;
exports.newColisError = newColisError;
/** What a call is refused with. Branch on `code`, or on the class, which says what kind of refusal it is. */
class ColisError extends Error {
    name = 'ColisError';
    code;
    /** The HTTP status; 0 when nothing was answered. */
    status;
    /** What refines the error; empty when nothing does. */
    details;
    /** Quote it when you ask for help. */
    requestId;
    /** How long the service asked to wait, on 429 and 503. */
    retryAfterSeconds;
    constructor({ code, status = 0, message, details = {}, ...more }) {
        super(message, 'cause' in more ? { cause: more.cause } : undefined);
        this.code = code;
        this.status = status;
        this.details = details;
        this.requestId = more.requestId;
        this.retryAfterSeconds = more.retryAfterSeconds;
    }
}
exports.ColisError = ColisError;
/** What was sent cannot be accepted as it is: sent again, it is refused again (400, 413, 422 and the like). */
class InvalidRequestError extends ColisError {
    name = 'InvalidRequestError';
}
exports.InvalidRequestError = InvalidRequestError;
/** The API key is missing, unknown, revoked, or of the other environment (401). */
class AuthenticationError extends ColisError {
    name = 'AuthenticationError';
}
exports.AuthenticationError = AuthenticationError;
/** The API key lacks the right, or the shop is suspended (403). */
class ForbiddenError extends ColisError {
    name = 'ForbiddenError';
}
exports.ForbiddenError = ForbiddenError;
/** The shop has no such delivery, address or endpoint (404). */
class NotFoundError extends ColisError {
    name = 'NotFoundError';
}
exports.NotFoundError = NotFoundError;
/** What is asked for does not fit what is there: a reference that is taken, a status that has moved on (409). */
class ConflictError extends ColisError {
    name = 'ConflictError';
}
exports.ConflictError = ConflictError;
/** Too many requests: nothing was done (429). */
class RateLimitError extends ColisError {
    name = 'RateLimitError';
    /** Seconds to wait before the next try, where the service said so. */
    get retryAfter() {
        return this.retryAfterSeconds;
    }
}
exports.RateLimitError = RateLimitError;
/** The service could not answer for now; whether it acted is unknown (408, 500 and above). */
class UnavailableError extends ColisError {
    name = 'UnavailableError';
}
exports.UnavailableError = UnavailableError;
/** Nothing was answered: whether the request arrived is unknown. */
class NetworkError extends ColisError {
    name = 'NetworkError';
}
exports.NetworkError = NetworkError;
/** Something else than the service answered, a proxy or another site: check `baseUrl`. */
class UnexpectedResponseError extends ColisError {
    name = 'UnexpectedResponseError';
}
exports.UnexpectedResponseError = UnexpectedResponseError;
/** The error of the class that its status and code belong to. */
function newColisError(members) {
    return new (kindOf(members.code, members.status ?? 0))(members);
}
function kindOf(code, status) {
    if (code === 'CONNECTION_FAILED' || code === 'TIMED_OUT')
        return NetworkError;
    if (status === 429)
        return RateLimitError;
    if (status === 408 || status >= 500)
        return UnavailableError;
    // A page of a proxy says nothing about deliveries, whatever its status.
    if (code === 'UNEXPECTED_RESPONSE' || code === 'REDIRECT_REFUSED')
        return UnexpectedResponseError;
    // The address is wrong, not what it names.
    if (code === 'ROUTE_NOT_FOUND')
        return InvalidRequestError;
    return kinds[status] ?? (status >= 400 ? InvalidRequestError : ColisError);
}
const kinds = {
    401: AuthenticationError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
};
