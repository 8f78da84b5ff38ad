import { createHmac } from 'node:crypto'
import { isMadeByOne, type SecretKeys } from '../../../base/kernel/secret-keys.ts'
import { type Recipient, typedRecipient } from './recipient.ts'

/**
 * Whom a form names who takes a parcel, as its page showed them: the customer may have named somebody else by
 * the time that a phone without a network sends it. It is signed, since nobody but the customer names people.
 */
export const shownRecipient = (secrets: SecretKeys, deliveryId: string, { name, kind }: Recipient): string =>
  [signatureOf(secrets[0], deliveryId, { name, kind }), kind, name].join(' ')

/** Whom such a text names; undefined for one that no page of this delivery showed. */
export function readShownRecipient(
  secrets: SecretKeys,
  deliveryId: string,
  text: string,
): Recipient | undefined {
  const [given = '', kind = '', ...name] = text.split(' ')
  const recipient = typedRecipient({ name: name.join(' '), kind })
  if (!recipient) return undefined
  const isOurs = isMadeByOne(secrets, given, (secret) => signatureOf(secret, deliveryId, recipient))
  return isOurs ? recipient : undefined
}

/** None of the parts contains a line feed, so no other parts give the same text. */
const signatureOf = (secret: Buffer, deliveryId: string, { name, kind }: Recipient): string =>
  createHmac('sha256', secret).update(['recipient', deliveryId, kind, name].join('\n')).digest('base64url')
