import type { FailureForShop } from '../../../../domain/webhooks/sending/attempt-outcome.ts'
import type { ConsoleText } from '../../console-words.ts'

/** What to look at after a failure of each kind, except answers, which say their status. */
export const logAdvice: Record<Exclude<FailureForShop, 'HTTP_ERROR'>, ConsoleText> = {
  DNS: 'The name in this address leads to no public server. Check its spelling, and the DNS of your domain.',
  TLS: 'The https certificate of your server was not accepted. It may have expired, or an intermediate certificate is missing.',
  CONNECTION: 'There was no connection, or it broke. Your server may be down, or a firewall keeps us out.',
  TIMEOUT: 'Your server did not answer within 10 seconds. Answer 2xx first, and work afterwards.',
  REDIRECT: 'Your server answered with a redirect, and we follow none. Give the webhook the final address.',
}

export const logFilterNames = {
  ALL: 'All',
  FAILED: 'Failing',
  PENDING: 'Waiting',
  EXHAUSTED: 'Given up',
  DELIVERED: 'Accepted#filters',
} as const

export const logStates = {
  PENDING: 'Waiting',
  DELIVERED: 'Accepted',
  EXHAUSTED: 'Given up#states',
} as const

export const logFailures: Record<FailureForShop, ConsoleText> = {
  DNS: 'name not found',
  TLS: 'certificate refused',
  CONNECTION: 'no connection',
  TIMEOUT: 'too slow',
  REDIRECT: 'redirect',
  HTTP_ERROR: 'error',
}
