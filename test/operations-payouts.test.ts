import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { listTransfersTo } from '../src/domain/money/transfers/transfer-store.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { openService, type TestService } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { oweToShop, refusedPayout } from './support/transfer-trials.ts'
import { textOf } from './support/visitor.ts'

const path = '/operations/service/payouts'

onEachDatabase((open) => {
  let service: TestService
  let operator: ConsoleVisitor
  before(async () => {
    service = await openService(await open())
    operator = await openOperations(service)
  })
  after(() => service.close())

  describe('the operator’s page of payouts', () => {
    test('a refused payout is listed until somebody has it sent again', async () => {
      assert.match(textOf(await operator.open(path)), /Rien n’attend personne.*Rien n’est dû/)
      const shop = await service.openShop({ name: 'Boutique Zongo' })
      const { id, reference } = await refusedPayout(service, shop.shopId, 4_900)
      const page = await operator.open(path)
      assert.match(
        textOf(page),
        /Boutique Zongo · 4 900 FCFA · PAY-\S+ Ventes d’une boutique · refusé · numéro refusé \d+ nov\., [\d:]+ · Opérateur simulé · \+229 01 97 00 00 99 Renvoyer/,
      )
      const done = await operator.submit(page, `${path}/${id}/retry`)
      assert.match(textOf(done), /L’envoi repart/)
      assert.ok(!textOf(done).includes(reference))
      const again = await operator.post(`${path}/${id}/retry`, {})
      assert.deepEqual([again.status, /n’attend plus personne/.test(textOf(again))], [409, true])
      for (const unknown of [randomUUID(), 'x'])
        assert.equal((await operator.post(`${path}/${unknown}/retry`, {})).status, 409)
      assert.match(textOf(await operator.open(`${path}?list=ended`)), new RegExp(reference))
      assert.match(textOf(await operator.open(`${path}?list=under_way`)), /Rien n’est en route/)
    })

    test('what somebody paid by hand is noted once, and never more than is owed', async () => {
      const shop = await service.openShop({ name: 'Boutique Dantokpa' })
      await oweToShop(service, shop.shopId, 7_000)
      const page = await operator.open(path)
      assert.match(textOf(page), /Boutique Dantokpa · 7 000 FCFA/)
      const by = (amount: string, note = 'Au bureau', other = {}) =>
        operator.post(`${path}/by-hand`, {
          kind: 'SHOP_PAYOUT',
          id: shop.shopId,
          currency: 'XOF',
          amount,
          note,
          ...other,
        })
      for (const amount of ['7001', '0', '-5', '1e3', '', '99999999999'])
        assert.match(textOf(await by(amount)), /On ne leur doit que 7 000 FCFA/, amount)
      assert.equal((await by('100', '')).status, 422)
      for (const wrong of [
        { id: randomUUID() },
        { id: 'x' },
        { kind: 'CUSTOMER_REFUND' },
        { currency: 'EUR' },
      ])
        assert.equal((await by('100', 'Au bureau', wrong)).status, 404)
      assert.match(textOf(await by('7 000')), /Le paiement est noté/)
      assert.match(textOf(await by('1')), /On ne leur doit que 0 FCFA/)
      const [noted] = await listTransfersTo(service.services.db, { shop: shop.shopId }, 1)
      assert.deepEqual(
        [noted?.state, noted?.provider, noted?.amount_fcfa, noted?.note],
        ['PAID', 'by-hand', 7000, 'Au bureau'],
      )
      const owner = await openConsole(service, { shopId: shop.shopId })
      assert.match(
        textOf(await owner.open(`/console/shops/${shop.shopId}/settings/payout`)),
        /7 000 FCFA · PAY-\S+ versé · \d+ nov\., [\d:]+ · Au bureau/,
      )
    })

    test('a payment by hand is noted once, however often its form is sent', async () => {
      const shop = await service.openShop({ name: 'Boutique Saint-Michel' })
      await oweToShop(service, shop.shopId, 9_000)
      const page = await operator.open(path)
      const own = page.html.split('</form>').find((form) => form.includes(shop.shopId)) ?? ''
      const hidden = [...own.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)]
      const form = Object.fromEntries(hidden.map(([, name, value]) => [name, value]))
      const send = (amount: string) =>
        operator.post(`${path}/by-hand`, { ...form, amount, note: 'Au bureau' })
      const sent = await Promise.all([send('2 000 FCFA'), send('2 000 FCFA')])
      for (const each of [...sent, await send('2000')]) assert.match(textOf(each), /Le paiement est noté/)
      const changed = await send('3000')
      assert.deepEqual([changed.status, /C’est déjà fait/.test(textOf(changed))], [409, true])
      const noted = await listTransfersTo(service.services.db, { shop: shop.shopId }, 10)
      assert.deepEqual(
        noted.map(({ amount_fcfa }) => amount_fcfa),
        [2_000],
      )
      assert.match(textOf(await operator.open(path)), /Boutique Saint-Michel · 7 000 FCFA/)
    })

    test('older ones are on further pages', async () => {
      const shop = await service.openShop()
      for (let made = 0; made < 52; made += 1) {
        service.clock.forward(1_000)
        await refusedPayout(service, shop.shopId, 1_000)
      }
      const first = await operator.open(`${path}?list=ended`)
      const next = /href="([^"]*before=[^"]*)"/
        .exec(first.html)?.[1]
        ?.replaceAll('&#38;', '&')
        .replaceAll('&#61;', '=')
      assert.ok(next)
      const second = await operator.open(next)
      assert.match(textOf(second), /Les plus récents/)
      const references = (html: string): string[] => html.match(/PAY-[0-9A-Z]{8}/g) ?? []
      assert.equal(references(first.html).length, 50)
      assert.deepEqual(
        references(second.html).filter((each) => references(first.html).includes(each)),
        [],
      )
    })

    test('dispatchers and owners of shops see and do nothing here', async () => {
      const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
      const shop = await service.openShop()
      const { id } = await refusedPayout(service, shop.shopId, 2_000)
      assert.equal((await dispatcher.open(path)).status, 403)
      assert.equal((await dispatcher.post(`${path}/${id}/retry`, {})).status, 403)
      const owner = await openConsole(service, { shopId: shop.shopId })
      assert.ok((await owner.open(path)).status >= 400)
      assert.ok((await owner.post(`${path}/by-hand`, {})).status >= 400)
    })
  })

  describe('the owner’s page of payouts', () => {
    const hrefOf = (shopId: string) => `/console/shops/${shopId}/settings/payout`

    test('an owner chooses when they are paid, from which amount on, and what is taken off', async () => {
      const shop = await service.openShop()
      const owner = await openConsole(service, { shopId: shop.shopId })
      const href = hrefOf(shop.shopId)
      const page = await owner.open(href)
      assert.match(textOf(page), /Quand vos ventes vous sont versées/)
      const terms = () =>
        service.services.db
          .selectFrom('shops')
          .select(['shops.payout_rhythm', 'shops.payout_minimum_fcfa', 'shops.payout_nets_fees'])
          .where('shops.id', '=', shop.shopId)
          .executeTakeFirstOrThrow()
      const saved = await owner.submit(page, `${href}/terms`, {
        rhythm: 'AT_ONCE',
        minimum: '2 500',
        nets: 'on',
      })
      assert.match(textOf(saved), /C’est enregistré/)
      const chosen = { payout_rhythm: 'AT_ONCE', payout_minimum_fcfa: 2500, payout_nets_fees: true }
      assert.deepEqual(await terms(), chosen)
      for (const minimum of ['0', '1000001', 'beaucoup', '-3']) {
        const refused = await owner.post(`${href}/terms`, { rhythm: 'DAILY', minimum })
        assert.deepEqual(
          [refused.status, /Choisissez un montant entre 1 et 1 000 000 FCFA/.test(textOf(refused))],
          [422, true],
          minimum,
        )
      }
      assert.deepEqual(await terms(), chosen)
      const unknown = await owner.post(`${href}/terms`, { rhythm: 'HOURLY', minimum: '2500' })
      assert.equal(unknown.status, 422)
      assert.deepEqual(await terms(), chosen)
      await owner.post(`${href}/terms`, { minimum: '2500' })
      assert.deepEqual(await terms(), { ...chosen, payout_nets_fees: false })
    })

    test('amounts are taken as people write them, and a refused form keeps all that was chosen', async () => {
      const shop = await service.openShop()
      const owner = await openConsole(service, { shopId: shop.shopId })
      const href = hrefOf(shop.shopId)
      for (const [minimum, fcfa] of [
        ['1.500', 1_500],
        ['2 000 FCFA', 2_000],
        ['5k', 5_000],
      ] as const) {
        assert.equal((await owner.post(`${href}/terms`, { rhythm: 'DAILY', minimum })).status, 200, minimum)
        const { payout_minimum_fcfa: saved } = await service.services.db
          .selectFrom('shops')
          .select('shops.payout_minimum_fcfa')
          .where('shops.id', '=', shop.shopId)
          .executeTakeFirstOrThrow()
        assert.equal(saved, fcfa)
      }
      const { html } = await owner.post(`${href}/terms`, { rhythm: 'WEEKLY', minimum: '0', nets: 'on' })
      for (const kept of [
        'name="rhythm" value="WEEKLY" checked',
        'name="nets" value="on" checked',
        'value="0"',
      ])
        assert.ok(html.includes(kept), kept)
    })

    test('a held payout is on the home page of owners, and gone once it is sent again', async () => {
      const shop = await service.openShop()
      const held = await refusedPayout(service, shop.shopId, 4_900)
      const owner = await openConsole(service, { shopId: shop.shopId })
      const staff = await openConsole(service, { shopId: shop.shopId, role: 'STAFF' })
      const home = `/console/shops/${shop.shopId}`
      const shown = await owner.open(home)
      assert.match(textOf(shown), /À faire 1 Versement refusé 4 900 FCFA attendent/)
      assert.ok(shown.html.includes(`href="${home}/settings/payout"`))
      assert.doesNotMatch(textOf(await staff.open(home)), /Versement refusé/)
      await owner.post(`${hrefOf(shop.shopId)}/retry`, { transfer: held.id })
      assert.match(textOf(await owner.open(home)), /Rien à faire pour le moment/)
    })

    test('a payout that is tried again by itself says when', async () => {
      const shop = await service.openShop()
      const { id } = await refusedPayout(service, shop.shopId, 4_900)
      await service.services.db
        .updateTable('money_transfers')
        .set({ reason: 'PROVIDER_FAILED', retry_at: new Date(service.clock.now().getTime() + 3_600_000) })
        .where('money_transfers.id', '=', id)
        .execute()
      const owner = await openConsole(service, { shopId: shop.shopId })
      const shown = textOf(await owner.open(hrefOf(shop.shopId)))
      assert.match(
        shown,
        /4 900 FCFA · \S+ refusé par l’opérateur · \d+ nov\., [\d:]+ · nouvel essai le \d+ nov\., [\d:]+/,
      )
      assert.doesNotMatch(shown, /Un versement vous attend/)
      service.clock.forward(2 * 3_600_000)
      assert.doesNotMatch(textOf(await owner.open(hrefOf(shop.shopId))), /nouvel essai le/)
    })

    test('the page leads to the statement, and says so while nothing was paid out', async () => {
      const shop = await service.openShop()
      const owner = await openConsole(service, { shopId: shop.shopId })
      const page = await owner.open(hrefOf(shop.shopId))
      assert.match(textOf(page), /Derniers versements Rien ne vous a encore été versé\. Relevé/)
      assert.ok(page.html.includes(`href="/console/shops/${shop.shopId}/statement"`))
    })

    test('the example of a number is one of the country of the shop', async () => {
      const shop = await service.openShop({ country: 'CI', payoutPhone: null, defaultCollection: 'DIRECT' })
      const owner = await openConsole(service, { shopId: shop.shopId })
      const page = await owner.open(hrefOf(shop.shopId))
      assert.match(textOf(page), /Par exemple 07 00 00 00 01\./)
      const refused = await owner.submit(page, hrefOf(shop.shopId), { phone: '07 07' })
      assert.match(textOf(refused), /Ce numéro n’est pas possible\. Exemple : 07 00 00 00 01\./)
    })

    test('an owner reads that a payout is held, and asks for another try of their own alone', async () => {
      const [shop, other] = [await service.openShop(), await service.openShop()]
      const held = await refusedPayout(service, shop.shopId, 4_900)
      const ofOther = await refusedPayout(service, other.shopId, 4_900)
      const owner = await openConsole(service, { shopId: shop.shopId })
      const href = hrefOf(shop.shopId)
      const page = await owner.open(href)
      assert.match(textOf(page), /refuse le numéro …0099 : 4 900 FCFA n’ont pas pu vous être versés/)
      assert.equal((await owner.post(`${href}/retry`, { transfer: ofOther.id })).status, 409)
      assert.equal((await owner.post(`${href}/retry`, { transfer: 'x' })).status, 409)
      assert.equal((await owner.post(`${hrefOf(other.shopId)}/retry`, { transfer: ofOther.id })).status, 404)
      assert.match(
        textOf(await owner.submit(page, `${href}/retry`, { transfer: held.id })),
        /Un nouvel essai part/,
      )
      assert.ok(!textOf(await owner.open(href)).includes('Un versement vous attend'))
      const staff = await openConsole(service, { shopId: shop.shopId, role: 'STAFF' })
      assert.equal((await staff.post(`${href}/terms`, { rhythm: 'DAILY', minimum: '1' })).status, 403)
      assert.equal((await staff.post(`${href}/retry`, { transfer: held.id })).status, 403)
    })
  })
})
