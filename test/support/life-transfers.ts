import assert from 'node:assert/strict'
import { ApiError } from '../../src/base/contract/errors.ts'
import type { Currency, TransferKind } from '../../src/base/contract/vocabulary.ts'
import type { AccountKind } from '../../src/domain/ledger/ledger-account.ts'
import { changeShop } from '../../src/domain/shops/change-shop.ts'
import { retryTransfer } from '../../src/domain/transfers/retry-transfer.ts'
import type { Payee } from '../../src/domain/transfers/transfer-row.ts'
import { payoutPhoneOf, type Query } from './life-world.ts'
import type { TestService } from './open-service.ts'
import { type Life, type LifeShop, providerName } from './random-life.ts'
import type { Sent, UnreliableProvider } from './unreliable-provider.ts'

/** How the operator of the lives says that money was given back by hand. */
export const notedByHand = 'Virement du lot de test'

export type AccountSum = { account: string; amountFcfa: number }

export function addSums(sums: Map<string, number>, some: readonly AccountSum[]): void {
  for (const { account, amountFcfa } of some) sums.set(account, (sums.get(account) ?? 0) + amountFcfa)
}

/** Shops whose number the provider refuses at first: one gives another number, the other waits until it is served. */
export const refusedShops = { givesAnother: 2, isServedLater: 4 }

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

/** Notes with each life which of its payments were given back, by whom, and never twice. */
export async function noteGivenBack(
  query: Query,
  { lives, provider }: { lives: readonly Life[]; provider: UnreliableProvider },
): Promise<void> {
  const byHand = new Set(
    (
      await query<{ id: string }>('select id from payment_requests where refund_note = $1', [notedByHand])
    ).map(({ id }) => id),
  )
  const byProvider = new Map<string, Sent>()
  for (const sent of paidBy(provider))
    if (sent.paymentId !== null) {
      assert.ok(!byProvider.has(sent.paymentId), `${sent.paymentId} was given back twice`)
      assert.ok(!byHand.has(sent.paymentId), `${sent.paymentId} was given back by hand and by the provider`)
      byProvider.set(sent.paymentId, sent)
    }
  for (const { requests, givenBack } of lives)
    for (const { id, amountFcfa } of requests) {
      const sent = byProvider.get(id)
      if (byHand.has(id)) givenBack.set(id, 'BY_HAND')
      if (!sent) continue
      assert.equal(sent.amountFcfa, amountFcfa)
      givenBack.set(id, sent)
    }
}

const paidBy = ({ sent }: UnreliableProvider): Sent[] =>
  [...sent.values()].filter(({ answersAt, refused }) => answersAt !== null && refused === null)

type TransferRecord = {
  id: string
  kind: TransferKind
  state: string
  shopId: string | null
  courierId: string | null
  currency: Currency
  amountFcfa: number
  nettedFcfa: number
  phone: string | null
}

/**
 * What payouts must have moved: by the provider as it knows of them, and by hand. Every transfer has ended, as the
 * provider says; fees are netted only from shops that agreed, and nothing is sent that is less than their minimum.
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
    select id, kind, state, shop_id as "shopId", courier_id as "courierId", currency, amount_fcfa as "amountFcfa",
      netted_fcfa as "nettedFcfa", phone
    from money_transfers where provider = '${providerName}'`)
  const paid = new Map(paidBy(provider).map((sent) => [sent.id, sent]))
  const wrong = transfers.filter(({ id, state }) => state !== (paid.has(id) ? 'PAID' : 'REFUSED'))
  assert.deepEqual(wrong.slice(0, 3), [], `${wrong.length} transfers ended otherwise than the provider says`)
  const known = new Set(transfers.map(({ id }) => id))
  assert.deepEqual(
    [...provider.sent.keys()].filter((id) => !known.has(id)),
    [],
  )
  assert.deepEqual(provider.contradictions, [])

  const termsOf = new Map(shops.map((shop) => [shop.shopId, shop]))
  const sums: AccountSum[] = []
  for (const { id, kind, shopId, courierId, currency, amountFcfa, nettedFcfa, phone } of transfers) {
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
    sums.push(
      ...(kind === 'SHOP_PAYOUT' ? ofShop : [owed]),
      { account: `${currency} PROVIDER_FLOAT`, amountFcfa: -sent.amountFcfa - sent.feeFcfa },
      { account: `${currency} PROVIDER_FEES ${providerName}`, amountFcfa: sent.feeFcfa },
    )
  }
  for (const [account, amountFcfa] of paidByHand)
    sums.push(
      { account, amountFcfa },
      { account: `${account.slice(0, 3)} SUSPENSE`, amountFcfa: -amountFcfa },
    )
  return sums
}

/**
 * Nobody was paid more than they were owed, everybody whom the service pays by itself has what is due to them, and each
 * way of paying and being refused was met.
 */
export async function assertPaid(
  query: Query,
  { shops, courierMinimumFcfa }: { shops: readonly LifeShop[]; courierMinimumFcfa: number },
): Promise<void> {
  const balances = await query<{ kind: AccountKind; owner: string; balanceFcfa: number }>(
    'select kind, owner, balance_fcfa::double precision as "balanceFcfa" from ledger_accounts',
  )
  const wrong = balances.filter(
    ({ kind, balanceFcfa }) => mayBeLeft[kind]?.(balanceFcfa, courierMinimumFcfa) === false,
  )
  assert.deepEqual(wrong, [])
  const balanceOf = (kind: AccountKind, shopId: string) =>
    balances.find((each) => each.kind === kind && each.owner === shopId)?.balanceFcfa ?? 0
  for (const { shopId, payoutMinimumFcfa, payoutNetsFees } of shops) {
    const salesFcfa = -balanceOf('SHOP_SALES', shopId)
    const feesFcfa = payoutNetsFees ? balanceOf('SHOP_FEES', shopId) : 0
    assert.ok(salesFcfa - feesFcfa < payoutMinimumFcfa, `a shop that owes ${feesFcfa} is left ${salesFcfa}`)
  }
  const met = await query<{ what: string }>(`
    select concat_ws(' ', kind, state, reason) as what from money_transfers group by 1
    union all select 'NETTED' from money_transfers where netted_fcfa > 0 and state = 'PAID' group by 1`)
  for (const what of [
    'SHOP_PAYOUT PAID',
    'SHOP_PAYOUT REFUSED NUMBER_REFUSED',
    'COURIER_PAYOUT PAID',
    'CUSTOMER_REFUND PAID',
    'NETTED',
  ])
    assert.ok(
      met.some((each) => each.what === what),
      `no ${what}`,
    )
}

/** What may be left in the end; debits are positive. */
const mayBeLeft: Partial<Record<AccountKind, (balanceFcfa: number, courierMinimumFcfa: number) => boolean>> =
  {
    SHOP_SALES: (balanceFcfa) => balanceFcfa <= 0,
    SHOP_FEES: (balanceFcfa) => balanceFcfa >= 0,
    COURIER_EARNINGS: (balanceFcfa, minimumFcfa) => balanceFcfa <= 0 && -balanceFcfa < minimumFcfa,
    CUSTOMER_MONEY: (balanceFcfa) => balanceFcfa <= 0,
    MONEY_SENT: (balanceFcfa) => balanceFcfa === 0,
  }
