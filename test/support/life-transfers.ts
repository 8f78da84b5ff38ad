import assert from 'node:assert/strict'
import { ApiError } from '../../src/contract/errors.ts'
import type { Currency, TransferKind } from '../../src/contract/vocabulary.ts'
import type { AccountKind } from '../../src/domain/money/ledger/ledger-account.ts'
import { retryTransfer } from '../../src/domain/money/transfers/retry-transfer.ts'
import type { Payee } from '../../src/domain/money/transfers/transfer-row.ts'
import { changeShop } from '../../src/domain/shops/change-shop.ts'
import { payoutPhoneOf, type Query } from './life-world.ts'
import type { TestService } from './open-service.ts'
import { type Life, type LifeShop, providerName } from './random-life.ts'
import { isSent, type Sent, type UnreliableProvider } from './unreliable-provider.ts'

/** How the operator of the lives says that money was given back by hand. */
export const notedByHand = 'Virement du lot de test'

export type AccountSum = { account: string; amountFcfa: number }

export function addSums(sums: Map<string, number>, some: readonly AccountSum[]): void {
  for (const { account, amountFcfa } of some) sums.set(account, (sums.get(account) ?? 0) + amountFcfa)
}

/** Shops whose number the provider refuses at first: one gives another number, the other waits until it is served. */
export const refusedShops = { givesAnother: 2, isServedLater: 4 }

/** Shops that are paid at once, whose first payout is refused and paid hours later. */
export const paidLateFirst = [0, 3, 5] as const

/**
 * Whoever was refused for their number mends it. What the service itself has taken up again since it was listed is no
 * longer held, and needs no mending.
 */
export async function mendNumbers(
  { services }: TestService,
  query: Query,
  { shops, provider }: { shops: readonly LifeShop[]; provider: UnreliableProvider },
): Promise<void> {
  const asOperator = { ...services, actor: { kind: 'CLI' } as const }
  const held = await query<{ id: string; shopId: string; phone: string }>(`
    select distinct on (money_transfers.shop_id) money_transfers.id, money_transfers.shop_id as "shopId",
      money_transfers.phone
    from money_transfers
    join shops on shops.id = money_transfers.shop_id and shops.payout_phone = money_transfers.phone
    where money_transfers.kind = 'SHOP_PAYOUT' and money_transfers.state = 'REFUSED'
      and money_transfers.reason = 'NUMBER_REFUSED' and money_transfers.retry_at is null
    order by money_transfers.shop_id, money_transfers.created_at desc`)
  for (const { id, shopId, phone } of held) {
    const number = shops.findIndex((shop) => shop.shopId === shopId)
    const { currency } = shops[number] as LifeShop
    if (number === refusedShops.givesAnother)
      await changeShop(asOperator, shopId, { payoutPhone: payoutPhoneOf(currency, 50 + number) })
    else {
      provider.refusedNumbers.delete(phone)
      await retryTransfer(asOperator, { id, shopId: null }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.code === 'TRANSFER_NOT_HELD')) throw error
      })
    }
  }
}

/** Who is owed money now, and how much. */
export const listOwed = (query: Query): Promise<(Payee & { owedFcfa: number })[]> =>
  query(`
    select case ledger_accounts.kind when 'SHOP_SALES' then 'SHOP_PAYOUT' else 'COURIER_PAYOUT' end as kind,
      ledger_accounts.owner as id, ledger_accounts.currency, -ledger_accounts.balance_fcfa::double precision as "owedFcfa"
    from ledger_accounts
    where ledger_accounts.kind in ('SHOP_SALES', 'COURIER_EARNINGS') and ledger_accounts.balance_fcfa < 0
    order by ledger_accounts.kind, ledger_accounts.owner, ledger_accounts.currency`)

/** The account from which somebody is paid, with its currency. */
export const owedAccount = ({ kind, id, currency }: Payee): string =>
  `${currency} ${kind === 'SHOP_PAYOUT' ? 'SHOP_SALES' : 'COURIER_EARNINGS'} ${id}`

/**
 * Notes with each life which of its payments were given back, and by whom: never twice, unless the provider refused to and
 * did it all the same.
 */
export async function noteGivenBack(
  query: Query,
  { lives, provider }: { lives: readonly Life[]; provider: UnreliableProvider },
): Promise<void> {
  const byHand = new Set(
    (
      await query<{ id: string }>('select id from payment_requests where refund_note = $1', [notedByHand])
    ).map(({ id }) => id),
  )
  const byProvider = new Map<string, Sent[]>()
  for (const sent of paidBy(provider))
    if (sent.paymentId !== null)
      byProvider.set(sent.paymentId, [...(byProvider.get(sent.paymentId) ?? []), sent])
  for (const { requests, givenBack } of lives)
    for (const { id, payer, amountFcfa } of requests) {
      const sent = byProvider.get(id) ?? []
      const all = [...sent, ...(byHand.has(id) ? (['BY_HAND'] as const) : [])]
      if (all.length === 0) continue
      assert.equal(payer, 'CUSTOMER')
      for (const each of sent) assert.equal(each.amountFcfa, amountFcfa)
      const inTime = all.filter((each) => each === 'BY_HAND' || each.changesAfter === null)
      assert.ok(inTime.length < 2, `${id} was given back twice`)
      givenBack.set(id, all)
    }
}

const paidBy = ({ sent }: UnreliableProvider): Sent[] => [...sent.values()].filter(isSent)

/** Every customer who was given something back twice has settled it. */
export async function settleSurpluses(
  query: Query,
  settle: (surplus: { shopId: string; requestId: string; note: string }) => Promise<unknown>,
): Promise<void> {
  const surpluses = await query<{ shopId: string; requestId: string }>(`
    select payment_requests.shop_id as "shopId", payment_requests.id as "requestId"
    from payment_requests
    where payment_requests.surplus_fcfa > 0
    order by payment_requests.id`)
  for (const surplus of surpluses) await settle({ ...surplus, note: notedByHand })
}

type TransferRecord = {
  id: string
  kind: TransferKind
  shopId: string | null
  courierId: string | null
  currency: Currency
  amountFcfa: number
  nettedFcfa: number
  feeBy: string
  phone: string | null
}

/** Transfers that have not ended as the provider says in the end, at most three, each with what it says. */
export async function listEndedOtherwise(query: Query, provider: UnreliableProvider): Promise<unknown[]> {
  const transfers = await query<{ id: string; state: string }>(
    `select * from money_transfers where provider = '${providerName}'`,
  )
  return transfers
    .map((transfer) => ({ transfer, said: provider.sent.get(transfer.id) }))
    .filter(({ transfer, said }) => transfer.state !== (said && isSent(said) ? 'PAID' : 'REFUSED'))
    .slice(0, 3)
}

/**
 * What payouts must have moved: by the provider as it knows of them, and by hand; fees are netted only from shops that agreed, and nothing is sent that is less than their minimum.
 */
export async function sumPayouts(
  query: Query,
  {
    provider,
    paidByHand,
    shops,
  }: { provider: UnreliableProvider; paidByHand: Map<string, number>; shops: readonly LifeShop[] },
): Promise<AccountSum[]> {
  const transfers = await query<TransferRecord>(`
    select id, kind, shop_id as "shopId", courier_id as "courierId", currency, amount_fcfa as "amountFcfa",
      netted_fcfa as "nettedFcfa", fee_by as "feeBy", phone
    from money_transfers where provider = '${providerName}'`)
  const paid = new Map(paidBy(provider).map((sent) => [sent.id, sent]))
  const known = new Set(transfers.map(({ id }) => id))
  assert.deepEqual(
    [...provider.sent.keys()].filter((id) => !known.has(id)),
    [],
  )
  assert.deepEqual(provider.contradictions, [])

  const termsOf = new Map(shops.map((shop) => [shop.shopId, shop]))
  const sums: AccountSum[] = []
  for (const { id, kind, shopId, courierId, currency, amountFcfa, nettedFcfa, feeBy, phone } of transfers) {
    const sent = paid.get(id)
    const terms = termsOf.get(shopId ?? '')
    if (kind === 'SHOP_PAYOUT')
      assert.ok(terms && amountFcfa >= terms.payoutMinimumFcfa && (terms.payoutNetsFees || nettedFcfa === 0))
    if (!sent || kind === 'CUSTOMER_REFUND') continue
    assert.deepEqual([sent.amountFcfa, sent.phone, sent.currency], [amountFcfa, phone, currency])
    const owed = { account: `${currency} COURIER_EARNINGS ${courierId}`, amountFcfa }
    const ofShop = [
      { account: `${currency} SHOP_SALES ${shopId}`, amountFcfa: amountFcfa + nettedFcfa },
      { account: `${currency} SHOP_FEES ${shopId}`, amountFcfa: -nettedFcfa },
    ]
    const feeOwner = feeBy === 'SHOP' ? `SHOP_FEES ${shopId}` : `PROVIDER_FEES ${providerName}`
    sums.push(
      ...(kind === 'SHOP_PAYOUT' ? ofShop : [owed]),
      { account: `${currency} PROVIDER_FLOAT`, amountFcfa: -sent.amountFcfa - sent.feeFcfa },
      { account: `${currency} ${feeOwner}`, amountFcfa: sent.feeFcfa },
    )
  }
  for (const [account, amountFcfa] of paidByHand)
    sums.push(
      { account, amountFcfa },
      { account: `${account.slice(0, 3)} SUSPENSE`, amountFcfa: -amountFcfa },
    )
  return sums
}

/** What came too late, by the account of whoever received it: so much may they have received too much. */
async function sumLate(query: Query, { sent }: UnreliableProvider): Promise<Map<string, number>> {
  const sums = new Map<string, number>()
  const transfers = await query<{ id: string; account: string; amountFcfa: number }>(`
    select id, concat_ws(' ', case kind when 'SHOP_PAYOUT' then 'SHOP_SALES' else 'COURIER_EARNINGS' end,
      coalesce(courier_id, shop_id)) as account, amount_fcfa + netted_fcfa as "amountFcfa"
    from money_transfers where kind <> 'CUSTOMER_REFUND'`)
  addSums(
    sums,
    transfers.filter(({ id }) => (sent.get(id)?.changesAfter ?? null) !== null),
  )
  return sums
}

/**
 * Nobody was paid more than they were owed, but for what came too late, everybody whom the service pays by itself has what is due to them, and each
 * way of paying and being refused was met.
 */
export async function assertPaid(
  query: Query,
  {
    shops,
    provider,
    courierMinimumFcfa,
    lives,
  }: {
    shops: readonly LifeShop[]
    provider: UnreliableProvider
    courierMinimumFcfa: number
    lives: readonly Life[]
  },
): Promise<string> {
  const late = await sumLate(query, provider)
  const paysFirst = new Set(shops.filter((shop) => shop.paysFirst).map(({ shopId }) => shopId))
  const balances = await query<{ kind: AccountKind; owner: string; balanceFcfa: number }>(
    'select kind, owner, balance_fcfa::double precision as "balanceFcfa" from ledger_accounts',
  )
  const wrong = balances.filter(
    ({ kind, owner, balanceFcfa }) =>
      mayBeLeft[kind]?.(balanceFcfa, late.get(`${kind} ${owner}`) ?? 0, courierMinimumFcfa) === false &&
      // What was paid first stays on the account for the next trips.
      !(kind === 'SHOP_FEES' && paysFirst.has(owner)),
  )
  assert.deepEqual(wrong, [])
  const balanceOf = (kind: AccountKind, shopId: string) =>
    balances.find((each) => each.kind === kind && each.owner === shopId)?.balanceFcfa ?? 0
  for (const { shopId, payoutMinimumFcfa, payoutNetsFees } of shops) {
    const salesFcfa = -balanceOf('SHOP_SALES', shopId)
    const feesFcfa = payoutNetsFees ? Math.max(balanceOf('SHOP_FEES', shopId), 0) : 0
    assert.ok(salesFcfa - feesFcfa < payoutMinimumFcfa, `a shop that owes ${feesFcfa} is left ${salesFcfa}`)
  }
  const met = await query<{ what: string; count: number }>(`
    select concat_ws(' ', kind, state, reason, case when provider <> '${providerName}' then 'BY HAND' end) as what,
      count(*)::integer as count
    from money_transfers group by 1
    union all select 'NETTED', count(*)::integer from money_transfers where netted_fcfa > 0 and state = 'PAID' group by 1
    union all
    select 'LATE ' || money_transfers.kind, count(*)::integer
    from money_transfers
    join ledger_postings on ledger_postings.cause = 'transfer:' || money_transfers.id || ':begun-again'
    group by 1
    union all
    select concat_ws(' ', 'TRIP', payment_requests.state,
      case when payment_requests.state = 'PAID' then deliveries.payment_status end), count(*)::integer
    from payment_requests
    join deliveries on deliveries.shop_id = payment_requests.shop_id and deliveries.id = payment_requests.delivery_id
    where payment_requests.payer = 'SENDER'
    group by 1`)
  assert.deepEqual(
    Object.entries(metFrom).filter(
      ([what, count]) => lives.length >= count && !met.some((each) => each.what === what),
    ),
    [],
  )
  return met.map(({ what, count }) => `${count} ${what}`).join(', ')
}

/**
 * From how many lives on each way of paying and of being refused is met whatever the seed: where it is left to chance, some
 * twenty times on average.
 */
const metFrom = {
  'SHOP_PAYOUT PAID': 200,
  'CUSTOMER_REFUND PAID': 200,
  'COURIER_PAYOUT PAID': 200,
  'SHOP_PAYOUT REFUSED NUMBER_REFUSED': 1_000,
  'COURIER_PAYOUT PAID BY HAND': 1_000,
  'COURIER_PAYOUT REFUSED PROVIDER_FAILED': 10_000,
  'CUSTOMER_REFUND REFUSED PROVIDER_FAILED': 10_000,
  NETTED: 1_000,
  'LATE SHOP_PAYOUT': 1_000,
  'LATE CUSTOMER_REFUND': 10_000,
  'LATE COURIER_PAYOUT': 10_000,
  'TRIP PAID PAID': 1_000,
  'TRIP FAILED': 1_000,
  // After its shop had not paid in time, had refused, or had cancelled the delivery.
  'TRIP PAID FAILED': 1_000,
  'TRIP WITHDRAWN': 10_000,
  'TRIP REFUSED': 10_000,
  'TRIP PAID REFUSED': 10_000,
  'TRIP PAID NOT_DUE': 10_000,
}

/** What may be left in the end; debits are positive, and whoever is paid late may have received so much too much. */
const mayBeLeft: Partial<
  Record<AccountKind, (balanceFcfa: number, lateFcfa: number, courierMinimumFcfa: number) => boolean>
> = {
  SHOP_SALES: (balanceFcfa, lateFcfa) => balanceFcfa <= lateFcfa,
  SHOP_FEES: (balanceFcfa) => balanceFcfa >= 0,
  COURIER_EARNINGS: (balanceFcfa, lateFcfa, minimumFcfa) =>
    balanceFcfa <= lateFcfa && -balanceFcfa < minimumFcfa,
  CUSTOMER_MONEY: (balanceFcfa) => balanceFcfa <= 0,
  MONEY_SENT: (balanceFcfa) => balanceFcfa === 0,
}
