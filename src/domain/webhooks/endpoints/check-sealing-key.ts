import { ApiError } from '../../../contract/errors.ts'
import type { WebhookDeps } from '../webhook-deps.ts'
import { replaceFingerprint, savedFingerprint } from './sealing-key-store.ts'
import { fingerprintOf } from './signing-secret.ts'

type SealingDeps = Pick<WebhookDeps, 'db' | 'clock' | 'sealingKey' | 'alertOperator'>

/**
 * Ensures that nothing is sealed with a key that the service does not have, such as one that a command
 * made for itself in another DATA_FOLDER (decision 35). Throws SECRETS_KEY_DIFFERS.
 */
export async function checkSealingKey({ db, clock, sealingKey }: SealingDeps): Promise<void> {
  const own = fingerprintOf(sealingKey)
  if ((await savedFingerprint(db, own, clock.now())) !== own) throw new ApiError('SECRETS_KEY_DIFFERS')
}

/**
 * Makes the key that the service starts with the one to seal with. The operator is alerted when it differs
 * from that of the previous start.
 */
export async function checkSealingKeyAtStart(deps: SealingDeps): Promise<void> {
  const { db, clock, sealingKey, alertOperator } = deps
  const own = fingerprintOf(sealingKey)
  if ((await savedFingerprint(db, own, clock.now())) === own) return
  await replaceFingerprint(db, own, clock.now())
  alertOperator(
    'SECRETS_KEY differs from the one of the last start on this database: signing secrets sealed with that one cannot be opened, and customers’ links made with it do not work. Restore it on every process, or give each endpoint a new secret with colis webhooks regenerate-secret.',
    {},
  )
}
