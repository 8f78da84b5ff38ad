/** What the package offers. */
export { Colis } from './colis.js';
export { AuthenticationError, ColisError, ConflictError, ForbiddenError, InvalidRequestError, NetworkError, NotFoundError, RateLimitError, UnavailableError, UnexpectedResponseError, } from './colis-error.js';
export { verifyWebhook, WebhookRefused } from './verify-webhook.js';
