import { createHmac } from 'node:crypto'
import { isMadeByOne, type SecretKeys } from '../../../base/kernel/secret-keys.ts'
import type { DeliveryKey } from '../delivery-store.ts'

/** For how long an address of a photo works. */
const shownMs = 15 * 60_000

/** Where photos of hand-overs are shown to whoever has their address, for a while. */
export type ProofPhotoAddresses = { publicUrl: string; secrets: SecretKeys }

export const proofPhotoPath = '/handover-photos'

/** The address of a photo of a hand-over from `now` on: whoever has it sees it, and needs no key. */
export function proofPhotoAddress(
  { publicUrl, secrets }: ProofPhotoAddresses,
  { shopId, id }: DeliveryKey,
  photoId: string,
  now: Date,
): { url: string; expiresAt: Date } {
  const seconds = Math.floor((now.getTime() + shownMs) / 1_000)
  const signature = signatureOf([shopId, id, photoId, String(seconds)], secrets[0])
  const query = new URLSearchParams({ expires: String(seconds), signature })
  const url = `${publicUrl}${proofPhotoPath}/${shopId}/${id}/${photoId}?${query}`
  return { url, expiresAt: new Date(seconds * 1_000) }
}

/** Whether an address with this query is ours and still shows its photo at `now`. */
export function isProofPhotoOpen(
  secrets: SecretKeys,
  named: { shopId: string; id: string; photoId: string },
  { expires, signature }: { expires?: unknown; signature?: unknown },
  now: Date,
): boolean {
  if (typeof expires !== 'string' || typeof signature !== 'string') return false
  const fields = [named.shopId, named.id, named.photoId, expires]
  const isOurs = isMadeByOne(secrets, signature, (secret) => signatureOf(fields, secret))
  return isOurs && now.getTime() < Number(expires) * 1_000
}

/** No field that we sign contains a line feed, so no other division into fields gives the same text. */
const signatureOf = (fields: readonly string[], secret: Buffer): string =>
  createHmac('sha256', secret)
    .update(['handover-photo', ...fields].join('\n'))
    .digest('hex')
