import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { handOnAll } from './support/event-work.ts'
import { east, openService, type TestService, type TestShop } from './support/open-service.ts'
import { type Page, textOf } from './support/visitor.ts'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let seller: ConsoleVisitor
  const made: { id: string; reference: string }[] = []

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    seller = await openConsole(service, { shopId: shop.shopId, role: 'STAFF' })
    const customers = [
      ['Afi', 'Dossou', '97000001'],
      ['Kossi', 'Mènsah', '97000002'],
      ['=1+1', '+cmd', '97000003'],
    ] as const
    for (const [firstName, lastName, phone] of customers) {
      service.clock.forward(60_000)
      const { body } = await shop.order({
        dropoff: { ...east, landmark: 'Portail bleu' },
        customer: { firstName, lastName, phone },
        externalRef: `CMD-${phone.slice(-1)}`,
      })
      made.push(body)
    }
    await handOnAll(service.services)
  })
  after(() => service.close())

  const list = () => `/console/shops/${shop.shopId}/deliveries`
  const referencesOn = ({ html }: Page) =>
    [...html.matchAll(/<span class="soft">(COL-[0-9A-Z]{6})/g)].map(([, reference]) => reference)
  const referenceAt = (at: number) => made[at]?.reference

  test('the list has the newest first, each with its customer and its status', async () => {
    const page = await seller.open(list())
    assert.deepEqual(referencesOn(page), [referenceAt(2), referenceAt(1), referenceAt(0)])
    assert.match(textOf(page), /Afi Dossou/)
    assert.match(textOf(page), /Recherche d’un livreur/)
  })

  test('a delivery is found by its reference, the shop’s own, a phone in any form and any name', async () => {
    for (const [typed, at] of [
      [made[0]?.reference.toLowerCase() ?? '', 0],
      ['CMD-2', 1],
      ['97 00 00 02', 1],
      ['+229 0197000001', 0],
      ['000001', 0],
      ['dos', 0],
      ['mensah kos', 1],
    ] as const) {
      const page = await seller.open(`${list()}?q=${encodeURIComponent(typed)}`)
      assert.deepEqual(referencesOn(page), [referenceAt(at)], typed)
    }
    assert.match(textOf(await seller.open(`${list()}?q=personne`)), /Aucune livraison trouvée/)
  })

  test('filters narrow the list, and a date that is none is named beside its field', async () => {
    assert.deepEqual(referencesOn(await seller.open(`${list()}?status=DELIVERED`)), [])
    assert.equal(referencesOn(await seller.open(`${list()}?from=2026-11-21&to=2026-11-21`)).length, 3)
    assert.deepEqual(referencesOn(await seller.open(`${list()}?to=2026-11-20`)), [])
    const wrong = await seller.open(`${list()}?from=hier`)
    assert.deepEqual([wrong.status, /id="from-error"/.test(wrong.html)], [422, true])
  })

  test('the next page begins after the last delivery of this one', async () => {
    const page = await seller.open(`${list()}?before=${made[2]?.id}`)
    assert.deepEqual(referencesOn(page), [referenceAt(1), referenceAt(0)])
  })

  test('the list is taken away as CSV, in which no cell is a formula', async () => {
    const file = await seller.open(`${list()}/export.csv`)
    assert.equal(file.headers['content-type'], 'text/csv; charset=utf-8')
    assert.match(
      String(file.headers['content-disposition']),
      /^attachment; filename="colis-2026-11-21\.csv"$/,
    )
    const cells = file.html.split(/[;\r\n]+/)
    assert.ok(cells.includes('Portail bleu'))
    for (const cell of cells) assert.doesNotMatch(cell, /^"?[=+@-]/, cell)
    const excel = await seller.open(`${list()}/export.xlsx?q=dossou`)
    assert.ok(excel.html.startsWith('PK'))
  })

  test('another shop’s deliveries are neither listed nor found nor taken away', async () => {
    const other = await service.openShop({ name: 'Autre boutique' })
    const stranger = await openConsole(service, { shopId: other.shopId })
    const theirs = `/console/shops/${other.shopId}/deliveries`
    for (const query of ['', '?q=dossou', `?q=${made[0]?.reference}`, '?q=97000001'])
      assert.deepEqual(referencesOn(await stranger.open(`${theirs}${query}`)), [], query)
    const file = await stranger.open(`${theirs}/export.csv`)
    assert.ok(!file.html.includes('Dossou'))
  })

  test('the home page counts today’s deliveries and says what needs somebody', async () => {
    const direct = { mode: 'CASH_ON_DELIVERY', goodsAmount: 15000, collection: 'DIRECT' }
    const { body } = await shop.order({ dropoff: east, payment: direct })
    for (let step = 0; step < 2; step++) await shop.post(`/sandbox/deliveries/${body.id}/advance`)
    await service.services.db
      .updateTable('deliveries')
      .set({ payment_status: 'AWAITING_MERCHANT' })
      .where('deliveries.id', '=', body.id)
      .execute()
    const home = await seller.open(`/console/shops/${shop.shopId}`)
    assert.match(textOf(home), /Paiement à confirmer/)
    assert.match(home.html, new RegExp(`href="[^"]*/deliveries/${body.id}"`))
    assert.match(textOf(home), /En livraison\s+1/)
    assert.match(home.html, /data-live="[^"]*\/live\?part&#61;home"/)
  })

  test('a shop without a delivery is led to its first one', async () => {
    const fresh = await service.openShop({ name: 'Toute neuve', withoutAddress: true })
    const owner = await openConsole(service, { shopId: fresh.shopId })
    const home = await owner.open(`/console/shops/${fresh.shopId}`)
    assert.match(textOf(home), /Votre première livraison/)
    const form = await owner.open(`/console/shops/${fresh.shopId}/deliveries/new`)
    assert.match(textOf(form), /Ajouter l’adresse de ma boutique/)
  })
})
