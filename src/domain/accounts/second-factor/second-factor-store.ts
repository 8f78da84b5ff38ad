import { sql } from 'kysely'
import type { Database, Trx } from '../../../base/database/open-database.ts'

/** The second factor of an account, confirmed or not. */
type SecondFactor = { sealedSecret: string; confirmedAt: Date | null }

export async function findSecondFactor(
  db: Database | Trx,
  accountId: string,
): Promise<SecondFactor | undefined> {
  return db
    .selectFrom('second_factors')
    .select(['second_factors.sealed_secret as sealedSecret', 'second_factors.confirmed_at as confirmedAt'])
    .where('second_factors.account_id', '=', accountId)
    .executeTakeFirst()
}

export type SealedFactor = { accountId: string; sealedSecret: string }

/** At most `limit` second factors, by their accounts, after this one. */
export async function listSealedFactors(db: Database, after: string, limit: number): Promise<SealedFactor[]> {
  return db
    .selectFrom('second_factors')
    .select(['second_factors.account_id as accountId', 'second_factors.sealed_secret as sealedSecret'])
    .where('second_factors.account_id', '>', after)
    .orderBy('second_factors.account_id')
    .limit(limit)
    .execute()
}

/** Keeps the secret of an account sealed anew, unless it was given another one meanwhile. */
export async function replaceSealedFactor(
  db: Database,
  { accountId, sealedSecret }: SealedFactor,
  anew: string,
): Promise<void> {
  await db
    .updateTable('second_factors')
    .set({ sealed_secret: anew })
    .where('second_factors.account_id', '=', accountId)
    .where('second_factors.sealed_secret', '=', sealedSecret)
    .execute()
}

/**
 * Keeps a secret that is not confirmed yet, in place of another such; returns false where one counts already.
 */
export async function savePendingFactor(
  trx: Trx,
  { accountId, sealedSecret }: { accountId: string; sealedSecret: string },
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('second_factors')
    .values({ account_id: accountId, sealed_secret: sealedSecret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ sealed_secret: sealedSecret, created_at: now })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Makes a secret count from now on; `step` is used up. Returns false where it counts already, or is another
 * one.
 */
export async function confirmFactor(
  trx: Trx,
  { accountId, sealedSecret, step }: { accountId: string; sealedSecret: string; step: number },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('second_factors')
    .set({ confirmed_at: now, last_step: step })
    .where('second_factors.account_id', '=', accountId)
    .where('second_factors.sealed_secret', '=', sealedSecret)
    .where('second_factors.confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Uses up the code of a half minute; returns false when it, or a later one, was used before. */
export async function useUpStep(
  db: Database | Trx,
  { accountId, step }: { accountId: string; step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('second_factors.account_id', '=', accountId)
    .where('second_factors.confirmed_at', 'is not', null)
    .where(sql<boolean>`coalesce(second_factors.last_step, -1) < ${step}`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function insertBackupCodes(
  trx: Trx,
  accountId: string,
  codeHmacs: readonly string[],
): Promise<void> {
  await trx
    .insertInto('backup_codes')
    .values(codeHmacs.map((code_hmac) => ({ account_id: accountId, code_hmac })))
    .execute()
}

/** Uses up a backup code; returns false when it was used before or is none. */
export async function useUpBackupCode(
  db: Database | Trx,
  { accountId, codeHmacs }: { accountId: string; codeHmacs: readonly string[] },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('backup_codes')
    .set({ used_at: now })
    .where('backup_codes.account_id', '=', accountId)
    .where('backup_codes.code_hmac', 'in', codeHmacs)
    .where('backup_codes.used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** How many backup codes of an account are left. */
export async function countBackupCodes(db: Database, accountId: string): Promise<number> {
  const { left } = await db
    .selectFrom('backup_codes')
    .select((eb) => eb.fn.countAll<string>().as('left'))
    .where('backup_codes.account_id', '=', accountId)
    .where('backup_codes.used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Removes the second factor of an account with its backup codes; returns whether one counted. */
export async function deleteSecondFactor(trx: Trx, accountId: string): Promise<boolean> {
  const gone = await trx
    .deleteFrom('second_factors')
    .where('second_factors.account_id', '=', accountId)
    .returning('second_factors.confirmed_at')
    .executeTakeFirst()
  return gone !== undefined && gone.confirmed_at !== null
}
