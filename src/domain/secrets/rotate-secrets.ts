import type { Database, Trx } from '../../base/database/open-database.ts'
import { sealedAnew } from '../../base/kernel/sealed-text.ts'
import type { SecretKeys } from '../../base/kernel/secret-keys.ts'
import { ApiError } from '../../contract/errors.ts'
import { requireServiceRight } from '../accounts/check-service-right.ts'
import {
  listSealedFactors,
  replaceSealedFactor,
  type SealedFactor,
} from '../accounts/second-factor/second-factor-store.ts'
import type { AuditedDeps } from '../audit/audited-act.ts'
import { recordAct } from '../audit/record-act.ts'
import { checkSealingKey } from '../webhooks/endpoints/check-sealing-key.ts'
import { type EndpointRow, listEndpointsAfter, replaceSealed } from '../webhooks/endpoints/endpoint-store.ts'
import type { WebhookDeps } from '../webhooks/webhook-deps.ts'
import { listFormerKeys, saveFormerKey } from './former-key-store.ts'
import { boundTo, keptPurposes, sealedFormerKey, sealingPurpose } from './former-keys.ts'

type RotateDeps = AuditedDeps & {
  db: Database
  webhooks: Pick<WebhookDeps, 'sealingKeys' | 'alertOperator'>
  secondFactorKeys: SecretKeys
  /** The keys of a purpose, by the settings alone. */
  keysOf: (purpose: string) => SecretKeys
}

/** How many of a kind were sealed anew now, and how many none of our keys opens. */
type Resealed = { anew: number; unreadable: number }

/** What a rotation did. */
export type Rotation = { signingSecrets: Resealed; secondFactors: Resealed; keptKeys: number }

/** What one read takes: few enough to be read and sealed within a moment. */
const batchSize = 200
const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * Seals everything that is kept sealed under SECRETS_KEY, and keeps what must be known of the keys before it,
 * so that nothing in the database needs those any more (decision 394). What is sealed under it already stays,
 * and each row is a statement of its own: a rotation that was interrupted is run again, and people go on
 * meanwhile. Throws ROLE_REQUIRED, and SECRETS_KEY_DIFFERS when the service last started with another key
 * than the first of ours, since it may not know that one.
 */
export async function rotateSecrets(deps: RotateDeps): Promise<Rotation> {
  const { db, clock, webhooks } = deps
  await requireServiceRight(deps, 'MANAGE')
  const [current] = await checkSealingKey({ db, clock, ...webhooks })
  if (current !== webhooks.sealingKeys[0]) throw new ApiError('SECRETS_KEY_DIFFERS')
  const signingSecrets = await eachInBatches(
    (after) => listEndpointsAfter(db, after, batchSize),
    ({ id }) => id,
    (row) => resealEndpoint(db, row, webhooks.sealingKeys),
  )
  const secondFactors = await eachInBatches(
    (after) => listSealedFactors(db, after, batchSize),
    ({ accountId }) => accountId,
    (row) => resealFactor(db, row, deps.secondFactorKeys),
  )
  return db.transaction().execute(async (trx) => {
    const keptKeys = await keepFormerKeys(trx, deps)
    await recordAct(
      { ...deps, db: trx },
      {
        action: 'rotate-secrets',
        subject: { type: 'SERVICE', id: 'secrets' },
        before: { signingSecrets: 0, secondFactors: 0, keptKeys: 0 },
        after: { signingSecrets: signingSecrets.anew, secondFactors: secondFactors.anew, keptKeys },
      },
    )
    return { signingSecrets, secondFactors, keptKeys }
  })
}

type Outcome = 'ANEW' | 'SAME' | 'UNREADABLE'

/** Does this to every row that `list` gives, from one batch to the next, and counts what came of it. */
async function eachInBatches<Row>(
  list: (after: string) => Promise<Row[]>,
  idOf: (row: Row) => string,
  reseal: (row: Row) => Promise<Outcome>,
): Promise<Resealed> {
  const outcomes = { ANEW: 0, SAME: 0, UNREADABLE: 0 }
  let last: Row | undefined
  do {
    const rows = await list(last === undefined ? beforeAll : idOf(last))
    for (const row of rows) outcomes[await reseal(row)] += 1
    last = rows.at(-1)
  } while (last !== undefined)
  return { anew: outcomes.ANEW, unreadable: outcomes.UNREADABLE }
}

async function resealEndpoint(db: Database, row: EndpointRow, keys: SecretKeys): Promise<Outcome> {
  const { id, sealed_secret: sealed, sealed_previous_secret: previous } = row
  const secret = sealedAnew(sealed, keys, id)
  const previousSecret = previous === null ? null : sealedAnew(previous, keys, id)
  if (secret === undefined || previousSecret === undefined) return 'UNREADABLE'
  if (secret === sealed && previousSecret === previous) return 'SAME'
  await replaceSealed(db, row, { sealed_secret: secret, sealed_previous_secret: previousSecret })
  return 'ANEW'
}

async function resealFactor(db: Database, row: SealedFactor, keys: SecretKeys): Promise<Outcome> {
  const secret = sealedAnew(row.sealedSecret, keys, row.accountId)
  if (secret === undefined) return 'UNREADABLE'
  if (secret === row.sealedSecret) return 'SAME'
  await replaceSealedFactor(db, row, secret)
  return 'ANEW'
}

/** Keeps the keys after the first, and seals those kept before anew; returns how many are new. */
async function keepFormerKeys(trx: Trx, { clock, keysOf }: RotateDeps): Promise<number> {
  const seals = keysOf(sealingPurpose)
  const kept = await listFormerKeys(trx)
  for (const each of kept) {
    const sealedKey = sealedAnew(each.sealed_key, seals, boundTo(each))
    if (sealedKey !== undefined) await saveFormerKey(trx, { ...each, sealed_key: sealedKey })
  }
  const former = keptPurposes.flatMap((purpose) =>
    keysOf(purpose)
      .slice(1)
      .map((key) => sealedFormerKey(purpose, key, seals)),
  )
  const fresh = former.filter((key) => !kept.some((each) => boundTo(each) === boundTo(key)))
  for (const key of fresh) await saveFormerKey(trx, { ...key, kept_at: clock.now() })
  return fresh.length
}
