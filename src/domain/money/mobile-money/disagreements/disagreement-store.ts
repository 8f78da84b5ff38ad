import { sql } from 'kysely'
import type { Database, Trx } from '../../../../base/database/open-database.ts'
import type { Disagreement, OrderSettlement, ProviderWord, RowSettlement } from './disagreement.ts'

const columns = sql`
  money_disagreements.id, money_disagreements.subject, money_disagreements.provider,
  money_disagreements.currency, money_disagreements.amount_fcfa::double precision as "amountFcfa",
  money_disagreements.standing_fcfa::double precision as "standingFcfa",
  money_disagreements.standing_currency as "standingCurrency", money_disagreements.postings,
  money_disagreements.words, money_disagreements.settled_at as "settledAt"
`

/** Writes a disagreement unless its subject has one, and holds it until the transaction ends. */
export async function openDisagreement(
  trx: Trx,
  {
    id,
    subject,
    provider,
    currency,
    amountFcfa,
  }: Omit<Disagreement, 'standingFcfa' | 'standingCurrency' | 'postings' | 'words' | 'settledAt'>,
  foundAt: Date,
): Promise<Disagreement> {
  await sql`
    insert into money_disagreements (id, subject, provider, currency, amount_fcfa, found_at)
    values (${id}, ${subject}, ${provider}, ${currency}, ${amountFcfa}, ${foundAt})
    on conflict (subject) do nothing
  `.execute(trx)
  const held = await lockDisagreement(trx, { subject })
  if (!held) throw new Error(`The disagreement of ${subject} is gone.`)
  return held
}

type Named = { id: string } | { subject: string }

const named = (by: Named) =>
  'id' in by ? sql`money_disagreements.id = ${by.id}::uuid` : sql`money_disagreements.subject = ${by.subject}`

/** A disagreement, held until the transaction ends. */
export async function lockDisagreement(trx: Trx, by: Named): Promise<Disagreement | undefined> {
  const { rows } = await sql<Disagreement>`
    select ${columns} from money_disagreements where ${named(by)} for no key update
  `.execute(trx)
  return rows[0]
}

export async function findDisagreement(db: Database | Trx, by: Named): Promise<Disagreement | undefined> {
  const { rows } = await sql<Disagreement>`
    select ${columns} from money_disagreements where ${named(by)}
  `.execute(db)
  return rows[0]
}

/** Counts a word that is told again; false where the last one of the disagreement was another. */
export async function countWord(
  trx: Trx,
  { id, words }: Disagreement,
  { state, amount, currency, reference }: ProviderWord,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update provider_words
    set times = provider_words.times + 1, last_told_at = ${now}
    where provider_words.disagreement_id = ${id} and provider_words.number = ${words}
      and provider_words.state = ${state} and provider_words.amount = ${amount}
      and provider_words.currency = ${currency} and provider_words.reference = ${reference}
  `.execute(trx)
  return numAffectedRows === 1n
}

/** Keeps another word of a disagreement, which a person has to settle again. */
export async function insertWord(
  trx: Trx,
  { id, words }: Disagreement,
  { state, amount, currency, reference }: ProviderWord,
  now: Date,
): Promise<void> {
  await sql`
    insert into provider_words (
      disagreement_id, number, state, amount, currency, reference, told_at, last_told_at)
    values (${id}, ${words + 1}, ${state}, ${amount}, ${currency}, ${reference}, ${now}, ${now})
  `.execute(trx)
  await sql`
    update money_disagreements
    set words = ${words + 1}, settled_at = null, settled_by = null, settlement = null, settled_because = null
    where money_disagreements.id = ${id}
  `.execute(trx)
}

/** Notes what the postings of a disagreement hold, and how many there are. */
export async function setStanding(
  trx: Trx,
  id: string,
  { fcfa, currency, postings }: { fcfa: number; currency: string | null; postings: number },
): Promise<void> {
  await sql`
    update money_disagreements
    set standing_fcfa = ${fcfa}, standing_currency = ${fcfa === 0 ? null : currency}, postings = ${postings}
    where money_disagreements.id = ${id}
  `.execute(trx)
}

type Settlement = {
  how: OrderSettlement | RowSettlement | 'AGREED'
  by: string
  because: string | null
}

export async function closeDisagreement(
  trx: Trx,
  id: string,
  { how, by, because }: Settlement,
  now: Date,
): Promise<void> {
  await sql`
    update money_disagreements
    set settled_at = ${now}, settlement = ${how}, settled_by = ${by}, settled_because = ${because}
    where money_disagreements.id = ${id}
  `.execute(trx)
}

/** Deletes what disagrees about rows that are removed with their statement. */
export async function deleteDisagreementsOf(trx: Trx, subjects: readonly string[]): Promise<void> {
  await sql`
    delete from money_disagreements where money_disagreements.subject = any(${[...subjects]}::text[])
  `.execute(trx)
}

/** A disagreement with all of its words, as a person reads it. */
export type ListedDisagreement = Disagreement & {
  foundAt: Date
  settledBy: string | null
  settlement: Settlement['how'] | null
  settledBecause: string | null
  /** The delivery that it is about, and what the order, or the row of a statement, is called. */
  deliveryId: string | null
  reference: string | null
  told: (ProviderWord & { number: number; toldAt: string; lastToldAt: string; times: number })[]
}

/** Those that wait for a person, the longest first; or those that are settled, the newest first. */
export async function listDisagreements(
  db: Database,
  list: 'OPEN' | 'SETTLED',
  limit: number,
): Promise<ListedDisagreement[]> {
  const isOpen = list === 'OPEN'
  const inOrder = isOpen
    ? sql`money_disagreements.found_at, money_disagreements.id`
    : sql`money_disagreements.settled_at desc, money_disagreements.id desc`
  const { rows } = await sql<ListedDisagreement>`
    with chosen as (
      select * from money_disagreements
      where (money_disagreements.settled_at is null) = ${isOpen}
      order by ${inOrder}
      limit ${limit}::integer
    )
    select
      ${columns}, money_disagreements.found_at as "foundAt", money_disagreements.settled_by as "settledBy",
      money_disagreements.settlement, money_disagreements.settled_because as "settledBecause",
      coalesce(payment_requests.delivery_id, money_transfers.delivery_id) as "deliveryId",
      coalesce(deliveries.reference, money_transfers.reference, provider_statement_rows.reference)
        as reference,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'number', provider_words.number, 'state', provider_words.state, 'amount', provider_words.amount,
          'currency', provider_words.currency, 'reference', provider_words.reference,
          'times', provider_words.times, 'toldAt', provider_words.told_at,
          'lastToldAt', provider_words.last_told_at
        ) order by provider_words.number), '[]')
        from provider_words where provider_words.disagreement_id = money_disagreements.id
      ) as told
    from chosen as money_disagreements
    left join payment_requests on money_disagreements.subject like 'payment:%'
      and payment_requests.id = split_part(money_disagreements.subject, ':', 2)::uuid
    left join deliveries on deliveries.shop_id = payment_requests.shop_id
      and deliveries.id = payment_requests.delivery_id
    left join money_transfers on money_disagreements.subject like 'transfer:%'
      and money_transfers.id = split_part(money_disagreements.subject, ':', 2)::uuid
    left join provider_statement_rows on money_disagreements.subject like 'row:%'
      and provider_statement_rows.id = split_part(money_disagreements.subject, ':', 2)::uuid
    order by ${inOrder}
  `.execute(db)
  return rows
}
