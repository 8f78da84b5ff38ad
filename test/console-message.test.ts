import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { handOnAll } from './support/event-work.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { hiddenFieldsOf, openVisitor, type Page, textOf } from './support/visitor.ts'

/**
 * What a pasted message leaves open, the seller decides in one tap; and what it says of the place, the
 * customer reads.
 */
onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let seller: ConsoleVisitor

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi', payoutPhone: '97000009' })
    seller = await openConsole(service, { shopId: shop.shopId, role: 'STAFF' })
  })
  after(() => service.close())

  const form = () => `/console/shops/${shop.shopId}/deliveries/new`
  const fieldIn = ({ html }: Page, name: string) => {
    const [, value = ''] = new RegExp(`<input id="${name}"[^>]*value="([^"]*)"`).exec(html) ?? []
    return value
  }
  const chosenIn = ({ html }: Page, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)" checked`).exec(html)?.[1]
  /** The answers that a page offers, by what their buttons say. */
  const answersIn = ({ html }: Page): Record<string, string> =>
    Object.fromEntries(
      [...html.matchAll(/name="answer" value="([^"]+)"[^>]*>([^<]+)</g)].map(([, value = '', label = '']) => [
        label.replaceAll(/[\u00a0\u202f]/g, ' '),
        value,
      ]),
    )
  /** What a browser sends of the form as it was shown, changed by what is done on it. */
  const send = (page: Page, changed: Record<string, string>) => {
    const texts = ['phone', 'firstName', 'lastName', 'amount', 'zone', 'landmark', 'position']
    const [, message = ''] = /<textarea id="message"[^>]*>\s*([^<]*)<\/textarea>/.exec(page.html) ?? []
    const modes = ['mode', 'size', 'feePayer', 'collection'].flatMap((name) => {
      const value = chosenIn(page, name)
      return value === undefined ? [] : [[name, value] as const]
    })
    return seller.post(form(), {
      ...hiddenFieldsOf(page, form()),
      ...Object.fromEntries(texts.map((name) => [name, fieldIn(page, name)])),
      ...Object.fromEntries(modes),
      category: 'FASHION',
      message,
      ...changed,
    })
  }
  const paste = async (message: string) => send(await seller.open(form()), { act: 'read', message })
  const orderOf = (phone: string) =>
    service.services.db
      .selectFrom('deliveries')
      .selectAll()
      .where('deliveries.customer_phone', '=', phone)
      .executeTakeFirst()

  test('what is left to pay is asked when the message does not say it, and nothing is ordered before', async () => {
    const asked = await paste('Robe 20000, avance 5000. Afi Dossou 97 00 00 21, West')
    assert.deepEqual(answersIn(asked), {
      '15 000 FCFA': 'money 0',
      '20 000 FCFA': 'money 1',
      'Autre chose : je le tape': 'money none',
    })
    assert.equal(fieldIn(asked, 'amount'), '')
    assert.equal(chosenIn(asked, 'mode'), undefined)

    const refused = await send(asked, { act: 'order', landmark: 'Portail vert' })
    assert.equal(refused.status, 422)
    assert.match(refused.html, /class="error" role="alert">Répondez d’abord ici/)
    assert.equal(fieldIn(refused, 'landmark'), 'Portail vert', 'nothing typed is lost')
    assert.equal(await orderOf('+2290197000021'), undefined)
    const priced = await send(refused, { act: 'price' })
    assert.equal((await send(priced, { act: 'order' })).status, 422, 'a look at the price answers nothing')

    const answered = await send(priced, { answer: 'money 0', lastName: 'Dossou-Yovo' })
    assert.deepEqual([fieldIn(answered, 'amount'), chosenIn(answered, 'mode')], ['15000', 'CASH_ON_DELIVERY'])
    assert.deepEqual(
      [fieldIn(answered, 'lastName'), fieldIn(answered, 'landmark')],
      ['Dossou-Yovo', 'Portail vert'],
    )
    assert.deepEqual(answersIn(answered), {})
    assert.match((await send(answered, { act: 'order' })).path, /done=created$/)
    const order = await orderOf('+2290197000021')
    assert.deepEqual([order?.goods_amount_fcfa, order?.payment_mode], [15_000, 'CASH_ON_DELIVERY'])
  })

  test('whether it is paid or collected is asked, with the trip where it may be in the amount', async () => {
    const paid = await paste('Sac 8000, paiement Wave. Ama Zinsou 97000022')
    assert.deepEqual(Object.keys(answersIn(paid)).slice(0, 2), ['8 000 FCFA', 'Rien : tout est payé'])
    const made = await send(await send(paid, { answer: 'money 1' }), { act: 'order' })
    assert.match(made.path, /done=created$/)
    const first = await orderOf('+2290197000022')
    assert.deepEqual([first?.payment_mode, first?.goods_amount_fcfa], ['PREPAID', 0])

    const withTrip = await paste('Sac 8000 livraison comprise. Ama Zinsou 97000023')
    assert.deepEqual(Object.keys(answersIn(withTrip)).slice(0, 2), [
      '8 000 FCFA, livraison comprise : ma boutique la paie',
      '8 000 FCFA, et le client paie la livraison en plus',
    ])
    await send(await send(withTrip, { answer: 'money 0' }), { act: 'order' })
    const second = await orderOf('+2290197000023')
    assert.deepEqual([second?.fee_payer, second?.goods_amount_fcfa], ['MERCHANT', 8_000])
  })

  test('two numbers are two buttons; another one that is typed is an answer too', async () => {
    const asked = await paste('Robe 9000. Afi Dossou 97 00 00 24 ou 96 00 00 24')
    assert.deepEqual(Object.values(answersIn(asked)), ['phone 0', 'phone 1', 'phone none'])
    assert.equal((await send(asked, { act: 'order' })).status, 422)
    const second = await send(asked, { answer: 'phone 1' })
    assert.equal(fieldIn(second, 'phone'), '+2290196000024')
    const typed = await send(asked, { act: 'order', phone: '95 00 00 24' })
    assert.match(typed.path, /done=created$/)
    assert.equal((await orderOf('+2290195000024'))?.goods_amount_fcfa, 9_000)
  })

  test('whoever types the amount instead has to type it', async () => {
    const asked = await paste('Avance 5000, le reste à la livraison. Afi Dossou 97 00 00 25')
    assert.deepEqual(answersIn(asked), { 'Je tape ce qui reste à payer': 'money none' })
    const typing = await send(asked, { answer: 'money none' })
    assert.deepEqual(answersIn(typing), {})
    const refused = await send(typing, { act: 'order' })
    assert.equal(refused.status, 422)
    assert.match(refused.html, /id="amount-error"/)
    assert.match((await send(refused, { act: 'order', amount: '7500' })).path, /done=created$/)
    assert.equal((await orderOf('+2290197000025'))?.goods_amount_fcfa, 7_500)
  })

  test('another message asks anew, and an answer to no question changes nothing', async () => {
    const asked = await paste('Robe 5000 et sac 7500. Afi Dossou 97 00 00 26')
    assert.equal(Object.keys(answersIn(asked)).length, 4)
    const other = await send(asked, { act: 'read', message: 'Robe 5000. Afi Dossou 97 00 00 26' })
    assert.deepEqual([answersIn(other), fieldIn(other, 'amount')], [{}, '5000'])
    const nothing = await send(other, { answer: 'money 3' })
    assert.equal(fieldIn(nothing, 'amount'), '5000')
    for (const forged of [
      'x',
      'W10',
      Buffer.from('{"money":[{"mode":"FREE"}],"phone":7}').toString('base64url'),
    ])
      assert.equal((await send(other, { act: 'price', open: forged })).status, 200, forged)
  })

  test('the customer’s page begins with the zone and landmark of the order, which the courier keeps', async () => {
    const filled = await paste('Robe 9000. Afi Dossou 97 00 00 27, West, derrière le stade')
    const made = await send(filled, { act: 'order' })
    assert.match(textOf(made), /West, pas encore indiqué/)
    const order = await orderOf('+2290197000027')
    assert.deepEqual(
      [order?.dropoff_label, order?.dropoff_landmark, order?.dropoff_lat, order?.instructions],
      ['West', 'derrière le stade', null, null],
    )
    const [, link = ''] = /<input readonly[^>]*value="([^"]+)"/.exec(made.html) ?? []
    const path = new URL(link).pathname
    const customer = openVisitor(service, '10.9.9.9')
    const page = await customer.open(path)
    assert.match(page.html, /<option selected>West</)
    assert.match(page.html, /<textarea id="landmark"[^>]*>derrière le stade<\/textarea>/)
    const given = { position: '6.37, 2.43', source: '', accuracy: '', measured: '', zone: 'West' }
    const priced = await customer.post(path, {
      ...given,
      landmark: 'derrière le stade, portail bleu',
      step: 'price',
    })
    const [, price = ''] = /name="price" value="(\d+)"/.exec(priced.html) ?? []
    await customer.post(path, {
      ...given,
      landmark: 'derrière le stade, portail bleu',
      price,
      step: 'confirm',
    })
    const placed = await orderOf('+2290197000027')
    assert.deepEqual(
      [placed?.dropoff_label, placed?.dropoff_landmark, placed?.dropoff_lat],
      [null, 'derrière le stade, portail bleu', 6.37],
    )
  })

  test('a quarter that is no zone stands among the words that lead to the door', async () => {
    const page = await seller.open(form())
    const typed = {
      act: 'order',
      phone: '97000028',
      firstName: 'Ama',
      zone: 'Zogbo-Test',
      landmark: 'maison verte',
    }
    const made = await send(page, typed)
    assert.match(textOf(made), /Zogbo-Test/)
    const [, link = ''] = /<input readonly[^>]*value="([^"]+)"/.exec(made.html) ?? []
    const asking = await openVisitor(service, '10.9.9.8').open(new URL(link).pathname)
    assert.match(asking.html, /<textarea id="landmark"[^>]*>Zogbo-Test, maison verte<\/textarea>/)
  })

  test('a customer who is known is not sent to their old place where the message says another', async () => {
    const first = {
      act: 'order',
      phone: '97000029',
      firstName: 'Ama',
      position: '6.37, 2.43',
      landmark: 'au marché',
    }
    assert.match((await send(await seller.open(form()), first)).path, /done=created$/)
    await handOnAll(service.services)
    const there = await paste('robe 9000, 97000029, derrière le stade')
    assert.deepEqual(
      ['firstName', 'position', 'landmark'].map((name) => fieldIn(there, name)),
      ['Ama', '', 'derrière le stade'],
    )
    const same = await paste('robe 9000, 97000029')
    assert.deepEqual([fieldIn(same, 'position'), fieldIn(same, 'landmark')], ['6.37, 2.43', 'au marché'])
  })
})
