import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { credit, debit } from '../src/domain/money/ledger/ledger-posting.ts'
import { listBalances } from '../src/domain/money/ledger/ledger-store.ts'
import { checkLedger } from '../src/domain/money/settlement/check-ledger.ts'
import { openDifference } from '../src/domain/money/statements/reconciling/difference.ts'
import { settleDifference } from '../src/domain/money/statements/reconciling/settle-difference.ts'
import type { ConsoleVisitor } from './support/console-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { rowOf } from './support/delivery-verbs.ts'
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
import {
  statementHeader as header,
  statementsPath as path,
  statementIdOf,
  statementImports,
} from './support/statement-imports.ts'
import { type Page, textOf } from './support/visitor.ts'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let operator: ConsoleVisitor
  let imports: ReturnType<typeof statementImports>
  beforeEach(async () => {
    service = await openService(await open())
    await beginBooks(service)
    shop = await service.openShop()
    operator = await openOperations(service)
    imports = statementImports(service, operator)
    // So that something lies with the provider.
    await delivered(service, shop)
    await settleAll(service)
  })
  afterEach(() => service.close())

  /** Each provider's export, written from what is known of it (decision 209): a payment, then a payout. */
  const exports = {
    mtn: ({ paymentRef, paymentId, payoutRef, collected }: Exported) =>
      [
        'Id;External id;Date;Status;Type;Provider category;From;To;From / Fee;Currency;To / Fee;Currency;Amount;Currency;Balance;Currency',
        `${paymentRef};${paymentId};2026-11-21 11:00:00;Successful;Debit;;;;;;56;XOF;${collected};XOF;;`,
        `F-1;;2026-11-21 11:00:30;Failed;Debit;;;;;;;;${collected};XOF;;`,
        `${payoutRef};;2026-11-21 11:00:00;Successful;Transfer;;;;49;XOF;;;4900;XOF;;`,
      ].join('\n'),
    wave: ({ paymentId, payoutId, collected }: Exported) =>
      [
        'Horodatage;Identifiant de transaction;Type de transaction;Montant net;Montant brut;Frais;Solde;Devise;Nom de contrepartie;Numéro de téléphone de contrepartie;Compte payeur;Référence client;Identifiant de session API',
        `2026-11-21T10:00:00Z;T_AB12CD34EF56GH78;api_checkout;${collected - 56};${collected};56;;XOF;;;;${paymentId};cos-1`,
        `2026-11-21T10:00:00Z;T_AB12CD34EF56GH79;api_payout;-4949;-4900;49;;XOF;;;;${payoutId};`,
      ].join('\n'),
    // It lists payments and payouts in files of their own.
    fedapay: ({ paymentRef, collected }: Exported) =>
      [
        'ID;TRANSACTION KEY;REFERENCE;STATUS;MODE;DESCRIPTION;AMOUNT;COMMISSION;FIXED COMMISSION;FEES;AMOUNT TRANSFERRED;AMOUNT DEBITED;CALLBACK URL;CURRENCY;CREATED AT',
        `${paymentRef};k1;trx_a1;approved;mtn;;${collected};0.01;0;56;${collected - 56};${collected};;XOF;2026-11-21 10:00:00 UTC`,
        `${paymentRef}9;k2;trx_a2;canceled;mtn;;${collected};0.01;0;56;;;;XOF;2026-11-21 10:00:00 UTC`,
      ].join('\n'),
  }
  type Exported = {
    paymentRef: string
    paymentId: string
    payoutRef: string
    payoutId: string
    collected: number
  }

  /** A payment that a provider received and a payout that it sent, as the books have them. */
  async function paidThrough(provider: keyof typeof exports): Promise<Omit<Exported, 'collected'>> {
    const key = await delivered(service, shop)
    const paymentRef = '8421000001'
    await service.services.db
      .updateTable('payment_requests')
      .set({ provider, provider_ref: paymentRef, fee_fcfa: 56 })
      .where('payment_requests.delivery_id', '=', key.id)
      .execute()
    await settleAll(service)
    const payout = await beginTransfer(service, { shopId: shop.shopId, amountFcfa: 4_900, provider })
    await endTransfer(service, payout, 'PAID', { feeFcfa: 49, providerRef: '8421000003' })
    const { id: paymentId } = await requestOf(key.id)
    return { paymentRef, paymentId, payoutRef: '8421000003', payoutId: payout.id }
  }

  const floatNow = async () =>
    (await listBalances(service.services.db, { kinds: ['PROVIDER_FLOAT'] }))[0]?.balanceFcfa
  const requestOf = (deliveryId: string) =>
    service.services.db
      .selectFrom('payment_requests')
      .selectAll()
      .where('payment_requests.delivery_id', '=', deliveryId)
      .executeTakeFirstOrThrow()

  test('a statement that says what the books say agrees, and its balance can be confirmed', async () => {
    const key = await delivered(service, shop)
    await settleAll(service)
    const transfer = await beginTransfer(service, { shopId: shop.shopId, amountFcfa: 4_900 })
    await endTransfer(service, transfer, 'PAID', { feeFcfa: 50, providerRef: 'MP-77' })
    const [first] = await service.services.db.selectFrom('payment_requests').selectAll().execute()
    const { reference } = await rowOf(service, key)
    const rows = [
      `2026-11-21 11:00:00;MP-1;${first?.id};Payment;5600;;XOF`,
      `2026-11-21 11:00:00;MP-2;${reference};Payment;5 600;0;XOF`,
      '2026-11-21 11:00:00;MP-77;;Transfer;4900;50;XOF',
    ]
    const page = await imports.importFile(rows, '6250')
    assert.equal(page.status, 200)
    assert.match(
      textOf(page),
      /Le relevé est importé\. .*Tout concorde\. Opérations comparées : 3\. Solde d’après l’opérateur 6 250 FCFA Solde d’après les comptes, au même moment 6 250 FCFA/,
    )
    const confirmed = await operator.submit(page, `${path}/${statementIdOf(page)}/confirm`)
    assert.match(textOf(confirmed), /Le solde est confirmé/)
    assert.deepEqual((await checkLedger(service.services)).faults, [])

    const again = await imports.importFile(rows, '6250')
    assert.match(textOf(again), /Ce fichier avait déjà été importé : rien n’a changé/)
    assert.equal(statementIdOf(again), statementIdOf(page))
    // A file that overlaps brings nothing twice.
    const more = await imports.importFile([...rows, '2026-11-21 11:05;MP-9;;Deposit;1000;;XOF'])
    assert.deepEqual(
      (await imports.differencesOf(more)).map((item) => [
        item.statementReference,
        openDifference(item),
        item.compared,
      ]),
      [['MP-9', 1_000, 1]],
    )
  })

  test('what lies with another provider is neither compared nor counted', async () => {
    await post(service, [
      {
        cause: `payment-request:${randomUUID()}`,
        kind: 'PAYMENT_RECEIVED',
        currency: 'XOF',
        shopId: null,
        deliveryId: null,
        happenedAt: service.clock.now(),
        note: null,
        entries: [debit('PROVIDER_FLOAT', 2_500, 'mtn'), credit('CUSTOMER_MONEY', 2_500)],
      },
    ])
    const [own] = await service.services.db.selectFrom('payment_requests').selectAll().execute()
    const page = await imports.importFile([`2026-11-21 11:00:00;MP-1;${own?.id};Payment;5600;;XOF`], '5600')
    assert.match(
      textOf(page),
      /Tout concorde\. Opérations comparées : 1\. Solde d’après l’opérateur 5 600 FCFA Solde d’après les comptes, au même moment 5 600 FCFA/,
    )
    assert.match(
      textOf(await operator.open(path)),
      /détient d’après les comptes MTN · XOF 2 500 FCFA Opérateur simulé · XOF 5 600 FCFA Importer/,
    )
  })

  for (const provider of ['mtn', 'fedapay', 'wave'] as const)
    test(`an export of ${provider} agrees with the books, and one that does not says where`, async () => {
      const facts = await paidThrough(provider)
      const sent = { provider: `${provider} XOF` }
      const agreeing = await imports.importTable(exports[provider]({ ...facts, collected: 5_600 }), sent)
      const missing = provider === 'fedapay' ? [[null, 4_949]] : []
      const open = async (page: Page) =>
        (await imports.differencesOf(page))
          .filter((item) => item.subject !== null)
          .map((item) => [item.statementReference, openDifference(item)])
      assert.deepEqual(await open(agreeing), missing)
      if (provider === 'fedapay') {
        const payouts = `ID;STATUS;AMOUNT;AMOUNT DEBITED;SENT AT\n${facts.payoutRef};sent;4900;4949;2026-11-21 11:00`
        const page = await imports.importTable(payouts, sent, { type: 'out', net: '3', date: '4' })
        assert.deepEqual(await open(page), [])
      }

      const other = await paidThrough(provider)
      const said = exports[provider]({ ...other, collected: 5_500 }).replaceAll('8421000001', '8421000011')
      await service.services.db
        .updateTable('payment_requests')
        .set({ provider_ref: '8421000011' })
        .where('payment_requests.id', '=', other.paymentId)
        .execute()
      const differing = await imports.importTable(said.replaceAll('T_AB12', 'T_ZZ12'), sent)
      const reference = provider === 'wave' ? 'T_ZZ12CD34EF56GH78' : '8421000011'
      assert.ok(
        (await open(differing)).some(([name, fcfa]) => name === reference && fcfa === -100),
        JSON.stringify(await open(differing)),
      )
      assert.match(textOf(differing), /Un autre montant/)
    })

  test('each difference is listed, and settled once by a posting that says why', async () => {
    const { db } = service.services
    const keys = []
    for (let at = 0; at < 3; at += 1) {
      service.clock.forward(60_000)
      keys.push(await delivered(service, shop))
    }
    await settleAll(service)
    const [one, two] = await Promise.all(keys.map(({ id }) => requestOf(id)))
    const [first] = await db.selectFrom('payment_requests').selectAll().orderBy('created_at').execute()
    const page = await imports.importFile([
      `2026-11-21T10:00:00Z;A0;${first?.id};in;5600;0;`,
      `2026-11-21T10:01:00Z;A1;${one?.id};in;5600;56;`,
      `2026-11-21T10:02:00Z;A2;${two?.id};in;5500;0;`,
      '2026-11-21T10:04:00Z;A9;;out;20000;0;',
    ])
    const items = await imports.differencesOf(page)
    assert.deepEqual(
      items.map((item) => [item.ownReference === null, item.statementReference, openDifference(item)]),
      [
        [false, 'A1', -56],
        [false, 'A2', -100],
        [false, null, -5_600],
        [true, 'A9', -20_000],
      ],
    )
    assert.equal(items[0]?.open, 4)
    const said = textOf(page)
    for (const words of [
      'Écarts à régler : 4. Opérations comparées : 5.',
      'D’autres frais',
      'Un autre montant',
      'Dans les comptes, pas au relevé',
      'Au relevé, pas dans les comptes',
    ])
      assert.ok(said.includes(words), `${words} in ${said}`)

    const before = (await floatNow()) ?? 0
    const settle = (at: number, into: string, reason: string, difference?: number) =>
      operator.post(`${path}/${statementIdOf(page)}/settle`, {
        subject: items[at]?.subject ?? '',
        difference: String(difference ?? (items[at] ? openDifference(items[at]) : 0)),
        into,
        reason,
      })
    assert.equal((await settle(0, 'PROVIDER_FEES', 'x')).status, 422)
    assert.equal((await settle(0, 'PROVIDER_FEES', 'Frais non annoncés', -57)).status, 409)
    assert.match(
      textOf(await settle(0, 'PROVIDER_FEES', 'Frais non annoncés')),
      /L’écart est réglé.*Écarts à régler : 3/,
    )
    assert.equal((await settle(0, 'PROVIDER_FEES', 'Frais non annoncés')).status, 409)
    await settle(1, 'SUSPENSE', 'Le client a payé moins')
    await settle(2, 'SUSPENSE', 'Jamais arrivé')
    const last = await settle(3, 'SUSPENSE', 'Retrait vers la banque')
    assert.match(textOf(last), /Tout concorde/)
    assert.match(textOf(last), /Réglé : −20 000 FCFA\. Retrait vers la banque/)
    assert.equal(await floatNow(), before - 56 - 100 - 5_600 - 20_000)
    assert.deepEqual((await checkLedger(service.services)).faults, [])
    const { rows } = await sql<{ note: string; amount: number }>`
      select p.note, e.amount_fcfa::float8 as amount from ledger_postings p
      join ledger_entries e on e.posting_id = p.id join ledger_accounts a on a.id = e.account_id
      where p.kind = 'DIFFERENCE_SETTLED' and a.kind in ('SUSPENSE', 'PROVIDER_FEES') order by p.note
    `.execute(db)
    assert.deepEqual(rows, [
      { note: 'Frais non annoncés', amount: 56 },
      { note: 'Jamais arrivé', amount: 5_600 },
      { note: 'Le client a payé moins', amount: 100 },
      { note: 'Retrait vers la banque', amount: 20_000 },
    ])

    // What was settled as missing and comes in a later file is to be taken back.
    const [, , missing] = await Promise.all(keys.map(({ id }) => requestOf(id)))
    const later = await imports.importFile([`2026-11-21T10:03:00Z;A3;${missing?.id};in;5600;0;`])
    assert.match(textOf(later), /Réglé, puis retrouvé/)
    assert.deepEqual((await imports.differencesOf(later)).map(openDifference), [5_600])
  })

  test('two who settle at once settle once', async () => {
    const page = await imports.importFile(['2026-11-21T10:04:00Z;A9;;out;700;0;'])
    const item = (await imports.differencesOf(page)).find(
      ({ statementReference }) => statementReference === 'A9',
    )
    const settling = {
      statementId: statementIdOf(page),
      subject: item?.subject ?? '',
      expectedFcfa: -700,
      into: 'SUSPENSE',
      reason: 'Retrait',
    } as const
    const deps = { ...service.services, actor: { kind: 'CLI' } as const }
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => settleDifference(deps, settling)))
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
  })

  test('what the provider held before the books is brought in by a row of its own', async () => {
    const [first] = await service.services.db.selectFrom('payment_requests').selectAll().execute()
    const wrong = await imports.importFile([`2026-11-21T10:00:00Z;A0;${first?.id};in;5600;0;`], '15600')
    assert.match(textOf(wrong), /Écart 10 000 FCFA/)
    const before = await imports.importFile(['2026-11-01T10:00:00Z;SOLDE;;in;10000;0;'])
    const [item] = await imports.differencesOf(before)
    await operator.post(`${path}/${statementIdOf(before)}/settle`, {
      ...{ subject: item?.subject ?? '', difference: '10000', into: 'SUSPENSE', reason: 'Solde de départ' },
    })
    const confirmed = await operator.post(`${path}/${statementIdOf(wrong)}/confirm`, {})
    assert.match(textOf(confirmed), /Le solde est confirmé\. .*Tout concorde/)
    assert.deepEqual((await checkLedger(service.services)).faults, [])
  })

  test('a balance is confirmed only where the books agree, and the proof holds it against them', async () => {
    const [first] = await service.services.db.selectFrom('payment_requests').selectAll().execute()
    const row = `2026-11-21T10:00:00Z;A0;${first?.id};in;5600;0;`
    service.clock.forward(600_000)
    const wrong = await imports.importFile([row], '5000')
    assert.match(
      textOf(wrong),
      /Les opérations concordent, mais pas le solde\. .* Écart −600 FCFA .* datée d’avant/,
    )
    assert.doesNotMatch(textOf(wrong), /Tout concorde/)
    const refused = await operator.post(`${path}/${statementIdOf(wrong)}/confirm`, {})
    assert.deepEqual([refused.status, /les comptes en avaient un autre/.test(textOf(refused))], [409, true])
    const page = await imports.importFile([row, '2026-11-21T10:10:00Z;A1;;in;10;0;'], '5610')
    assert.match(
      textOf(await operator.post(`${path}/${statementIdOf(page)}/confirm`, {})),
      /réglez d’abord les écarts/,
    )
    const item = (await imports.differencesOf(page)).find(
      ({ statementReference }) => statementReference === 'A1',
    )
    await operator.post(`${path}/${statementIdOf(page)}/settle`, {
      ...{ subject: item?.subject ?? '', difference: '10', into: 'SUSPENSE', reason: 'Intérêts' },
    })
    assert.match(
      textOf(await operator.post(`${path}/${statementIdOf(page)}/confirm`, {})),
      /Le solde est confirmé/,
    )
    service.clock.forward(3_600_000)
    await delivered(service, shop)
    await settleAll(service)
    assert.deepEqual((await checkLedger(service.services)).faults, [])
    await sql`update ledger_accounts set balance_fcfa = balance_fcfa + 7 where kind = 'PROVIDER_FLOAT'`.execute(
      service.services.db,
    )
    assert.deepEqual(
      (await checkLedger(service.services)).faults.map(({ rule, subject, expectedFcfa, foundFcfa }) => [
        rule,
        subject,
        foundFcfa - expectedFcfa,
      ]),
      [
        ['BALANCES', 'PROVIDER_FLOAT simulated XOF', 7],
        ['PROVIDER_STATEMENTS', 'simulated XOF', 7],
      ],
    )
  })

  test('a row that is dated in the future is booked when it is settled, and no balance is confirmed until then', async () => {
    const { db } = service.services
    const [first] = await db.selectFrom('payment_requests').selectAll().execute()
    const right = `2026-11-21T10:00:00Z;A0;${first?.id};in;5600;0;`
    const page = await imports.importFile([right, '2027-03-21T10:00:00Z;A1;;out;600;0;'], '5000')
    assert.match(
      textOf(page),
      /La dernière ligne de ce fichier est datée du 21 mars 2027, 11:00\. Si c’est une erreur, retirez cet import, corrigez le fichier et importez-le à nouveau\./,
    )
    const item = (await imports.differencesOf(page)).find(
      ({ statementReference }) => statementReference === 'A1',
    )
    const settled = await operator.post(`${path}/${statementIdOf(page)}/settle`, {
      ...{ subject: item?.subject ?? '', difference: '-600', into: 'SUSPENSE', reason: 'Retrait' },
    })
    assert.match(textOf(settled), /Tout concorde/)
    assert.doesNotMatch(textOf(settled), /Confirmer ce solde/)
    const now = service.clock.now()
    const { rows } = await sql<{ booked: Date; counted: Date }>`
      select ledger_postings.booked_at as booked, settled_differences.occurred_at as counted
      from settled_differences join ledger_postings on ledger_postings.cause = settled_differences.cause
    `.execute(db)
    assert.deepEqual(rows, [{ booked: now, counted: now }])
    const refused = await operator.post(`${path}/${statementIdOf(page)}/confirm`, {})
    assert.deepEqual(
      [refused.status, /sa dernière ligne est datée de l’avenir/.test(textOf(refused))],
      [409, true],
    )
    // So the next statement, which counts it as the provider does, can be confirmed.
    service.clock.forward(60_000)
    const next = await imports.importFile(['2026-11-21T10:00:30Z;A2;;in;10;0;'], '5010')
    const gain = (await imports.differencesOf(next)).find(
      ({ statementReference }) => statementReference === 'A2',
    )
    await operator.post(`${path}/${statementIdOf(next)}/settle`, {
      ...{ subject: gain?.subject ?? '', difference: '10', into: 'SUSPENSE', reason: 'Intérêts' },
    })
    const confirmed = await operator.post(`${path}/${statementIdOf(next)}/confirm`, {})
    assert.match(textOf(confirmed), /Le solde est confirmé/)
    service.clock.forward(60_000)
    await delivered(service, shop)
    await settleAll(service)
    assert.deepEqual((await checkLedger(service.services)).faults, [])
  })

  test('files that cannot be read are refused in words, and nothing of them is kept', async () => {
    const cases: [content: string | Buffer, fields: Record<string, string>, said: RegExp][] = [
      ['', {}, /Choisissez un fichier/],
      [header, {}, /aucune ligne à importer/],
      [Buffer.from([0, 1, 2, 0]), {}, /pas un fichier CSV/],
      ['a;"b\n1;2', {}, /guillemet|aucune ligne/],
      ['x'.repeat(1_100_000), {}, /trop grand/],
      [`${header}\n${'2026-11-21;A;;in;1;0;\n'.repeat(10_001)}`, {}, /plus de 10 000 lignes/],
      [`${header}\n1`, { provider: 'mtn XOF' }, /Choisissez un opérateur/],
      [`${header}\n1`, { closing: 'beaucoup' }, /nombre entier de francs/],
      [
        `${header}\n1;2`,
        { act: 'import', date: '0', amount: '0', reference: '1' },
        /chacun dans une autre colonne/,
      ],
      [`${header}\n1;2`, { act: 'import', date: '99', amount: '1' }, /Il faut la date/],
      [
        `${header}\n<b>;A;;in;=1+1;0;`,
        { act: 'import', date: '0', reference: '1', amount: '4' },
        /Ligne 2\s: la date ne se lit pas \(«\s&#60;b&#62;\s»\)/,
      ],
    ]
    for (const [content, fields, said] of cases) {
      const page = await imports.upload(content, fields)
      assert.equal(page.status, 422, String(said))
      assert.match(page.html, said)
      assert.ok(!page.html.includes('<b>;'), 'what a file says is escaped')
    }
    const { rows } = await sql`select from provider_statements`.execute(service.services.db)
    assert.equal(rows.length, 0)
    const plain = await operator.open(`${path}?lang=en`)
    assert.match(textOf(plain), /No statement was imported/)
  })

  test('dispatchers see no statements, and what does not exist is not found', async () => {
    const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
    const id = shop.shopId
    assert.equal((await dispatcher.open(path)).status, 403)
    assert.equal((await operator.open(`${path}/${id}`)).status, 404)
    assert.equal((await operator.open(`${path}/x`)).status, 404)
    assert.equal((await operator.post(`${path}/${id}/settle`, { reason: 'Pourquoi' })).status, 404)
    assert.equal((await operator.post(`${path}/${id}/confirm`, {})).status, 404)
  })

  test('the books say what is owed to whom', async () => {
    service.clock.set(testStart)
    await delivered(service, shop, { payment: { ...secure.payment, feePayer: 'MERCHANT' } })
    await settleAll(service)
    const books = '/operations/service/books'
    assert.match(
      textOf(await operator.open(`${books}/owed`)),
      /Boutique Test Ventes ou gains 9 200 FCFA · XOF 9 200 FCFA/,
    )
    assert.match(textOf(await operator.open(`${books}/owed?to=couriers&page=3`)), /Rien n’est dû/)
    const owed = await operator.open(`${books}/owed.csv`)
    assert.match(owed.html, new RegExp(`${shop.shopId};Boutique Test;XOF;9200;0;9200`))
  })
})
