import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { declarePaid } from '../src/domain/deliveries/payment/declare-paid.ts'
import { handOverParcel } from '../src/domain/deliveries/transitions/hand-over-parcel.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { courierAt, eastOfShop, registerCourier, searchOnce } from './support/courier-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { bringTo, rowOf } from './support/delivery-verbs.ts'
import { holdsCode } from './support/holds-code.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { textOf } from './support/visitor.ts'

const why = 'La cliente l’a dit au téléphone'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let owner: ConsoleVisitor
  let dispatcher: ConsoleVisitor

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    owner = await openConsole(service, { shopId: shop.shopId })
    dispatcher = await openOperations(service, { role: 'DISPATCHER', name: 'Rachidatou Bello' })
  })
  after(() => service.close())

  const path = ({ id }: DeliveryKey) => `/operations/deliveries/${id}`
  /** Sends the form of an act from the page of a delivery. */
  const send = async (key: DeliveryKey, act: string, more: Record<string, string> = {}, reason = why) => {
    const page = await dispatcher.open(path(key))
    return dispatcher.submit(page, `${path(key)}/acts/${act}`, { [`reason-${act}`]: reason, ...more })
  }

  test('the page shows whom to call, the money and the story, and no code of the customer’s', async () => {
    const key = await bringTo(service, shop, 'IN_TRANSIT')
    const row = await rowOf(service, key)
    const page = await dispatcher.open(path(key))
    assert.equal(page.status, 200, page.html)
    const text = textOf(page)
    for (const shown of [
      row.reference,
      'Boutique Ganhi',
      'Qui appeler',
      'Argent',
      'Historique',
      'En livraison',
    ])
      assert.ok(text.includes(shown), `${shown} is missing`)
    for (const phone of [row.customer_phone, row.courier_phone ?? '']) {
      assert.ok(page.html.includes(`href="tel:${phone}"`))
      assert.ok(page.html.includes(`href="https://wa.me/${phone.slice(1)}"`))
    }
    for (const code of [row.pickup_code, row.confirmation_code])
      assert.equal(holdsCode(page.html, code), false)
    assert.ok(!page.html.includes('/console/shops/'), 'a dispatcher is led to no console')
  })

  test('each act of the page is done with its reason, named for operators and not for the shop', async () => {
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    const steps: [string, string, Record<string, string>?][] = [
      ['extend', 'Le délai est prolongé', { 'minutes-extend': '60' }],
    ]
    for (const [act, said, more] of steps) assert.match(textOf(await send(key, act, more)), new RegExp(said))
    const courierId = await registerCourier(service, { firstName: 'Zinsou' })
    const list = await dispatcher.open(`${path(key)}/courier?q=zinsou`)
    const chosen = await dispatcher.submit(list, `${path(key)}/courier`, { courier: courierId, reason: why })
    assert.match(textOf(chosen), /Le livreur est choisi/)
    for (const [act, said, more] of [
      ['arrive', 'L’arrivée est notée'],
      ['pick-up', 'Le retrait est noté'],
      ['fail', 'L’échec est noté', { 'code-fail': 'CUSTOMER_ABSENT' }],
      ['return', 'Le retour est noté'],
    ] as [string, string, Record<string, string>?][]) {
      service.clock.forward(1_000)
      const page = await send(key, act, more)
      assert.equal(page.status, 200, textOf(page))
      assert.match(textOf(page), new RegExp(said))
    }
    const told = textOf(await dispatcher.open(path(key)))
    for (const shown of ['par Rachidatou Bello', why, 'Délai prolongé', 'Client absent', 'sans code'])
      assert.ok(told.includes(shown), `${shown} is missing in ${told}`)
    const read = textOf(await owner.open(`/console/shops/${shop.shopId}/deliveries/${key.id}`))
    assert.ok(read.includes('par l’exploitant') && read.includes(why) && read.includes('Délai prolongé'))
    assert.ok(!read.includes('Rachidatou'))
    const audit = textOf(await owner.open(`/console/shops/${shop.shopId}/settings/audit`))
    assert.ok(audit.includes('Retrait noté sans code') && audit.includes(why))
  })

  test('an act without a reason is asked for it again, with what was typed', async () => {
    const key = await bringTo(service, shop, 'IN_TRANSIT')
    const page = await send(key, 'fail', { 'code-fail': 'PARCEL_DAMAGED' }, 'x')
    assert.equal(page.status, 422)
    assert.match(textOf(page), /Dites pourquoi, en 3 à 200 caractères/)
    assert.match(page.html, /<details class="card" id="fail" open>/)
    assert.match(page.html, /value="PARCEL_DAMAGED" selected/)
    assert.equal((await rowOf(service, key)).status, 'IN_TRANSIT')
    const malformed = await dispatcher.post(`${path(key)}/acts/fail`, {
      'reason-fail': why,
      'code-fail': 'BORED',
    })
    assert.equal(malformed.status, 400)
  })

  test('a parcel that is not paid for has no form to hand it over, and the form’s address refuses', async () => {
    const input = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'DIRECT' } }
    const key = await bringTo(service, shop, 'IN_TRANSIT', input)
    assert.ok(!(await dispatcher.open(path(key))).html.includes('/acts/hand-over'))
    const refused = await dispatcher.post(`${path(key)}/acts/hand-over`, { 'reason-hand-over': why })
    assert.equal(refused.status, 409)
    await declarePaid(service.services, key)
    service.clock.forward(1_000)
    assert.match(textOf(await send(key, 'confirm-payment')), /Le paiement est noté/)
    assert.match(textOf(await send(key, 'hand-over')), /La remise est notée/)
    assert.equal((await rowOf(service, key)).status, 'DELIVERED')
  })

  test('a locked code is shown as locked, and unlocked', async () => {
    const key = await bringTo(service, shop, 'IN_TRANSIT')
    for (const _ of [1, 2, 3, 4, 5]) await assert.rejects(handOverParcel(service.services, key, 'none'))
    assert.match(textOf(await dispatcher.open(path(key))), /bloqué jusqu’à/)
    assert.match(textOf(await send(key, 'unlock-code')), /Le code est débloqué/)
  })

  test('cancelling says what the shop pays, and is refused when it costs more by then', async () => {
    const key = await bringTo(service, shop, 'ASSIGNED')
    const page = await dispatcher.open(path(key))
    assert.match(textOf(page), /C’est gratuit pour la boutique/)
    await send(key, 'arrive')
    const refused = await dispatcher.submit(page, `${path(key)}/acts/cancel`, { 'reason-cancel': why })
    assert.equal(refused.status, 409)
    const cancelled = await dispatcher.submit(refused, `${path(key)}/acts/cancel`, { 'reason-cancel': why })
    assert.match(textOf(cancelled), /La livraison est annulée/)
  })

  test('the search is told round by round, and couriers are chosen by distance, free or carrying', async () => {
    const near = await courierAt(service, eastOfShop(300), { firstName: 'Afiavi' })
    await courierAt(service, eastOfShop(900), { firstName: 'Codjo' })
    const key = await bringTo(service, shop, 'SEARCHING_COURIER')
    await searchOnce(service)
    const text = textOf(await dispatcher.open(path(key)))
    for (const shown of ['Recherche d’un livreur', 'Tour 1', 'Afiavi', 'sollicité'])
      assert.ok(text.includes(shown), `${shown} is missing`)
    const list = await dispatcher.open(`${path(key)}/courier`)
    const listed = textOf(list)
    assert.ok(listed.indexOf('Afiavi') < listed.indexOf('Codjo'))
    assert.match(listed, /300.m/)
    assert.match(listed, /libre/)
    const nobody = await dispatcher.submit(list, `${path(key)}/courier`, { courier: 'no-id', reason: why })
    assert.equal(nobody.status, 404)
    const unsaid = await dispatcher.submit(list, `${path(key)}/courier`, { courier: near, reason: '' })
    assert.equal(unsaid.status, 422)
    assert.match(unsaid.html, new RegExp(`value="${near}" required checked`))
    await dispatcher.submit(list, `${path(key)}/courier`, { courier: near, reason: why })
    assert.equal((await rowOf(service, key)).courier_id, near)
    const again = await dispatcher.open(`${path(key)}/courier`)
    assert.match(textOf(again), /Choisir un autre livreur/)
    assert.match(textOf(again), /a cette course/)
    // The form that was open in another tab finds the courier chosen.
    const late = await dispatcher.submit(list, `${path(key)}/courier`, {
      courier: await registerCourier(service),
      reason: why,
    })
    assert.equal(late.status, 409)
  })

  test('names, reasons and addresses of strangers are shown as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>'
    const key = await bringTo(service, shop, 'IN_TRANSIT', {
      customer: { firstName: hostile, lastName: '"><script>alert(2)</script>', phone: '97000001' },
      instructions: hostile,
    })
    const { html } = await send(key, 'fail', { 'code-fail': 'OTHER' }, hostile)
    assert.ok(!html.includes('<img'))
    assert.ok(!html.includes('<script>alert'))
    const list = await dispatcher.open(
      `${path(await bringTo(service, shop, 'ASSIGNED'))}/courier?q=${encodeURIComponent(hostile)}`,
    )
    assert.ok(!list.html.includes('<img'))
  })

  test('deliveries that do not exist are not found, whatever the address says', async () => {
    for (const id of ['0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e', 'no-id', '..%2Fshops'])
      for (const rest of ['', '/courier', '/live']) {
        const page = await dispatcher.open(`/operations/deliveries/${id}${rest}`)
        assert.equal(page.status, 404, `${id}${rest}`)
      }
    const nowhere = await dispatcher.post(
      '/operations/deliveries/0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e/acts/cancel',
      { 'reason-cancel': why },
    )
    assert.equal(nowhere.status, 404)
  })
})
