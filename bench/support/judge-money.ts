import { mtnReference } from '../../src/domain/money/mobile-money/providers/mtn-order.ts'
import { checkLedger } from '../../src/domain/money/settlement/check-ledger.ts'
import { type JournalLine, movesAt, readJournal } from './money-provider.ts'
import type { Outcome } from './trial.ts'
import type { WebhookWorld } from './webhook-world.ts'

/** What the provider did, beside what the deliveries and the books say of it. */
export async function judgeMoney(
  { database }: WebhookWorld,
  journal: string,
  { keys, finished, failedRequests }: { keys: readonly string[]; finished: number; failedRequests: number },
): Promise<Outcome> {
  const lines = readJournal(journal).filter((line) => movesAt(line) <= Date.now())
  const byReference = new Map(lines.map((line) => [line.reference, line]))
  const sum = (kind: JournalLine['kind']) =>
    lines.filter((line) => line.kind === kind).reduce((total, { amountFcfa }) => total + amountFcfa, 0)
  const ask = <Row>(text: string) => database.withSession((session) => session.query<Row>(text))

  const rows = await ask<{
    id: string
    key: string
    status: string
    ended_at: Date | null
    shop: string
    amount: number
    sale: number
    requests: string[]
    refunds: string[]
    listed: number
  }>(`
    select
      deliveries.id, deliveries.idempotency_key as key, deliveries.status, deliveries.ended_at,
      deliveries.shop_id as shop,
      deliveries.goods_amount_fcfa + case when deliveries.fee_payer = 'CUSTOMER' then deliveries.price_fcfa else 0 end
        as amount,
      deliveries.goods_amount_fcfa - deliveries.cod_fee_fcfa
        - case when deliveries.fee_payer = 'MERCHANT' then deliveries.price_fcfa else 0 end as sale,
      array(select id::text from payment_requests where delivery_id = deliveries.id) as requests,
      array(select id::text from money_transfers where delivery_id = deliveries.id and kind = 'CUSTOMER_REFUND') as refunds,
      (select coalesce(sum(amount_fcfa), 0)::integer from payment_requests
        where delivery_id = deliveries.id and refund_due_at is not null and refunded_at is null) as listed
    from deliveries`)
  const moved = (ids: readonly string[]) =>
    ids.reduce((total, id) => total + (byReference.get(mtnReference(id))?.amountFcfa ?? 0), 0)

  const there = new Set(rows.map(({ key }) => key))
  const lost = keys.filter((key) => !there.has(key)).map((key) => `order ${key}`)
  const [doubled, broken]: [string[], string[]] = [[], []]
  let late = 0
  const sales = new Map<string, number>()
  for (const row of rows) {
    const isDelivered = row.status === 'DELIVERED'
    const charges = row.requests.filter((id) => byReference.has(mtnReference(id))).length
    const kept = moved(row.requests) - moved(row.refunds) - row.listed
    const says = `delivery ${row.id}, ${row.status}: ${kept} F kept`
    if (charges > (isDelivered ? 1 : 0)) late += 1
    if (isDelivered && kept > row.amount) doubled.push(`${says} of ${row.amount} F to pay`)
    if (!isDelivered && kept !== 0) broken.push(`${says}, and it was not handed over`)
    if (isDelivered && kept < row.amount) lost.push(`${says} of ${row.amount} F to pay`)
    if (row.ended_at === null) broken.push(`delivery ${row.id}, ${row.status}, never ended`)
    if (isDelivered) sales.set(row.shop, (sales.get(row.shop) ?? 0) + row.sale)
  }

  const payouts = await ask<{ shop: string; id: string; state: string }>(
    `select shop_id as shop, id, state from money_transfers where kind = 'SHOP_PAYOUT'`,
  )
  const paid = new Map<string, number>()
  for (const { shop, id } of payouts) paid.set(shop, (paid.get(shop) ?? 0) + moved([id]))
  const owed = await ask<{ owner: string; owed: number }>(
    `select owner, -balance_fcfa::integer as owed from ledger_accounts where kind = 'SHOP_SALES'`,
  )
  const stillOwed = new Map(owed.map((each) => [each.owner, each.owed]))
  for (const shop of new Set([...sales.keys(), ...paid.keys(), ...stillOwed.keys()])) {
    const [sold, got, due] = [sales.get(shop) ?? 0, paid.get(shop) ?? 0, stillOwed.get(shop) ?? 0]
    if (got + due !== sold) broken.push(`shop ${shop} sold ${sold} F, was paid ${got} F and is owed ${due} F`)
  }

  const [float] = await ask<{ fcfa: number }>(
    `select coalesce(sum(balance_fcfa), 0)::double precision as fcfa from ledger_accounts where kind = 'PROVIDER_FLOAT'`,
  )
  const francs = sum('requesttopay') - sum('refund') - sum('transfer') - Number(float?.fcfa ?? 0)
  if (francs !== 0) broken.push(`the provider holds ${francs} F more than the books say`)
  const { faults, postings } = await checkLedger({ database })
  broken.push(...faults.map((fault) => `in the books: ${JSON.stringify(fault)}`))

  const countOf = (kind: JournalLine['kind']) => lines.filter((line) => line.kind === kind).length
  const listed = rows.reduce((total, row) => total + row.listed, 0)
  return {
    tried: keys.length,
    acknowledged: finished,
    lost,
    doubled,
    broken,
    failedRequests,
    seen: [
      `${rows.filter(({ status }) => status === 'DELIVERED').length} handed over`,
      `${countOf('requesttopay')} payments of ${sum('requesttopay')} F`,
      `${countOf('refund')} given back, ${sum('refund')} F, and ${listed} F left for a person`,
      `${countOf('transfer')} payouts of ${sum('transfer')} F`,
      `${late} deliveries with a late, second or vain payment`,
      `the provider changed its mind about ${lines.filter(({ changesAt }) => changesAt !== null).length}`,
      `${postings} postings`,
    ],
  }
}
