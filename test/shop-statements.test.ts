import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { credit, debit } from '../src/domain/money/ledger/ledger-posting.ts'
import { listBalances } from '../src/domain/money/ledger/ledger-store.ts'
import { readShopStatement } from '../src/domain/money/statements/shop/read-shop-statement.ts'
import { statementPeriod } from '../src/domain/money/statements/shop/statement-period.ts'
import { recordPayout } from '../src/domain/money/transfers/record-payout.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { bringTo, rowOf } from './support/delivery-verbs.ts'
import {
  beginBooks,
  beginTransfer,
  delivered,
  endTransfer,
  post,
  secure,
  settleAll,
} from './support/money-work.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { pdfPages, skipPdf } from './support/printed-pdf.ts'
import { textOf } from './support/visitor.ts'

const zone = 'Africa/Porto-Novo'
const month = '?from=2026-11-01&to=2026-11-30'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let owner: ConsoleVisitor
  before(async () => {
    service = await openService(await open())
    await beginBooks(service)
  })
  beforeEach(async () => {
    service.clock.set(testStart)
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    owner = await openConsole(service, { shopId: shop.shopId })
  })
  after(() => service.close())

  const pathOf = (of = shop) => `/console/shops/${of.shopId}/statement`

  async function read(first: string, last: string, { limit = 100, skipped = 0 } = {}) {
    const period = statementPeriod(first, last, zone)
    assert.ok(typeof period === 'object')
    const of = { shopId: shop.shopId, currency: 'XOF' as const, period }
    return readShopStatement(service.services, of, { limit, skipped })
  }

  /** What the books say is owed to the shop, less what it owes. */
  async function owedByBooks(): Promise<number> {
    const balances = await listBalances(service.services.db, {
      kinds: ['SHOP_SALES', 'SHOP_FEES'],
      owner: shop.shopId,
    })
    return balances.reduce((sum, { balanceFcfa }) => sum - balanceFcfa, 0)
  }

  test('a statement explains each delivery and each payout, and sums up to what the books hold', async () => {
    const sold = await delivered(service, shop)
    service.clock.forward(60_000)
    const borne = await delivered(service, shop, {
      payment: { ...secure.payment, feePayer: 'MERCHANT' },
      externalRef: 'CMD-7',
    })
    service.clock.forward(60_000)
    const prepaid = await delivered(service, shop, {})
    await settleAll(service)
    service.clock.forward(60_000)
    const refused = await beginTransfer(service, { shopId: shop.shopId, amountFcfa: 9_200 })
    await endTransfer(service, refused, 'REFUSED')
    service.clock.forward(60_000)
    const paid = await beginTransfer(service, { shopId: shop.shopId, amountFcfa: 4_300, nettedFcfa: 600 })
    await endTransfer(service, paid, 'PAID')

    const statement = await read('2026-11-01', '2026-11-30')
    const references = await Promise.all(
      [sold, borne, prepaid].map(async (key) => (await rowOf(service, key)).reference),
    )
    assert.deepEqual(
      statement.lines.map((line) => [
        line.kind,
        line.delivery?.reference ?? line.transfer?.reference,
        line.toShopFcfa,
        line.balanceFcfa,
        line.paidWith?.reference ?? null,
      ]),
      [
        ['DELIVERY', references[0], 4_900, 4_900, paid.reference],
        ['DELIVERY', references[1], 4_300, 9_200, null],
        ['DELIVERY', references[2], -600, 8_600, null],
        ['PAYOUT', refused.reference, -9_200, -600, null],
        ['PAYOUT_REFUSED', refused.reference, 9_200, 8_600, null],
        ['PAYOUT', paid.reference, -4_300, 4_300, null],
      ],
    )
    assert.deepEqual(
      statement.lines
        .slice(0, 3)
        .map(
          ({ delivery }) =>
            delivery && [delivery.goodsFcfa, delivery.priceFcfa, delivery.tripFcfa, delivery.codFeeFcfa],
        ),
      [
        [5_000, 600, 0, 100],
        [5_000, 600, 600, 100],
        [0, 600, 600, 0],
      ],
    )
    assert.deepEqual(statement.sums, {
      lines: 6,
      deliveries: 3,
      goodsFcfa: 10_000,
      tripFcfa: 1_200,
      codFeeFcfa: 200,
      feesFcfa: 0,
      ownDiscountFcfa: 0,
      paidOutFcfa: 4_300,
      settledFeesFcfa: 600,
      paidByShopFcfa: 0,
      otherFcfa: 0,
    })
    assert.deepEqual([statement.openingFcfa, statement.closingFcfa], [0, 4_300])
    assert.equal(await owedByBooks(), 4_300)
  })

  test('a sale is never paid with a payout that was sent before it, whatever was refused meanwhile', async () => {
    const sellAt = async (moment: string) => {
      service.clock.set(moment)
      const key = await delivered(service, shop)
      await settleAll(service)
      return (await rowOf(service, key)).reference
    }
    const payAt = async (moment: string, amountFcfa: number, nettedFcfa = 0) => {
      service.clock.set(moment)
      return beginTransfer(service, { shopId: shop.shopId, amountFcfa, nettedFcfa })
    }
    const sold = [await sellAt('2026-11-20T10:00:00Z')]
    service.clock.set('2026-11-20T11:00:00Z')
    await delivered(service, shop, {})
    await settleAll(service)
    const refused = await payAt('2026-11-21T10:00:00Z', 4_300, 600)
    service.clock.set('2026-11-22T08:00:00Z')
    await endTransfer(service, refused, 'REFUSED')
    const paid = [await payAt('2026-11-22T10:00:00Z', 4_300, 600)]
    await endTransfer(service, paid[0] ?? refused, 'PAID')
    sold.push(await sellAt('2026-11-23T10:00:00Z'), await sellAt('2026-11-23T11:00:00Z'))
    // The first of both by hand, and the second with a transfer; then one that is still under way.
    service.clock.set('2026-11-23T12:00:00Z')
    const byHand = await recordPayout(
      { ...service.services, actor: { kind: 'CLI' } },
      {
        payee: { kind: 'SHOP_PAYOUT', id: shop.shopId, currency: 'XOF' },
        amountFcfa: 4_900,
        note: 'Remis en espèces',
      },
    )
    const second = await payAt('2026-11-23T13:00:00Z', 4_900)
    await endTransfer(service, second, 'PAID')
    sold.push(await sellAt('2026-11-24T10:00:00Z'))
    const underWay = await payAt('2026-11-24T11:00:00Z', 4_900)
    sold.push(await sellAt('2026-11-24T12:00:00Z'))

    const expected = [paid[0]?.reference, byHand.reference, second.reference, underWay.reference, null]
    // Whichever day the statement begins with: before the refused payout, between its two ends, and after both.
    for (const [first, from] of [
      ['2026-11-20', 0],
      ['2026-11-21', 1],
      ['2026-11-22', 1],
      ['2026-11-23', 1],
      ['2026-11-24', 3],
    ] as const) {
      const { lines } = await read(first, '2026-11-30')
      assert.deepEqual(
        lines
          .filter(({ delivery, toShopFcfa }) => delivery && toShopFcfa > 0)
          .map(({ delivery, paidWith }) => [delivery?.reference, paidWith?.reference ?? null]),
        sold.map((reference, at) => [reference, expected[at]]).slice(from),
        first,
      )
    }
  })

  test('opening + lines = closing = the books, for whatever was booked and whichever days', async () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    const id = () => `0192f0c1-7a3e-7c11-9d5b-${String(random(1e12)).padStart(12, '0')}`
    for (let at = 0; at < 60; at += 1) {
      service.clock.set(
        new Date(Date.parse('2026-08-01T00:00:00Z') + at * 40 * 3_600_000 + random(3_600_000)).toISOString(),
      )
      const now = service.clock.now()
      const amount = 1 + random(50_000)
      const entries =
        [
          [debit('CUSTOMER_MONEY', amount), credit('SHOP_SALES', amount, shop.shopId)],
          [debit('SHOP_FEES', amount, shop.shopId), credit('TRIP_REVENUE', amount)],
          [debit('SHOP_SALES', amount, shop.shopId), credit('SHOP_FEES', random(amount), shop.shopId)],
        ][random(3)] ?? []
      const rest = entries.reduce((sum, { amountFcfa }) => sum + amountFcfa, 0)
      await post(service, [
        {
          cause: `property:${shop.shopId}:${at}`,
          kind: 'DELIVERY_ENDED',
          currency: 'XOF',
          shopId: shop.shopId,
          deliveryId: id(),
          // Some are booked some hours after they happened.
          happenedAt: new Date(now.getTime() - random(5 * 3_600_000)),
          note: null,
          entries: [...entries, credit('MONEY_SENT', rest, 'simulated')],
        },
      ])
    }
    for (let at = 0; at < 25; at += 1) {
      const first = new Date(Date.parse('2026-07-20') + random(130) * 86_400_000).toISOString().slice(0, 10)
      const last = new Date(Date.parse(first) + random(93) * 86_400_000).toISOString().slice(0, 10)
      const { openingFcfa, closingFcfa, lines, sums } = await read(first, last)
      const moved = lines.reduce((sum, { toShopFcfa }) => sum + toShopFcfa, 0)
      assert.equal(openingFcfa + moved, closingFcfa, `${first} to ${last}`)
      assert.equal(lines.at(-1)?.balanceFcfa ?? closingFcfa, closingFcfa)
      assert.equal(openingFcfa + sums.otherFcfa, closingFcfa)
      assert.equal(lines.length, sums.lines)
      const { rows } = await sql<{ before: number; through: number }>`
        select
          coalesce(-sum(e.amount_fcfa) filter (where p.booked_at < ${`${first}T00:00:00+01:00`}::timestamptz), 0)::float8 as before,
          coalesce(-sum(e.amount_fcfa) filter (where p.booked_at < ${`${last}T00:00:00+01:00`}::timestamptz + interval '1 day'), 0)::float8 as through
        from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_postings p on p.id = e.posting_id
        where a.owner = ${shop.shopId} and a.kind in ('SHOP_SALES', 'SHOP_FEES')
      `.execute(service.services.db)
      assert.deepEqual(rows, [{ before: openingFcfa, through: closingFcfa }])
    }
    service.clock.set('2026-12-01T00:00:00Z')
    assert.equal((await read('2026-11-01', '2026-11-30')).closingFcfa, await owedByBooks())
  })

  test('the page, the file and the print say the same', async () => {
    const key = await delivered(service, shop, { ...secure, externalRef: 'CMD-7' })
    await settleAll(service)
    const { reference } = await rowOf(service, key)
    const transfer = await beginTransfer(service, { shopId: shop.shopId, amountFcfa: 4_900 })
    await endTransfer(service, transfer, 'PAID')
    const page = await owner.open(pathOf() + month)
    assert.match(
      textOf(page),
      /Solde au début rien n’est dû Ventes encaissées 5 000 FCFA Frais d’encaissement −100 FCFA Versé à la boutique −4 900 FCFA Solde à la fin rien n’est dû/,
    )
    assert.match(
      textOf(page),
      new RegExp(
        `${reference} CMD-7 · Livrée · 21 nov\\., 11:00 · ${transfer.reference}, payé 21 nov\\., 11:00 5 000 FCFA 600 FCFA encaissement 100 FCFA 4 900 FCFA 4 900 FCFA`,
      ),
    )
    const csv = await owner.open(`${pathOf()}.csv${month}`)
    assert.equal(
      csv.headers['content-disposition'],
      'attachment; filename="releve-2026-11-01-2026-11-30.csv"',
    )
    assert.deepEqual(csv.html.replace('\ufeff', '').trim().split('\r\n').slice(1), [
      '2026-11-01;Solde au début;;;;;;;;;;;;;0;;;;;;;',
      `2026-11-21 11:00;Livraison;${reference};CMD-7;Livrée;5000;600;0;0;100;0;0;0;4900;4900;;;${transfer.reference};2026-11-21 11:00;payé;;0`,
      `2026-11-21 11:00;Reversement;;;;;;;;;;;;-4900;0;0;;${transfer.reference};2026-11-21 11:00;payé;;`,
      '2026-11-30;Solde à la fin;;;;;;;;;;;;;0;;;;;;;',
    ])
    const english = await owner.open(`${pathOf()}.csv${month}&lang=en`)
    assert.match(english.html, /^\ufeffDate;What;Reference;/)
  })

  test('the print has every line, the date of each payout and the refunds to customers', {
    skip: skipPdf,
  }, async () => {
    const key = await delivered(service, shop)
    await settleAll(service)
    service.clock.forward(24 * 3_600_000)
    const paid = await beginTransfer(service, { shopId: shop.shopId, amountFcfa: 4_900 })
    service.clock.forward(2 * 3_600_000)
    await endTransfer(service, paid, 'PAID')
    service.clock.forward(60_000)
    const returned = await bringTo(service, shop, 'RETURNED', secure)
    await post(service, [refundOf(returned, 'by-hand', 5_600), refundOf(returned, 'refused', -300)])
    const text = await print()
    const [{ reference }, { reference: refunded }] = await Promise.all([
      rowOf(service, key),
      rowOf(service, returned),
    ])
    for (const said of [
      'Relevé de Boutique Ganhi',
      'Du 1er nov. 2026 au 30 nov. 2026',
      `${reference} · Livrée`,
      'Reversement',
      '−4 900 FCFA',
      'Solde à la fin rien n’est dû',
      'Remboursements à vos clients',
      'Ils ne changent pas le solde',
      `${refunded} fait à la main 5 600 FCFA`,
      `${refunded} Remboursement refusé · fait à la main −300 FCFA`,
      'Page 1 sur 1',
    ])
      assert.ok(text.includes(said), `${said} in ${text}`)
    // Beside the sale that it paid, and on a line of its own.
    for (const said of [`${paid.reference}, payé`, '22 nov., 13:00'])
      assert.equal(text.split(said).length - 1, 2, `${said} in ${text}`)
  })

  const refundOf = (key: DeliveryKey, cause: string, amountFcfa: number) => ({
    cause: `${cause}:${key.id}`,
    kind: amountFcfa < 0 ? ('TRANSFER_REFUSED' as const) : ('REFUND_RECORDED' as const),
    currency: 'XOF' as const,
    shopId: shop.shopId,
    deliveryId: key.id,
    happenedAt: service.clock.now(),
    note: null,
    entries: [debit('CUSTOMER_MONEY', amountFcfa), credit('SUSPENSE', amountFcfa)],
  })

  test('the print says what the shop owes with its sign, and every charge whole', {
    skip: skipPdf,
  }, async () => {
    await delivered(service, shop, { payment: { ...secure.payment, feePayer: 'MERCHANT' } })
    await delivered(service, shop, {})
    await settleAll(service)
    const text = await print()
    for (const said of [
      'Courses à la charge de la boutique −1 200 FCFA',
      'Frais d’encaissement −100 FCFA',
      'Solde à la fin 3 700 FCFA en faveur de la boutique',
      'course 600 FCFA, encaissement',
      '−600 FCFA',
    ])
      assert.ok(text.includes(said), `${said} in ${text}`)
    assert.doesNotMatch(text, /…/)
  })

  test('a print is whole whatever the shop is called', { skip: skipPdf }, async () => {
    const called = async (name: string) => {
      await service.services.db
        .updateTable('shops')
        .set({ name })
        .where('shops.id', '=', shop.shopId)
        .execute()
      service.clock.forward(5_000)
      return print()
    }
    assert.match(await called('متجر الأناقة'), /^Relevé de la boutique Du /)
    assert.match(await called('Chic 🌸 Mode'), /^Relevé de Chic Mode Du /)
    const long = 'Établissements Houénoussou Kouadio et Filles, couture et broderie sur mesure'
    assert.ok((await called(long)).startsWith(`Relevé de ${long} Du `))
  })

  async function print(): Promise<string> {
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { rawPayload } = await service.app.inject({ url: `${pathOf()}.pdf${month}`, headers: { cookie } })
    return (await pdfPages(rawPayload)).join(' ').replaceAll(/\s+/g, ' ')
  }

  test('fees of cancelled and returned deliveries, and refunds to customers, are told', async () => {
    const key = await bringTo(service, shop, 'RETURNED', secure)
    await service.services.db
      .updateTable('deliveries')
      .set({ return_fee_fcfa: 300 })
      .where('deliveries.id', '=', key.id)
      .execute()
    await settleAll(service)
    await post(service, [
      {
        cause: `refund:${key.id}`,
        kind: 'REFUND_RECORDED',
        currency: 'XOF',
        shopId: shop.shopId,
        deliveryId: key.id,
        happenedAt: service.clock.now(),
        note: 'Rendu en main propre',
        entries: [debit('CUSTOMER_MONEY', 5_600), credit('SUSPENSE', 5_600)],
      },
    ])
    const statement = await read('2026-11-21', '2026-11-21')
    assert.equal(statement.sums.feesFcfa, 300)
    assert.deepEqual(
      statement.refunds.map(({ amountFcfa, reference }) => [amountFcfa, reference]),
      [[5_600, null]],
    )
    const page = textOf(await owner.open(`${pathOf()}${month}&lang=en`))
    assert.match(page, /Cancellation and return fees −300 FCFA/)
    assert.match(page, /Refunds to your customers .* made by hand · 21 Nov, 11:00 5,600 FCFA/)
  })

  test('a refund that was refused is told as such where it is taken back', async () => {
    const key = await bringTo(service, shop, 'RETURNED', secure)
    const about = { currency: 'XOF', shopId: shop.shopId, deliveryId: key.id, note: null } as const
    const happenedAt = service.clock.now()
    const [begun, refused] = [debit('CUSTOMER_MONEY', 5_600), credit('CUSTOMER_MONEY', 5_600)]
    await post(service, [
      {
        ...about,
        cause: `begun:${key.id}`,
        kind: 'TRANSFER_BEGUN',
        happenedAt,
        entries: [begun, credit('SUSPENSE', 5_600)],
      },
      {
        ...about,
        cause: `refused:${key.id}`,
        kind: 'TRANSFER_REFUSED',
        happenedAt,
        entries: [refused, debit('SUSPENSE', 5_600)],
      },
    ])
    const { reference } = await rowOf(service, key)
    assert.match(
      textOf(await owner.open(pathOf() + month)),
      new RegExp(`${reference} Remboursement refusé · .* −5 600 FCFA`),
    )
    const csv = (await owner.open(`${pathOf()}.csv${month}`)).html
    assert.match(csv, new RegExp(`;Remboursement au client;${reference};.*;5600;`))
    assert.match(csv, new RegExp(`;Remboursement refusé;${reference};.*;-5600;`))
  })

  test('pages follow each other without a gap, and the file is whole', async () => {
    const now = service.clock.now()
    await post(
      service,
      Array.from({ length: 250 }, (_, at) => ({
        cause: `many:${shop.shopId}:${at}`,
        kind: 'DELIVERY_ENDED' as const,
        currency: 'XOF' as const,
        shopId: shop.shopId,
        deliveryId: null,
        happenedAt: new Date(now.getTime() - at * 1_000),
        note: null,
        entries: [debit('SHOP_FEES', 10, shop.shopId), credit('TRIP_REVENUE', 10)],
      })),
    )
    const seen = new Set<string>()
    for (const skipped of [0, 100, 200]) {
      const { lines, hasMore } = await read('2026-11-01', '2026-11-30', { skipped })
      assert.equal(hasMore, skipped < 200)
      for (const { id } of lines) seen.add(id)
    }
    assert.equal(seen.size, 250)
    const page = await owner.open(`${pathOf()}${month}&page=3`)
    assert.match(textOf(page), /Lignes 201 à 250 sur 250 Lignes précédentes$/)
    assert.match(textOf(page), /Solde à la fin 2 500 FCFA dû par la boutique/)
    const csv = await owner.open(`${pathOf()}.csv${month}`)
    assert.equal(csv.html.trim().split('\r\n').length, 253)
  })

  test('owners and operators read it, staff and others do not', async () => {
    const other = await service.openShop()
    const staff = await openConsole(service, { shopId: shop.shopId, role: 'STAFF' })
    const operator = await openOperations(service)
    const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
    for (const kind of ['', '.csv', '.pdf']) {
      assert.equal((await owner.open(pathOf() + kind)).status, 200)
      assert.equal((await owner.open(pathOf(other) + kind)).status, 404)
      assert.equal((await staff.open(pathOf() + kind)).status, 403)
      const operated = `/operations/shops/${shop.shopId}/statement${kind}`
      assert.equal((await operator.open(operated)).status, 200)
      assert.equal((await dispatcher.open(operated)).status, 403)
      assert.equal((await owner.open(operated)).status, 404)
    }
    assert.match(textOf(await operator.open(`/operations/shops/${shop.shopId}`)), /Relevé et factures/)
  })

  test('the times of a statement are the company’s, wherever the shop is (decision 259)', {
    skip: skipPdf,
  }, async () => {
    shop = await service.openShop({ country: 'CI', withoutAddress: true })
    owner = await openConsole(service, { shopId: shop.shopId })
    assert.match(await print(), /Établi le 21 nov\., 11:00/)
  })

  test('days that are no period are said, and this month is shown', async () => {
    for (const [query, said] of [
      ['?from=2026-02-30&to=2026-03-01', /Choisissez deux jours/],
      ['?from=2026-11-02&to=2026-11-01', /Le dernier jour vient avant le premier/],
      ['?from=2026-01-01&to=2026-11-01', /au plus 93 jours/],
      ["?from='&to=%00", /Choisissez deux jours/],
    ] as const) {
      const page = await owner.open(pathOf() + query)
      assert.equal(page.status, 422)
      assert.match(textOf(page), said)
      assert.match(textOf(page), /Du 1er nov\. 2026 au 30 nov\. 2026/)
    }
    for (const query of ['?page=0', '?page=99999', '?page=x', '?from[]=a'])
      assert.equal((await owner.open(pathOf() + query)).status, 200)
    assert.equal((await owner.open(`${pathOf()}?currency=USD`)).status, 422)
  })
})
