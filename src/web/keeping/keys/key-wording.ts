import type { Scope } from '../../../base/contract/vocabulary.ts'
import type { WebText } from '../../web-words.ts'

/** What a key of each scope may do, as a shop reads it. */
export const scopeWords: Record<Scope, { may: WebText; hint: WebText }> = {
  'quotes:read': { may: 'Ask for prices', hint: 'See the zones and the price of a trip.' },
  'deliveries:read': {
    may: 'Read your deliveries',
    hint: 'Follow them, with the names and phones of customers.',
  },
  'deliveries:write': {
    may: 'Order and cancel',
    hint: 'Order, change, cancel, confirm a payment or a return.',
  },
  'webhooks:read': { may: 'Read your webhooks', hint: 'Their state and their log.' },
  'webhooks:write': { may: 'Manage your webhooks', hint: 'Add, change and remove them.' },
  'pickup-addresses:write': { may: 'Manage your pickup addresses', hint: 'Add, change and remove them.' },
}

export const keyDone: Record<string, WebText> = {
  revoked: 'The key is revoked: it opens nothing any more.',
}
