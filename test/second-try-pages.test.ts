import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { checkCourier } from '../src/domain/couriers/check-courier.ts'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { assignCourier } from '../src/domain/deliveries/transitions/assign-courier.ts'
import { payAsSimulatedCustomer } from '../src/domain/money/mobile-money/pay-as-simulated-customer.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { openPage, pagePath, sendForm, textOf } from './support/customer-visit.ts'
import { onEachDatabase, onServer } from './support/databases.ts'
import { act, bringTo, rowOf } from './support/delivery-verbs.ts'
import { openService, type TestService, type TestShop, testStart } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { setRules } from './support/rules.ts'
import { type SignedIn, signInCourier } from './support/sign-in.ts'
import { textOf as shownText } from './support/visitor.ts'

const direct = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'DIRECT' } }
const prepaid = { payment: { mode: 'PREPAID' } }

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let owner: ConsoleVisitor
  before(async () => {
    service = await openService(await open())
    await setRules(service.services, { SECOND_TRY_PERCENT: 50 })
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    owner = await openConsole(service, { shopId: shop.shopId })
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  const consolePath = ({ id }: DeliveryKey) => `/console/shops/${shop.shopId}/deliveries/${id}`
  const row = (key: DeliveryKey) => rowOf(service, key)

  /** A parcel on its way with a courier who is signed in. */
  async function onItsWay(input: object = direct): Promise<{ key: DeliveryKey; courier: SignedIn }> {
    const courier = await signInCourier(service)
    const key = await bringTo(service, shop, 'SEARCHING_COURIER', input)
    await assignCourier(service.services, key, await checkCourier(service.services.db, courier.id))
    await act(service, key, 'pickUp')
    return { key, courier }
  }

  async function failed(input: object = direct) {
    const made = await onItsWay(input)
    await act(service, made.key, 'fail')
    return made
  }

  /** The spans that a page offers, as its form sends them. */
  const slotsOn = (html: string) =>
    [...html.matchAll(/<option value="([^"]+ \d+)"/g)].map(([, slot]) => slot ?? '')

  test('the customer chooses when, sees the price before, and the old link leads to the new delivery', async () => {
    const { key } = await failed()
    const page = await openPage(service, key)
    assert.match(textOf(page.body), /Recevoir votre colis quand même .* Quand le voulez-vous \?/)
    assert.match(textOf(page.body), /aujourd’hui, 14 h – 16 h .* Cette course coûte 300\sFCFA\./)
    assert.match(textOf(page.body), /vous payez 5\s300\sFCFA en tout/)
    const slot = '2026-11-21T14 300'
    assert.ok(slotsOn(page.body).includes(slot))

    const sent = await sendForm(service, key, { step: 'again', slot })
    assert.equal(sent.status, 303)
    const { second_try_id: id } = await row(key)
    const again = { ...key, id: id ?? '' }
    const led = await openPage(service, key)
    assert.deepEqual(
      [led.status, led.headers.location],
      [303, `/${pagePath(service, again).replace(/^\//, '')}`],
    )
    const seen = textOf((await openPage(service, again)).body)
    assert.match(
      seen,
      /Votre livraison est prévue .*Le livreur repart avec votre colis : samedi 21 novembre, 14:00/,
    )
    assert.equal((await row(again)).fee_payer, 'CUSTOMER')

    // Sent twice, and a form of the old page.
    for (const fields of [{ step: 'again', slot }, { step: 'paid' }])
      assert.equal((await sendForm(service, key, fields)).status, 303)
    assert.equal((await row(key)).second_try_id, id)
  })

  test('a span that is over, another price, and what is no span ask the customer to choose again', async () => {
    const { key } = await failed()
    for (const slot of ['2026-11-21T10 300', '2026-11-21T14 1', 'x', '', 'a'.repeat(10_000)]) {
      const { status, body } = await sendForm(service, key, { step: 'again', slot })
      assert.equal(status, 422)
      assert.match(textOf(body), /Ce n’est plus possible\. Choisissez de nouveau/)
    }
    assert.equal((await row(key)).second_try_id, null)
  })

  test('nothing is offered while the rule is off, nor before a hand-over failed', async () => {
    const { key } = await onItsWay()
    assert.doesNotMatch((await openPage(service, key)).body, /id="again"/)
    assert.equal((await sendForm(service, key, { step: 'again', slot: '2026-11-21T14 300' })).status, 422)
    await act(service, key, 'fail')
    await setRules(service.services, { SECOND_TRY_PERCENT: 0 })
    assert.doesNotMatch((await openPage(service, key)).body, /id="again"/)
    await setRules(service.services, { SECOND_TRY_PERCENT: 50 })
  })

  test('a link that a new phone has voided does not open the second try', async () => {
    const { key } = await failed()
    await sendForm(service, key, { step: 'again', slot: '2026-11-21T14 300' })
    const { second_try_id: id } = await row(key)
    await shop.patch(`/deliveries/${id}`, { customer: { phone: '0197000044' } })
    assert.equal((await openPage(service, key)).status, 404)
  })

  test('one that expired is asked for again on its own page, and older links lead to the next', async () => {
    const { key } = await failed()
    const slot = '2026-11-21T14 300'
    await sendForm(service, key, { step: 'again', slot })
    const ended = { ...key, id: (await row(key)).second_try_id ?? '' }
    const form = { step: 'again', slot }
    assert.equal((await sendForm(service, ended, form)).status, 422, 'it stands')
    await act(service, ended, 'expire')
    const page = await openPage(service, ended)
    assert.match(textOf(page.body), /La livraison n’a pas eu lieu .*Recevoir votre colis quand même/)

    assert.equal((await sendForm(service, ended, form)).status, 303)
    const next = { ...key, id: (await row(key)).second_try_id ?? '' }
    assert.notEqual(next.id, ended.id)
    for (const older of [key, ended]) {
      const led = await openPage(service, older)
      assert.deepEqual(
        [led.status, led.headers.location],
        [303, `/${pagePath(service, next).replace(/^\//, '')}`],
      )
      assert.equal((await sendForm(service, older, form)).status, 303)
    }
    assert.equal((await row(key)).second_try_id, next.id)
    // Each of these was answered once: what is answered twice is logged, and its form was acted on as well.
    assert.deepEqual(
      service.logged.filter((line) => /already sent/.test(line)),
      [],
    )

    await act(service, next, 'cancel')
    const shown = await owner.open(consolePath(key))
    const last = await owner.submit(shown, `${consolePath(key)}/second-try`, { slot })
    assert.match(shownText(last), /Nouvel essai demandé : c’est cette livraison/)
    const { second_try_id: id } = await row(key)
    assert.notEqual(id, next.id)
  })

  test('of one that the shop cancelled the customer asks for no other, and reads whom to contact', async () => {
    const { key } = await failed()
    const form = { step: 'again', slot: '2026-11-21T14 300' }
    await sendForm(service, key, form)
    const ended = { ...key, id: (await row(key)).second_try_id ?? '' }
    await shop.post(`/deliveries/${ended.id}/cancel`, { reason: 'Rupture de stock' })
    const { body } = await openPage(service, ended)
    assert.match(
      textOf(body),
      /La livraison est annulée .*« Rupture de stock »\..*Contactez Boutique Ganhi si vous voulez encore votre colis/,
    )
    assert.doesNotMatch(body, /id="again"/)
    assert.equal((await sendForm(service, ended, form)).status, 422)
    assert.equal((await row(key)).second_try_id, ended.id)

    // The shop may all the same, and the customer has that one then.
    assert.match((await owner.open(consolePath(key))).html, /id="second-try"/)
    const asked = await shop.post(`/deliveries/${key.id}/second-tries`, {
      window: { from: '2026-11-21T14:00:00.000Z', to: '2026-11-21T16:00:00.000Z' },
    })
    assert.equal(asked.status, 201)
    const led = await openPage(service, ended)
    const next = pagePath(service, { ...key, id: asked.body.id }).replace(/^\//, '')
    assert.deepEqual([led.status, led.headers.location], [303, `/${next}`])
  })

  test('the shop asks on its page, sees both deliveries there, and nobody else’s', async () => {
    const { key } = await failed()
    const page = await owner.open(consolePath(key))
    assert.match(shownText(page), /Nouvel essai .* Votre boutique paie cette course/)
    const slot = slotsOn(page.html).find((each) => each.startsWith('2026-11-22T10'))
    const asked = await owner.submit(page, `${consolePath(key)}/second-try`, { slot: slot ?? '' })
    const { reference, second_try_id: id } = await row(key)
    assert.equal(asked.path.split('?')[0], consolePath({ ...key, id: id ?? '' }))
    assert.match(
      shownText(asked),
      new RegExp(`Nouvel essai demandé : c’est cette livraison.*Nouvel essai de : ${reference}`),
    )
    const first = await owner.open(consolePath(key))
    assert.match(shownText(first), /Nouvel essai demandé : COL-/)
    assert.doesNotMatch(first.html, /id="second-try"/)

    const lines = await service.services.db
      .selectFrom('audit_lines')
      .select('audit_lines.action')
      .where('audit_lines.subject_id', '=', key.id)
      .execute()
    assert.deepEqual(lines, [{ action: 'ask-second-try' }])

    const other = await service.openShop()
    const stranger = await openConsole(service, { shopId: other.shopId })
    const { key: theirs } = await failed()
    const foreign = `/console/shops/${other.shopId}/deliveries/${theirs.id}/second-try`
    assert.equal((await stranger.post(foreign, { slot: '2026-11-22T10 300' })).status, 404)
    assert.equal((await row(theirs)).second_try_id, null)
  })

  test('a dispatcher asks for it on the page of a delivery, sees that the shop pays, and is audited', async () => {
    const { key } = await failed()
    const dispatcher = await openOperations(service, { role: 'DISPATCHER', name: 'Rachidatou Bello' })
    const path = (id: string | null) => `/operations/deliveries/${id}`
    const page = await dispatcher.open(path(key.id))
    assert.match(shownText(page), /Nouvel essai .* La boutique paie cette course/)
    const slot = slotsOn(page.html).find((each) => each.startsWith('2026-11-22T10'))

    for (const sent of ['', 'x', '2026-11-22T10 1', `2026-11-22T10 ${'9'.repeat(500)}`]) {
      const { status } = await dispatcher.post(`${path(key.id)}/second-try`, { slot: sent })
      assert.ok(status >= 400 && status < 500, `${sent}: ${status}`)
    }
    assert.equal((await row(key)).second_try_id, null)

    const asked = await dispatcher.submit(page, `${path(key.id)}/second-try`, { slot: slot ?? '' })
    const { second_try_id: id } = await row(key)
    assert.equal(asked.path.split('?')[0], path(id))
    assert.match(shownText(asked), /Nouvel essai demandé : c’est cette livraison/)
    assert.equal((await row({ ...key, id: id ?? '' })).fee_payer, 'MERCHANT')
    assert.doesNotMatch((await dispatcher.open(path(key.id))).html, /id="second-try"/)
    await dispatcher.post(`${path(key.id)}/second-try`, { slot: slot ?? '' })
    assert.equal((await row(key)).second_try_id, id)

    const lines = await service.services.db
      .selectFrom('audit_lines')
      .select(['audit_lines.action', 'audit_lines.actor'])
      .where('audit_lines.subject_id', '=', key.id)
      .execute()
    assert.deepEqual(
      lines.map(({ action, actor }) => [action, actor.split(':')[0]]),
      [['ask-second-try', 'OPERATOR']],
    )
  })

  test('the second try’s page says what was paid the first time and whether it was given back', async () => {
    const secure = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'SECURE' } }
    const paid = await onItsWay(secure)
    await payAsSimulatedCustomer(service.services, paid.key)
    const confirmed = await onItsWay(direct)
    await shop.post(`/deliveries/${confirmed.key.id}/payment-confirmations`, { received: true })
    const unpaid = await onItsWay(secure)
    const texts: string[] = []
    for (const { key } of [paid, confirmed, unpaid]) {
      await act(service, key, 'fail')
      await sendForm(service, key, { step: 'again', slot: '2026-11-21T14 300' })
      const { second_try_id: id } = await row(key)
      texts.push(textOf((await openPage(service, { ...key, id: id ?? '' })).body))
    }
    const [ofPaid = '', ofConfirmed = '', ofUnpaid = ''] = texts
    assert.match(
      ofPaid,
      /La première fois, vous avez payé 5\s600\sFCFA par mobile money\. Cet argent vous sera/,
    )
    assert.match(ofConfirmed, /La première fois, vous avez payé 5\s000\sFCFA à Boutique Ganhi pour l’achat/)
    assert.doesNotMatch(ofUnpaid, /La première fois/)

    await service.services.db
      .updateTable('payment_requests')
      .set({ refund_due_at: service.clock.now(), refunded_at: service.clock.now() })
      .where('payment_requests.delivery_id', '=', paid.key.id)
      .execute()
    const { second_try_id: id } = await row(paid.key)
    const { body } = await openPage(service, { ...paid.key, id: id ?? '' })
    assert.match(textOf(body), /La première fois, vous aviez payé .*cet argent vous a été rendu/)
  })

  test('where a second try is offered the page says so, and of money that was paid that it is given back', async () => {
    const secure = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'SECURE' } }
    const paid = await onItsWay(secure)
    await payAsSimulatedCustomer(service.services, paid.key)
    await act(service, paid.key, 'fail')
    const shown = async (key: DeliveryKey) => textOf((await openPage(service, key)).body)
    const failedText = await shown(paid.key)
    assert.match(
      failedText,
      /rapporte le colis à la boutique\. Vous pouvez le faire revenir : voyez ci-dessous\./,
    )
    assert.match(
      failedText,
      /vous payez 5\s300\sFCFA en tout : ce que vous avez déjà payé vous est rendu\. Rapportez-moi/,
    )
    assert.doesNotMatch(failedText, /Contactez Boutique Ganhi|reste dû/)

    const { key } = await failed(secure)
    assert.match(await shown(key), /Avec ce qui reste dû, vous payez 5\s300\sFCFA en tout/)
    await act(service, key, 'return')
    assert.match(await shown(key), /revenu à la boutique .*Vous pouvez le faire revenir : voyez ci-dessous\./)
    await setRules(service.services, { SECOND_TRY_PERCENT: 0 })
    assert.match(await shown(key), /Contactez Boutique Ganhi si vous l’attendez encore/)
    await setRules(service.services, { SECOND_TRY_PERCENT: 50 })
  })

  test('lists say of a failed delivery that a second try was asked for, and of no other', async () => {
    const other = await service.openShop({ name: 'Boutique Dantokpa' })
    const people = await openConsole(service, { shopId: other.shopId })
    const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
    const key = await bringTo(service, other, 'FAILED', direct)
    const { reference } = await row(key)
    const lists = async () => [
      shownText(await people.open(`/console/shops/${other.shopId}/deliveries?status=FAILED`)),
      shownText(await dispatcher.open(`/operations/deliveries?q=${reference}&status=FAILED`)),
    ]
    for (const text of await lists()) assert.doesNotMatch(text, /nouvel essai demandé/)
    await sendForm(service, key, { step: 'again', slot: '2026-11-21T14 300' })
    const [own = '', all = ''] = await lists()
    assert.match(own, new RegExp(`${reference} .*nouvel essai demandé`))
    assert.match(all, /nouvel essai demandé/)
  })

  test('lists say how the second try ended, also of a parcel that came back', async () => {
    const other = await service.openShop({ name: 'Boutique Akpakpa' })
    const people = await openConsole(service, { shopId: other.shopId })
    const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
    const ended = {
      'livré au nouvel essai': ['assign', 'pickUp', 'handOver'],
      'nouvel essai manqué aussi': ['assign', 'pickUp', 'fail'],
      'nouvel essai annulé': ['cancel'],
      'nouvel essai expiré': ['expire'],
      'nouvel essai demandé': ['assign'],
      'nouvel essai en route': ['assign', 'pickUp'],
    } as const
    for (const [said, verbs] of Object.entries(ended)) {
      const key = await bringTo(service, other, 'RETURNED', prepaid)
      const { reference } = await row(key)
      const { status, body } = await other.post(`/deliveries/${key.id}/second-tries`, {
        window: { from: '2026-11-21T14:00:00.000Z', to: '2026-11-21T16:00:00.000Z' },
      })
      assert.equal(status, 201)
      for (const verb of verbs) await act(service, { ...key, id: body.id }, verb)
      const shown = [
        await people.open(`/console/shops/${other.shopId}/deliveries?q=${reference}`),
        await dispatcher.open(`/operations/deliveries?q=${reference}`),
      ]
      for (const page of shown) assert.match(shownText(page), new RegExp(`${reference} .*${said}`))
    }
  })

  test('a shop whose form is outdated, has another price or sends no window asks for nothing', async () => {
    const { key } = await failed()
    for (const slot of [
      '',
      '2026-11-20T10 300',
      '2026-11-22T10 1',
      '2026-11-22T10',
      `2026-11-22T10 ${'9'.repeat(500)}`,
    ]) {
      const { status } = await owner.post(`${consolePath(key)}/second-try`, { slot })
      assert.ok(status >= 400 && status < 500, `${slot}: ${status}`)
    }
    assert.equal((await row(key)).second_try_id, null)
  })

  test('the courier sees when they may set out, and takes the parcel out again with one button', async () => {
    const { key, courier } = await failed(prepaid)
    await sendForm(service, key, { step: 'again', slot: '2026-11-21T14 300' })
    const early = await courier.visitor.open('/courier')
    assert.match(
      shownText(early),
      /On redemande le colis Nouvel essai : aujourd’hui, 14 h – 16 h\..* Vous pourrez repartir aujourd’hui à 13 h 40/,
    )
    assert.doesNotMatch(early.html, /set-out-again/)

    service.clock.set('2026-11-21T14:30:00.000Z')
    const out = await courier.visitor.submit(
      await courier.visitor.open('/courier'),
      '/courier/actions/set-out-again',
    )

    assert.match(shownText(out), /^Vous repartez avec le colis\. Bonne route ! .*Livrez le colis/)
    assert.equal((await row(key)).status, 'FAILED')
    const { second_try_id: id, reference } = await row(key)
    assert.equal((await row({ ...key, id: id ?? '' })).status, 'IN_TRANSIT')
    const list = await owner.open(`/console/shops/${shop.shopId}/deliveries?q=${reference}`)
    assert.match(shownText(list), /nouvel essai en route Non remis, colis reparti/)
  })

  /** What the form of a hand-over sends that names whom it shows. */
  const takerOn = (html: string) =>
    (html.match(/name="taken" value="([^"]+)"/)?.[1] ?? '').replace('&#60;', '<').replace('&#62;', '>')

  test('somebody whom the customer names takes the parcel with the code, and the shop reads who it was', async () => {
    const { key, courier } = await onItsWay(prepaid)
    assert.match(textOf((await openPage(service, key)).body), /Pas là \? Quelqu’un d’autre peut le prendre/)
    const named = await sendForm(service, key, { step: 'recipient', recipient: ' Adjovi <b>', kind: 'GUARD' })
    assert.equal(named.status, 303)
    const page = (await openPage(service, key)).body
    assert.match(textOf(page), /Peut prendre votre colis Adjovi <b>, gardien Envoyez-lui le code/)
    assert.doesNotMatch(page, /Adjovi <b>/)

    const home = await courier.visitor.open('/courier')
    assert.match(shownText(home), /Remise possible à : Adjovi <b>, gardien .* Qui prend le colis \?/)
    const { confirmation_code: code } = await row(key)
    const taken = await courier.visitor.submit(home, '/courier/actions/hand-over', {
      code,
      taken: takerOn(home.html),
    })
    assert.match(shownText(taken), /^Colis remis\. Merci !/)
    assert.equal((await row(key)).taken_by, 'Adjovi <b>')
    assert.doesNotMatch(shownText(await owner.open(consolePath(key))), /Adjovi/)
    await setRules(service.services, { SHOP_PROOF: ['TAKEN_BY'] })
    assert.match(shownText(await owner.open(consolePath(key))), /Pris par Adjovi <b>, gardien/)
    const { body: proof } = await shop.get(`/deliveries/${key.id}/proof`)
    assert.deepEqual([proof.takenBy, proof.takenByName], ['GUARD', 'Adjovi <b>'])
    await setRules(service.services, { SHOP_PROOF: [] })
  })

  test('a hand-over that a phone kept names whom its page showed, whomever the customer names meanwhile', async () => {
    await setRules(service.services, { SHOP_PROOF: ['TAKEN_BY'] })
    const name = (key: DeliveryKey, recipient: string, kind: string) =>
      sendForm(service, key, { step: 'recipient', recipient, kind })
    const cases = [
      // Named one, then another or nobody any more.
      { shown: 'Adjovi', next: 'Koffi', says: ['GUARD', 'Adjovi'] },
      { shown: 'Adjovi', next: null, says: ['GUARD', 'Adjovi'] },
      // The page showed nobody, so the customer took it.
      { shown: null, next: 'Koffi', says: ['CUSTOMER', null] },
    ]
    for (const { shown, next, says } of cases) {
      const { key, courier } = await onItsWay(prepaid)
      if (shown) await name(key, shown, 'GUARD')
      const kept = await courier.visitor.open('/courier')
      if (next) await name(key, next, 'FAMILY')
      else await sendForm(service, key, { step: 'nobody' })
      const { confirmation_code: code } = await row(key)
      await courier.visitor.submit(kept, '/courier/actions/hand-over', { code, taken: takerOn(kept.html) })
      const { body: proof } = await shop.get(`/deliveries/${key.id}/proof`)
      assert.deepEqual([proof.takenBy, proof.takenByName], says)
    }
    await setRules(service.services, { SHOP_PROOF: [] })
  })

  test('a hand-over names nobody whom no page showed', async () => {
    const other = await onItsWay(prepaid)
    await sendForm(service, other.key, { step: 'recipient', recipient: 'Adjovi', kind: 'GUARD' })
    const theirs = takerOn((await other.courier.visitor.open('/courier')).html)
    for (const taken of ['RECIPIENT', 'x GUARD Adjovi', theirs, 'a'.repeat(4_000)]) {
      const { key, courier } = await onItsWay(prepaid)
      const { confirmation_code: code } = await row(key)
      const home = await courier.visitor.open('/courier')
      await courier.visitor.submit(home, '/courier/actions/hand-over', { code, taken })
      const { status, taken_by: takenBy } = await row(key)
      assert.deepEqual([status, takenBy], ['DELIVERED', null], taken.slice(0, 40))
    }
  })

  test('the customer takes it themselves, names nobody any more, and cannot name just anything', async () => {
    const { key, courier } = await onItsWay(prepaid)
    for (const typed of [
      { recipient: '', kind: 'GUARD' },
      { recipient: 'x'.repeat(41), kind: 'GUARD' },
      { recipient: 'Adjovi', kind: 'KING' },
    ]) {
      const { status, body } = await sendForm(service, key, { step: 'recipient', ...typed })
      assert.equal(status, 422)
      assert.match(textOf(body), /Écrivez un nom de 40 lettres au plus/)
    }
    for (let time = 0; time < 25; time += 1)
      await sendForm(service, key, { step: 'recipient', recipient: `Adjovi ${time}`, kind: 'NEIGHBOUR' })
    assert.equal((await row(key)).recipient_name, 'Adjovi 19', 'twenty times at most')

    const { confirmation_code: code } = await row(key)
    const home = await courier.visitor.open('/courier')
    await courier.visitor.submit(home, '/courier/actions/hand-over', { code, taken: '' })
    assert.deepEqual([(await row(key)).status, (await row(key)).taken_by], ['DELIVERED', null])
    await sendForm(service, key, { step: 'nobody' })
    assert.equal((await row(key)).recipient_name, 'Adjovi 19', 'what was handed over stays as it was')
  })
})

onServer((open) => {
  test('of a courier, a shop and a dispatcher who press their buttons at once one is heard', async (t) => {
    const service = await openService(await open())
    t.after(() => service.close())
    await setRules(service.services, { SECOND_TRY_PERCENT: 50 })
    const shop = await service.openShop()
    const owner = await openConsole(service, { shopId: shop.shopId })
    const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
    for (let round = 0; round < 4; round += 1) {
      service.clock.set(testStart)
      const courier = await signInCourier(service)
      const key = await bringTo(service, shop, 'SEARCHING_COURIER', prepaid)
      await assignCourier(service.services, key, await checkCourier(service.services.db, courier.id))
      await act(service, key, 'pickUp')
      await act(service, key, 'fail')
      await sendForm(service, key, { step: 'again', slot: '2026-11-21T14 300' })
      const again = { ...key, id: (await rowOf(service, key)).second_try_id ?? '' }
      service.clock.set('2026-11-21T14:30:00.000Z')
      const [home, other] = [await courier.visitor.open('/courier'), await courier.visitor.open('/courier')]
      const setOut = '/courier/actions/set-out-again'
      await Promise.all([
        courier.visitor.submit(home, setOut),
        courier.visitor.submit(other, setOut),
        owner.post(`/console/shops/${shop.shopId}/deliveries/${key.id}/confirm-return`, {}),
        dispatcher.post(`/operations/deliveries/${key.id}/acts/return`, {
          'reason-return': 'Vu à la boutique',
        }),
        shop.post(`/deliveries/${again.id}/cancel`, {}),
      ])
      const [first, second] = [await rowOf(service, key), await rowOf(service, again)]
      const isOut = first.status === 'FAILED'
      assert.ok(first.ended_at)
      assert.ok(isOut || first.status === 'RETURNED', first.status)
      assert.equal(second.courier_id, isOut ? courier.id : null)
      assert.ok(
        (isOut ? ['IN_TRANSIT', 'CANCELLED'] : ['SEARCHING_COURIER', 'CANCELLED']).includes(second.status),
      )
    }
  })
})
