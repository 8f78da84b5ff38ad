import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '../src/base/kernel/clock.ts'
import { runCommandLine } from '../src/cli/command-line.ts'
import { changePayment } from '../src/domain/deliveries/payment/change-payment.ts'
import { closeMonth } from '../src/domain/money/settlement/close-month.ts'
import { invoiceNumber, newInvoices } from '../src/domain/money/statements/invoices/invoice.ts'
import {
  insertInvoices,
  listInvoices,
  lockInvoices,
  readCharges,
} from '../src/domain/money/statements/invoices/invoice-store.ts'
import { invoicingTermsOf } from '../src/domain/money/statements/invoices/invoicing-terms.ts'
import { issueInvoices } from '../src/domain/money/statements/invoices/issue-invoices.ts'
import { findShop } from '../src/domain/shops/shop-store.ts'
import { rulesOf } from '../src/rules.ts'
import { invoicePdf } from '../src/web/statements/invoice-pdf.ts'
import { openConsole } from './support/console-work.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { act, assertVerbRefused, bringTo } from './support/delivery-verbs.ts'
import { company } from './support/invoiced-company.ts'
import { beginBooks, delivered, secure, settleAll } from './support/money-work.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { bytesOf, pdfPages, skipPdf } from './support/printed-pdf.ts'
import { textOf } from './support/visitor.ts'

const cli = { kind: 'CLI' } as const
const borne = { payment: { ...secure.payment, feePayer: 'MERCHANT' } }
const path = '/operations/service/books/invoices'

onEachDatabase((open) => {
  let service: TestService
  let shops: TestShop[]
  before(async () => {
    service = await openService(await open(), company)
    await beginBooks(service)
    shops = [await service.openShop({ name: 'Boutique Ganhi' })]
    service.clock.forward(1_000)
    shops.push(await service.openShop({ name: 'Boutique Akpakpa' }))
  })
  after(() => service.close())

  const deps = () => ({ ...service.services, actor: cli })
  const all = () => listInvoices(service.services.db, {}, 100)

  test('a closed month is invoiced once, to each shop that its deliveries cost something', async () => {
    const [first, second] = shops as [TestShop, TestShop]
    service.clock.set('2026-11-21T10:00:00Z')
    await delivered(service, first, {})
    await delivered(service, first, {})
    await delivered(service, first, borne)
    await delivered(service, second)
    await settleAll(service)
    await assertVerbRefused(issueInvoices(deps(), '2026-11'), {
      status: 409,
      code: 'INVOICES_NOT_ISSUABLE',
      details: { month: '2026-11', reason: 'NOT_CLOSED' },
      en: 'The invoices of 2026-11 cannot be issued: close the month in the books first.',
      fr: 'Impossible d’établir les factures de 2026-11 : clôturez d’abord ce mois dans les comptes.',
    })
    service.clock.set('2026-12-31T23:30:00Z')
    await closeMonth(deps(), '2026-11')
    const issued = await issueInvoices(deps(), '2026-11')
    // In Cotonou the year is over already.
    assert.deepEqual(issued.map(invoiceNumber), ['2027-000001', '2027-000002'])
    assert.deepEqual(await issueInvoices(deps(), '2026-11'), [])
    const [ofSecond, ofFirst] = await all()
    assert.deepEqual(
      [
        ofFirst?.buyer,
        ofFirst?.lines,
        ofFirst?.totalFcfa,
        ofFirst?.retainedFcfa,
        ofFirst?.vatRate,
        ofFirst?.vatFcfa,
      ],
      [
        { name: 'Boutique Ganhi' },
        [
          { service: 'COLLECTION_FEES', count: 1, amountFcfa: 100 },
          { service: 'TRIPS_ON_SHOP', count: 1, amountFcfa: 600 },
          { service: 'TRIPS_PREPAID', count: 2, amountFcfa: 1_200 },
        ],
        1_900,
        700,
        1_800,
        290,
      ],
    )
    assert.deepEqual(
      [ofSecond?.totalFcfa, ofSecond?.retainedFcfa, ofSecond?.issuedOn],
      [100, 100, '2027-01-01'],
    )
    assert.deepEqual(ofFirst?.seller, {
      name: 'Colis Bénin SARL',
      address: '12 rue du Marché, Cotonou',
      rccm: 'RB/COT/26 B 12345',
      taxId: '3202612345678',
      exemption: null,
    })
  })

  test('an invoice that was issued is neither changed nor removed, and no number is left out', async () => {
    const { db } = service.services
    const before = await all()
    for (const change of [
      sql`update invoices set total_fcfa = 1`,
      sql`delete from invoices`,
      sql`truncate invoices`,
      sql`insert into invoices select gen_random_uuid(), year, serial + 5, shop_id, '2026-01', currency, issued_at,
        issued_on, seller, buyer, lines, total_fcfa, retained_fcfa, vat_rate, vat_fcfa from invoices limit 1`,
    ])
      await assert.rejects(
        change.execute(db),
        /neither changed nor removed|numbered without gaps|cannot truncate/,
      )
    assert.deepEqual(await all(), before)
    // A shop that is renamed has been invoiced under its former name.
    await sql`update shops set name = 'Autre nom' where name = 'Boutique Ganhi'`.execute(db)
    assert.deepEqual(await all(), before)
  })

  test('an invoice is printed from what was kept, the same each time', { skip: skipPdf }, async () => {
    const operator = await openOperations(service)
    const cookie = [...operator.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const [, invoice] = await all()
    const print = async (language: string) =>
      (await service.app.inject({ url: `${path}/${invoice?.id}/pdf?lang=${language}`, headers: { cookie } }))
        .rawPayload
    const [one, other] = [await print('fr'), await print('fr')]
    assert.ok(one.equals(other), 'the bytes differ')
    const text = (await pdfPages(one)).join(' ').replaceAll(/\s+/g, ' ')
    for (const said of [
      'Colis Bénin SARL 12 rue du Marché, Cotonou RCCM : RB/COT/26 B 12345 IFU / NIF : 3202612345678',
      'Facture 2027-000001 Établie le 1er janv. 2027 Prestations de novembre 2026',
      'Facturé à Boutique Ganhi',
      'Courses prépayées 2 1 200 FCFA',
      'Total hors taxe 1 610 FCFA TVA 18 %',
      '290 FCFA 1 900 FCFA',
      'Client n° ',
      'Déjà retenu sur les ventes 700 FCFA Reste dû au titre de ce mois 1 200 FCFA',
    ])
      assert.ok(text.includes(said), `${said} in ${text}`)
    assert.match(
      (await pdfPages(await print('en'))).join(' ').replaceAll(/\s+/g, ' '),
      /Total including tax .*1,900 FCFA/,
    )
  })

  test('an invoice is whole whatever the shop is called', { skip: skipPdf }, async () => {
    const [, invoice] = await all()
    assert.ok(invoice)
    const printed = async (name: string) =>
      (await pdfPages(await bytesOf(await invoicePdf({ ...invoice, buyer: { name } }, 'fr'))))
        .join(' ')
        .replaceAll(/\s+/g, ' ')
    // Its typeface has no Arabic: the number of the customer stands in the place of the name.
    assert.match(await printed('متجر الأناقة'), /Facturé à Client n° \S+ Désignation/)
    const long = 'Établissements Houénoussou Kouadio et Filles, couture et broderie sur mesure'
    assert.ok((await printed(long)).includes(`Facturé à ${long} Client n° `))
  })

  test('a shop reads its own invoices, and the operator all of them', async () => {
    const [first, second] = shops as [TestShop, TestShop]
    const owner = await openConsole(service, { shopId: first.shopId })
    const staff = await openConsole(service, { shopId: first.shopId, role: 'STAFF' })
    const operator = await openOperations(service)
    const [ofSecond, ofFirst] = await all()
    const href = `/console/shops/${first.shopId}/invoices`
    assert.match(
      textOf(await owner.open(href)),
      /Facture 2027-000001 pour novembre 2026 · Établie le 1er janv\. 2027 1 900 FCFA · PDF/,
    )
    assert.equal((await owner.open(`${href}/${ofFirst?.id}/pdf`)).status, 200)
    assert.equal((await owner.open(`${href}/${ofSecond?.id}/pdf`)).status, 404)
    assert.equal((await owner.open(`${href}/x/pdf`)).status, 404)
    assert.equal((await owner.open(`/console/shops/${second.shopId}/invoices`)).status, 404)
    assert.equal((await staff.open(href)).status, 403)
    assert.equal((await operator.open(`/operations/shops/${first.shopId}/invoices`)).status, 200)
    assert.match(
      textOf(await operator.open(path)),
      /Boutique Akpakpa 2027-000002 · pour novembre 2026 .* Boutique Ganhi 2027-000001/,
    )
    assert.match(
      textOf(await operator.open(`${path}?before=2027-000002&lang=en`)),
      /Boutique Ganhi .* The latest/,
    )
  })

  test('a shop gives its tax number, which its next invoices print', { skip: skipPdf }, async () => {
    const [first] = shops as [TestShop]
    const owner = await openConsole(service, { shopId: first.shopId })
    const href = `/console/shops/${first.shopId}/invoices`
    const submit = async (taxId: string) => owner.submit(await owner.open(href), `${href}/tax-id`, { taxId })
    const refused = await submit('IFU')
    assert.equal(refused.status, 422)
    assert.match(textOf(refused), /tel que l’administration l’a donné/)
    assert.match(textOf(await submit(' 3 2026 12345678 ')), /Enregistré/)
    const shop = await findShop(service.services.db, first.shopId)
    assert.equal(shop?.tax_id, '3202612345678')
    const [, invoice] = await all()
    assert.ok(invoice)
    const buyer = { name: 'Boutique Ganhi', taxId: '3202612345678' }
    const pages = await pdfPages(await bytesOf(await invoicePdf({ ...invoice, buyer }, 'fr')))
    assert.match(
      pages.join(' ').replaceAll(/\s+/g, ' '),
      /Facturé à Boutique Ganhi IFU \/ NIF : 3202612345678 Client n° /,
    )
    assert.match(textOf(await submit('')), /Enregistré/)
  })

  test('the operator issues them on a page and at the terminal', async () => {
    const operator = await openOperations(service)
    const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
    const page = await operator.open(path)
    const submit = async (month: string) => textOf(await operator.submit(page, path, { month }))
    assert.match(await submit('2026-11'), /rien de plus à facturer/)
    assert.match(await submit('2026-12'), /clôturez d’abord ce mois/)
    assert.match(await submit('x'), /Impossible d’établir/)
    assert.equal((await dispatcher.post(path, { month: '2026-11' })).status, 403)

    // In Cotonou it is the last hour of the year.
    service.clock.set('2026-12-31T22:30:00Z')
    await delivered(service, shops[1] as TestShop, {})
    await settleAll(service)
    service.clock.set('2027-01-05T10:00:00Z')
    await closeMonth(deps(), '2026-12')
    const run = (...argv: string[]) =>
      runCommandLine(argv, { services: async () => service.services, folder: '.' })
    const { stdout, exitCode } = await run('invoices', 'issue', '--month', '2026-12')
    assert.deepEqual([stdout, exitCode], ['2027-000003  2026-12  Boutique Akpakpa  850 XOF\n', 0])
    assert.equal(
      (await run('invoices', 'issue', '--month', '2026-12')).stdout,
      'There is nothing more to invoice for 2026-12.\n',
    )
    const listed = JSON.parse((await run('invoices', 'list', '--month', '2026-12', '--json')).stdout)
    assert.deepEqual(
      listed.invoices.map(({ number, totalFcfa }: { number: string; totalFcfa: number }) => [
        number,
        totalFcfa,
      ]),
      [['2027-000003', 850]],
    )
  })

  test('trips paid to the shop itself, cancellations and returns are lines of their own', async () => {
    const shop = await service.openShop({ name: 'Boutique Cadjèhoun' })
    const direct = await bringTo(service, shop, 'IN_TRANSIT', {
      payment: { ...secure.payment, collection: 'DIRECT' },
    })
    await changePayment(service.services, direct, 'confirm')
    await act(service, direct, 'handOver')
    await act(service, await bringTo(service, shop, 'IN_TRANSIT', secure), 'cancel')
    const returned = await bringTo(service, shop, 'IN_TRANSIT', secure)
    for (const verb of ['fail', 'return'] as const) await act(service, returned, verb)
    await settleAll(service)
    service.clock.set('2027-02-01T10:00:00Z')
    await closeMonth(deps(), '2027-01')
    const issued = await issueInvoices(deps(), '2027-01')
    assert.deepEqual(
      issued.map(({ buyer, lines, totalFcfa, retainedFcfa }) => ({ buyer, lines, totalFcfa, retainedFcfa })),
      [
        {
          buyer: { name: 'Boutique Cadjèhoun' },
          lines: [
            { service: 'CANCELLATION_FEES', count: 1, amountFcfa: 300 },
            { service: 'RETURN_FEES', count: 2, amountFcfa: 1_000 },
            { service: 'TRIPS_DIRECT', count: 1, amountFcfa: 600 },
          ],
          totalFcfa: 1_900,
          retainedFcfa: 0,
        },
      ],
    )
  })
})

test('invoices need the company, and a tax or why there is none', () => {
  const given = { ...rulesOf(), ...company, VAT_RATE: 0, VAT_EXEMPTION: 'Exonéré de TVA' }
  assert.deepEqual(invoicingTermsOf(given).seller?.exemption, 'Exonéré de TVA')
  assert.equal(invoicingTermsOf({ ...given, VAT_RATE: 1_800 }).seller?.exemption, null)
  for (const missing of [
    'COMPANY_NAME',
    'COMPANY_ADDRESS',
    'COMPANY_RCCM',
    'COMPANY_TAX_ID',
    'VAT_EXEMPTION',
  ])
    assert.equal(invoicingTermsOf({ ...given, [missing]: undefined }).seller, null, missing)
})

onServer((open) => {
  test('whoever issues at the same time gives no number twice, and a failure leaves no gap', async () => {
    const service = await openService(await open(), company)
    try {
      await beginBooks(service)
      const shops = await Promise.all(Array.from({ length: 4 }, () => service.openShop()))
      for (const shop of shops) await delivered(service, shop, {})
      await settleAll(service)
      service.clock.set('2026-12-02T10:00:00Z')
      const deps = { ...service.services, actor: cli }
      await closeMonth(deps, '2026-11')
      const { db } = service.services
      await assert.rejects(
        db.transaction().execute(async (trx) => {
          await lockInvoices(trx)
          const charges = await readCharges(service.services.database, {
            from: new Date('2026-11-01T00:00:00Z'),
            until: new Date('2026-12-01T00:00:00Z'),
          })
          const { seller } = invoicingTermsOf(deps.rules.current())
          assert.ok(seller)
          const now = service.clock.now()
          const about = { seller, vatRate: null, month: '2026-11', issuedAt: now, issuedOn: '2026-12-02' }
          await insertInvoices(
            trx,
            newInvoices(charges, { ...about, lastSerial: 0, newId: () => newId(now) }),
          )
          throw new Error('The process ends here.')
        }),
        /ends here/,
      )
      const issued = await Promise.all(Array.from({ length: 5 }, () => issueInvoices(deps, '2026-11')))
      assert.deepEqual(issued.map((each) => each.length).sort(), [0, 0, 0, 0, 4])
      const numbers = (await listInvoices(db, {}, 100)).map(({ serial }) => serial)
      assert.deepEqual(numbers, [4, 3, 2, 1])
    } finally {
      await service.close()
    }
  })
})
