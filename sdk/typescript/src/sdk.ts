/** What the package offers. */
export { Colis } from './colis.ts'
export {
  AuthenticationError,
  type ClientErrorCode,
  ColisError,
  type ColisErrorCode,
  ConflictError,
  ForbiddenError,
  InvalidRequestError,
  NetworkError,
  NotFoundError,
  RateLimitError,
  UnavailableError,
  UnexpectedResponseError,
} from './colis-error.ts'
export type { CallOptions, ColisSettings, KeyedOptions } from './send-request.ts'
export type * from './types.ts'
export { verifyWebhook, type WebhookRefusal, WebhookRefused, type WebhookRequest } from './verify-webhook.ts'
