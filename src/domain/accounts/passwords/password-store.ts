import type { Database, Trx } from '../../../base/database/open-database.ts'

/**
 * The account of one of these names, and its password's hash: null where it has none. One statement for every
 * name.
 */
export async function findPassword(
  db: Database,
  { phones, email }: { phones: readonly string[]; email: string | null },
): Promise<{ accountId: string; name: string; hash: string | null } | undefined> {
  const found = await db
    .selectFrom('accounts')
    .leftJoin('account_passwords', 'account_passwords.account_id', 'accounts.id')
    .select(['accounts.id', 'accounts.phone', 'account_passwords.hash'])
    .where((eb) =>
      eb.or([eb('accounts.phone', 'in', ['', ...phones]), eb('accounts.email', '=', email ?? '')]),
    )
    .orderBy('account_passwords.hash', (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirst()
  return found && { accountId: found.id, name: email ?? found.phone ?? '', hash: found.hash }
}

/** The hash of an account's password; undefined when it has none. */
export async function findPasswordHash(db: Database | Trx, accountId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('account_passwords')
    .select('account_passwords.hash')
    .where('account_passwords.account_id', '=', accountId)
    .executeTakeFirst()
  return found?.hash
}

/**
 * Keeps the hash of a new password in place of `before`, undefined for the first; returns false when there is
 * another one by now.
 */
export async function savePassword(
  trx: Trx,
  { accountId, hash, before }: { accountId: string; hash: string; before: string | undefined },
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('account_passwords')
    .values({ account_id: accountId, hash, changed_at: now })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ hash, changed_at: now })
        .where('account_passwords.hash', '=', before ?? ''),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
