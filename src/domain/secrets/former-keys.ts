import { openText, sealText } from '../../base/kernel/sealed-text.ts'
import type { SecretKeys } from '../../base/kernel/secret-keys.ts'
import { fingerprintOf } from '../webhooks/endpoints/signing-secret.ts'

/**
 * The purposes whose keys are kept when SECRETS_KEY is changed, under the names that they are derived by
 * (decision 395). Of backup codes and of customers who used promo codes there are hashes, which cannot be
 * made anew; shops keep cursors, and phones know the pair that signs pushes, for as long as they like. None
 * of these lets anybody in: sessions are signed with the first as well, and are not read with kept ones.
 */
export const keptPurposes = ['sessions', 'promo code customers', 'event cursors', 'web push'] as const
export type KeptPurpose = (typeof keptPurposes)[number]

/** The purpose whose keys seal the others. */
export const sealingPurpose = 'former keys'

/** A key as it is kept. */
type SealedFormerKey = { purpose: string; fingerprint: string; sealed_key: string }

/** A key of a purpose, sealed under the first of `seals`. */
export function sealedFormerKey(purpose: KeptPurpose, key: Buffer, seals: SecretKeys): SealedFormerKey {
  const fingerprint = fingerprintOf(key)
  const sealed_key = sealText(key.toString('hex'), seals, boundTo({ purpose, fingerprint }))
  return { purpose, fingerprint, sealed_key }
}

/** What a kept key is bound to. */
export const boundTo = ({ purpose, fingerprint }: Pick<SealedFormerKey, 'purpose' | 'fingerprint'>): string =>
  `${purpose} ${fingerprint}`

/** The keys of a purpose, and after them the kept ones that `seals` open. */
export function withFormerKeys(
  keys: SecretKeys,
  purpose: KeptPurpose,
  { kept, seals }: { kept: readonly SealedFormerKey[]; seals: SecretKeys },
): SecretKeys {
  const opened = kept
    .filter((each) => each.purpose === purpose)
    .flatMap((each) => openText(each.sealed_key, seals, boundTo(each)) ?? [])
    .map((text) => Buffer.from(text, 'hex'))
  return [...keys, ...opened.filter((key) => !keys.some((known) => known.equals(key)))]
}
