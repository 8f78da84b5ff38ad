import type { SecretKeys } from '../../../base/kernel/secret-keys.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { WebhookDeps } from '../webhook-deps.ts'
import { replaceFingerprint, savedFingerprint } from './sealing-key-store.ts'
import { fingerprintOf } from './signing-secret.ts'

type SealingDeps = Pick<WebhookDeps, 'db' | 'clock' | 'sealingKeys' | 'alertOperator'>

/**
 * The keys to seal with now. The first is the one that the service last started with, so that nothing is
 * sealed with a key that it does not have, such as one that a command made for itself in another DATA_FOLDER
 * (decision 35), or the new one while SECRETS_KEY is being changed (decision 394). Throws
 * SECRETS_KEY_DIFFERS where that is none of ours.
 */
export async function checkSealingKey({ db, clock, sealingKeys }: SealingDeps): Promise<SecretKeys> {
  const saved = await savedFingerprint(db, fingerprintOf(sealingKeys[0]), clock.now())
  const current = sealingKeys.find((key) => fingerprintOf(key) === saved)
  if (!current) throw new ApiError('SECRETS_KEY_DIFFERS')
  return [current, ...sealingKeys.filter((key) => key !== current)]
}

/**
 * Makes the key that the service starts with the one to seal with. The operator is alerted when it differs
 * from that of the previous start and that one is not known any more.
 */
export async function checkSealingKeyAtStart(deps: SealingDeps): Promise<void> {
  const { db, clock, sealingKeys, alertOperator } = deps
  const [own = '', ...others] = sealingKeys.map(fingerprintOf)
  const saved = await savedFingerprint(db, own, clock.now())
  if (saved === own) return
  await replaceFingerprint(db, own, clock.now())
  if (others.includes(saved)) return
  alertOperator(
    'SECRETS_KEY differs from the one of the last start on this database: signing secrets sealed with that one cannot be opened, and customers’ links made with it do not work. Restore it on every process, or name it in SECRETS_KEY_PREVIOUS where SECRETS_KEY is to change, or give each endpoint a new secret with colis webhooks regenerate-secret.',
    {},
  )
}
