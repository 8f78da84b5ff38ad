import { sql } from 'kysely'
import type { Database } from '../../../../base/database/open-database.ts'
import type { Currency } from '../../../../contract/vocabulary.ts'
import { courierFullName } from '../../../couriers/courier-store.ts'

/** What is owed to a shop or a courier; negative for a shop that owes more than it is owed. */
export type OwedRow = {
  id: string
  name: string
  currency: Currency
  salesFcfa: number
  feesFcfa: number
  owedFcfa: number
}

/** What is owed to each shop or each courier, the most first; those to whom nothing is owed are left out. */
export async function listOwed(
  db: Database,
  { to, limit, skipped }: { to: 'SHOPS' | 'COURIERS'; limit: number; skipped: number },
): Promise<OwedRow[]> {
  const kinds = to === 'SHOPS' ? ['SHOP_SALES', 'SHOP_FEES'] : ['COURIER_EARNINGS']
  const name =
    to === 'SHOPS'
      ? sql`(select shops.name from shops where shops.id = owed.owner::uuid)`
      : sql`(
          select ${courierFullName} from couriers
          where couriers.id = owed.owner::uuid)`
  const { rows } = await sql<OwedRow>`
    select
      owed.owner as id, coalesce(${name}, '') as name, owed.currency,
      owed.sales_fcfa::double precision as "salesFcfa", owed.fees_fcfa::double precision as "feesFcfa",
      owed.owed_fcfa::double precision as "owedFcfa"
    from (
      select
        ledger_accounts.owner, ledger_accounts.currency, -sum(ledger_accounts.balance_fcfa) as owed_fcfa,
        coalesce(-sum(ledger_accounts.balance_fcfa) filter (where ledger_accounts.kind <> 'SHOP_FEES'), 0)
          as sales_fcfa,
        coalesce(sum(ledger_accounts.balance_fcfa) filter (where ledger_accounts.kind = 'SHOP_FEES'), 0)
          as fees_fcfa
      from ledger_accounts
      where ledger_accounts.kind = any(${kinds}::text[])
      group by ledger_accounts.owner, ledger_accounts.currency
      having sum(ledger_accounts.balance_fcfa) <> 0
        or bool_or(ledger_accounts.balance_fcfa <> 0)
      order by owed_fcfa desc, ledger_accounts.owner, ledger_accounts.currency
      limit ${limit} offset ${skipped}
    ) as owed
    order by owed.owed_fcfa desc, owed.owner, owed.currency
  `.execute(db)
  return rows
}
