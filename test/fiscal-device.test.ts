import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '../src/base/kernel/clock.ts'
import { readConfig } from '../src/config.ts'
import { closeMonth } from '../src/domain/money/settlement/close-month.ts'
import { fiscalModule } from '../src/domain/money/statements/fiscal/fiscal-module.ts'
import { findStamps, listUnsigned } from '../src/domain/money/statements/fiscal/fiscal-store.ts'
import { signDueDocuments } from '../src/domain/money/statements/fiscal/sign-due-documents.ts'
import { issueCreditNote } from '../src/domain/money/statements/invoices/issue-credit-note.ts'
import { issueInvoices } from '../src/domain/money/statements/invoices/issue-invoices.ts'
import { changeShop } from '../src/domain/shops/change-shop.ts'
import { insertConsumer } from '../src/events/event-log-store.ts'
import { onServer } from './support/databases.ts'
import { consumeAll } from './support/event-work.ts'
import { type FiscalServer, openEmecefServer, openFneServer } from './support/fiscal-server.ts'
import { company } from './support/invoiced-company.ts'
import { beginBooks, delivered, settleAll } from './support/money-work.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { pdfPages, skipPdf } from './support/printed-pdf.ts'
import { textOf } from './support/visitor.ts'

const path = '/operations/service/books/fiscal'
const devices = [
  {
    what: 'the e-MECeF of Bénin',
    openDevice: openEmecefServer,
    taxId: '3202600000017',
    makes: /^POST \/api\/invoice$/,
    ends: /confirm$/,
    printed:
      /Code de l’administration fiscale : TEST-E64H-2J6I-LT3E-B5TH-0001 NIM : TS01000001 Compteurs : \d\/\d F[VA]/,
  },
  {
    what: 'the FNE of Côte d’Ivoire',
    openDevice: openFneServer,
    taxId: '9502363N',
    makes: /invoices\/sign$/,
    ends: /invoices\/sign$/,
    printed: /Code de l’administration fiscale : 9606123E26000000002/,
  },
]

for (const { what, openDevice, taxId, makes, ends, printed } of devices)
  onServer((open) => {
    let service: TestService
    let shop: TestShop
    let device: FiscalServer
    const alerts: string[] = []
    before(async () => {
      device = await openDevice()
      service = await openService(await open(), { ...company, ...device.env })
      await beginBooks(service)
      shop = await service.openShop({ name: 'Boutique Ganhi' })
      await changeShop({ ...service.services, actor: { kind: 'CLI' } }, shop.shopId, { taxId })
      service.clock.set('2026-11-21T10:00:00Z')
      // The device is set from now on.
      assert.equal(await signDueDocuments(fiscalDeps()), false)
      await consumeReceipts()
    })
    after(async () => {
      await service.close()
      await device.close()
    })

    const deps = () => ({ ...service.services, actor: { kind: 'CLI' } as const })
    const fiscalDeps = () => ({
      ...service.services,
      alertOperator: (message: string) => void alerts.push(message),
    })
    const consumeReceipts = async () => {
      await insertConsumer(service.services.db, 'fiscal-receipts')
      const { consumer } = fiscalModule(service.services)
      assert.ok(consumer)
      await consumeAll(service.services, consumer)
    }
    const sign = async () => {
      while (await signDueDocuments(fiscalDeps()));
    }
    const unsigned = async () =>
      (await listUnsigned(service.services.db, 100)).map(({ kind, state, fault }) => [kind, state, fault])

    test(`a receipt is signed by ${what} once its trip is booked`, async () => {
      const key = await delivered(service, shop)
      await consumeReceipts()
      await sign()
      assert.deepEqual(await unsigned(), [
        ['RECEIPT', 'DUE', 'What it is about is not ready: the company, the books or its invoice.'],
      ])
      assert.equal(device.asked.length, 0)
      await settleAll(service)
      service.clock.forward(61_000)
      await sign()
      assert.deepEqual(await unsigned(), [])
      assert.equal(device.signed.length, 1)
      const stamp = (await findStamps(service.services.db, [key.id])).get(key.id)
      assert.ok(stamp?.code && stamp.qr)
      await sign()
      assert.equal(device.signed.length, 1)
    })

    test(`invoices and their credit notes are signed by ${what}, and printed with its code`, {
      skip: skipPdf,
    }, async () => {
      // Borne by the shop: no receipt.
      await delivered(service, shop, {})
      await settleAll(service)
      await consumeReceipts()
      service.clock.set('2026-12-02T10:00:00Z')
      await closeMonth(deps(), '2026-11')
      const [invoice] = await issueInvoices(deps(), '2026-11')
      assert.ok(invoice)
      const { note } = await issueCreditNote(deps(), {
        id: newId(service.clock.now()),
        invoiceId: invoice.id,
        lines: [{ service: 'TRIPS_PREPAID', amountFcfa: 150 }],
        reason: 'Geste commercial',
      })
      await sign()
      service.clock.forward(61_000)
      await sign()
      assert.deepEqual(await unsigned(), [])
      assert.equal(device.signed.length, 3)
      const stamps = await findStamps(service.services.db, [invoice.id, note.id])
      assert.equal(stamps.size, 2)
      const [, sale, credit] = device.signed
      if (device.env.FISCAL_DEVICE === 'EMECEF') {
        assert.deepEqual(
          [sale.type, sale.client, sale.items.map((item: { price: number }) => item.price), credit.type],
          ['FV', { name: 'Boutique Ganhi', ifu: taxId, contact: '+2290197000099' }, [100, 600], 'FA'],
        )
        assert.equal(credit.reference, stamps.get(invoice.id)?.code.replaceAll('-', ''))
        assert.deepEqual(sale.payment, [
          { name: 'MOBILEMONEY', amount: 100 },
          { name: 'CREDIT', amount: 600 },
        ])
      } else {
        assert.deepEqual([sale.template, sale.clientNcc], ['B2B', taxId])
        assert.deepEqual(
          sale.items.map((item: { amount: number }) => Math.round(item.amount * 1.18)),
          [100, 600],
        )
        assert.deepEqual([credit.refunds, credit.items[0].quantity], [sale.id, 0.25])
      }
      const operator = await openOperations(service)
      const cookie = [...operator.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const { rawPayload } = await service.app.inject({
        url: `/operations/service/books/invoices/${invoice.id}/pdf?lang=fr`,
        headers: { cookie },
      })
      assert.match((await pdfPages(rawPayload)).join(' ').replaceAll(/\s+/g, ' '), printed)
    })

    test(`what ${what} cannot be asked for is tried again, and never signed twice`, async () => {
      const before = device.signed.length
      await delivered(service, shop)
      await settleAll(service)
      await consumeReceipts()
      device.failing(makes, { status: 503 })
      await sign()
      assert.deepEqual(
        (await unsigned()).map(([, state]) => state),
        ['DUE'],
      )
      service.clock.forward(61_000)
      await sign()
      assert.deepEqual([device.signed.length, await unsigned()], [before + 1, []])
    })

    test(`after an answer of ${what} that was lost, a person decides`, async () => {
      const before = device.signed.length
      await delivered(service, shop)
      await settleAll(service)
      await consumeReceipts()
      device.failing(ends, 'LOST_AFTER')
      alerts.length = 0
      await sign()
      service.clock.forward(24 * 60 * 60_000)
      await sign()
      // It was signed, and nobody sends it again by itself.
      assert.equal(device.signed.length, before + 1)
      assert.deepEqual(
        (await unsigned()).map(([kind, state]) => [kind, state]),
        [['RECEIPT', 'UNCERTAIN']],
      )
      assert.equal(alerts.length, 1)
      const operator = await openOperations(service)
      const page = await operator.open(path)
      assert.match(textOf(page), /Reçu d’un client COL-\w+ · réponse perdue .* Renvoyer/)
      const [, delivery = ''] = /href="(\/operations\/deliveries\/[^"]+)"/.exec(page.html) ?? []
      assert.equal((await operator.open(delivery)).status, 200)
      const noted = await operator.submit(page, path, { code: ' ABCD-0001 ', qr: '' })
      assert.match(textOf(noted), /Le code est noté\. .* Tout est normalisé/)
      assert.match(textOf(await operator.open('/operations/service/audit')), /Pièce à normaliser réglée/)
      await sign()
      assert.equal(device.signed.length, before + 1)
      await assert.rejects(
        sql`update fiscal_documents set stamp = '{}' where state = 'SIGNED'`.execute(service.services.db),
        /neither changed nor removed/,
      )
    })

    test(`what ${what} refuses is mended and sent again; a process that ended asks a person`, async () => {
      const { db } = service.services
      await delivered(service, shop)
      await settleAll(service)
      await consumeReceipts()
      device.failing(makes, {
        status: 400,
        json: { errorCode: '6', errorDesc: 'IFU du client', message: 'Client' },
      })
      await sign()
      assert.deepEqual(
        (await unsigned()).map(([, state]) => state),
        ['REFUSED'],
      )
      const operator = await openOperations(service)
      const page = await operator.open(path)
      assert.match(textOf(page), /refusé .*(IFU du client|Client)/)
      assert.match(textOf(await operator.submit(page, path, { code: '' })), /La pièce est renvoyée/)
      await sql`update fiscal_documents set state = 'SENDING', pending_ref = 'x' where state = 'DUE'`.execute(
        db,
      )
      await sign()
      assert.deepEqual(
        (await unsigned()).map(([, state]) => state),
        ['UNCERTAIN'],
      )
    })
  })

onServer((open) => {
  test('a machine that computes another sum is not confirmed', async () => {
    const device = await openEmecefServer()
    const service = await openService(await open(), { ...company, ...device.env })
    try {
      await beginBooks(service)
      await insertConsumer(service.services.db, 'fiscal-receipts')
      const { consumer } = fiscalModule(service.services)
      assert.ok(consumer)
      await consumeAll(service.services, consumer)
      await delivered(service, await service.openShop())
      await settleAll(service)
      await consumeAll(service.services, consumer)
      device.addsFcfa = 1
      await signDueDocuments({ ...service.services, alertOperator: () => {} })
      const [row] = await listUnsigned(service.services.db, 10)
      assert.deepEqual([row?.state, row?.fault], ['REFUSED', 'The machine computes 601 FCFA.'])
      assert.deepEqual([device.signed.length, device.count(/cancel$/)], [0, 1])
    } finally {
      await service.close()
      await device.close()
    }
  })
})

test('a sandbox declares nothing real, and a device is set whole', () => {
  const faultsOf = (env: Record<string, string>) => {
    try {
      readConfig(env)
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }
  const emecef = { FISCAL_DEVICE: 'EMECEF', FISCAL_TOKEN: 'x' }
  assert.match(faultsOf({ ...emecef, FISCAL_URL: 'https://sygmef.impots.bj/emcf/api' }), /trial address/)
  assert.doesNotMatch(
    faultsOf({ ...emecef, FISCAL_URL: 'https://developper.impots.bj/sygmef-emcf/api' }),
    /FISCAL/,
  )
  assert.match(faultsOf({ FISCAL_DEVICE: 'EMECEF' }), /needs FISCAL_URL and FISCAL_TOKEN/)
  assert.match(
    faultsOf({ FISCAL_DEVICE: 'FNE', FISCAL_TOKEN: 'x', FISCAL_URL: 'http://54.247.95.108/ws' }),
    /needs FISCAL_POINT_OF_SALE/,
  )
})
