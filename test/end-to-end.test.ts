import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startBackground } from '../src/app.ts'
import type { Loop } from '../src/base/background/loop.ts'
import type { Point } from '../src/base/kernel/point.ts'
import { runCommandLine } from '../src/cli/command-line.ts'
import { addEndpoint } from '../src/domain/webhooks/endpoints/add-endpoint.ts'
import { sendRequestsWith } from '../src/domain/webhooks/sending/send-request.ts'
import { registerCourier } from './support/courier-work.ts'
import { fieldsOf } from './support/customer-visit.ts'
import { onEachDatabase } from './support/databases.ts'
import { center, east, openService, type TestService, type TestShop } from './support/open-service.ts'
import { accepts, type Hook, openPartnerServer, type PartnerServer } from './support/partner-server.ts'
import { until } from './support/until.ts'
import { openVisitor, type Page, textOf, type Visitor } from './support/visitor.ts'
import { openWhatsAppServer, type WhatsAppMessage, type WhatsAppServer } from './support/whatsapp-server.ts'

/**
 * The whole life of a delivery, as people experience it: the shop calls the API and receives webhooks, everybody
 * else has a phone with messages and pages. The sandbox is not used, and nothing is read from the database.
 */
onEachDatabase((open) => {
  const second = 1_000
  let partner: PartnerServer
  let whatsApp: WhatsAppServer
  let service: TestService
  let loops: Loop[] = []

  before(async () => {
    partner = await openPartnerServer()
    whatsApp = await openWhatsAppServer()
    service = await openService(await open(), whatsApp.env)
    trust(service, partner)
    loops = await startBackground(service.services)
  })
  after(async () => {
    await Promise.all(loops.map((loop) => loop.stop()))
    await service.close()
    await whatsApp.close()
    await partner.close()
  })

  test('an order without a destination becomes a parcel that is paid and handed over', async () => {
    const { shop, hook, courier, customerPhone } = await scene()
    const created = await shop.order(orderOf(customerPhone, cash))
    assert.equal(created.status, 201)
    assert.equal(created.body.status, 'AWAITING_LOCATION')

    const customer = await customerWithLink(customerPhone)
    await givePosition(customer, east)

    const carrying = await acceptOffer(courier)
    const arrived = await courier.submit(carrying, `${actions}/arrive`)
    const taken = await courier.submit(arrived, `${actions}/pick-up`, { code: created.body.pickupCode })
    assert.match(textOf(taken), /Ne remettez pas encore le colis/)

    const onTheWay = await lastMessageTo(customerPhone, 'COURIER_ON_THE_WAY')
    const page = await customer.visitor.open(customer.path)
    const code = /\b\d{4}\b/.exec(textOf(page).replace(/.*?Votre code/, ''))?.[0] ?? ''
    assert.ok(onTheWay.words.includes(code), 'the message and the page say the same code')

    // Whenever the request reaches the provider, its customer pays a few seconds later.
    const paid = await eventually(
      () => {
        service.clock.forward(second)
        return courier.open('/courier')
      },
      (shown) => textOf(shown).includes('Vous pouvez remettre le colis'),
    )
    const done = await courier.submit(paid, `${actions}/hand-over`, { code })
    assert.match(textOf(done), /Colis remis/)

    await hook.hasReceived(6)
    assert.deepEqual(sentTo(hook), [
      'delivery.created AWAITING_LOCATION NOT_REQUESTED',
      'delivery.location_confirmed SEARCHING_COURIER NOT_REQUESTED',
      'delivery.courier_assigned ASSIGNED NOT_REQUESTED',
      'delivery.picked_up IN_TRANSIT AWAITING_CUSTOMER',
      'payment.confirmed IN_TRANSIT PAID',
      'delivery.delivered DELIVERED PAID',
    ])
    const { body: delivery } = await shop.get(`/deliveries/${created.body.id}`)
    assert.deepEqual(
      [delivery.status, delivery.payment.status, delivery.courier.firstName, delivery.priceIsEstimate],
      ['DELIVERED', 'PAID', 'Rodrigue', false],
    )
    const { body: history } = await shop.get(`/deliveries/${created.body.id}/events`)
    assert.deepEqual(
      history.map(({ status }: { status: string }) => status),
      ['AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT', 'DELIVERED'],
    )
    await lastMessageTo(customerPhone, 'DELIVERED')
    assert.match(textOf(await customer.visitor.open(customer.path)), /livré/i)
  })

  test('a parcel comes back to the shop after a hand-over that fails', async () => {
    const { shop, hook, courier, customerPhone } = await scene()
    const created = await shop.order({ ...orderOf(customerPhone), dropoff: east })
    const carrying = await acceptOffer(courier)
    const arrived = await courier.submit(carrying, `${actions}/arrive`)
    const taken = await courier.submit(arrived, `${actions}/pick-up`, { code: created.body.pickupCode })

    const failed = await courier.submit(taken, `${actions}/fail`, { reason: 'CUSTOMER_ABSENT' })
    await lastMessageTo(customerPhone, 'DELIVERY_FAILED')
    const code = await returnCode(shop, created.body.id)
    const back = await courier.submit(failed, `${actions}/bring-back`, { code })
    assert.doesNotMatch(textOf(back), /Code/)

    await hook.hasReceived(5)
    assert.deepEqual(sentTo(hook), [
      'delivery.created SEARCHING_COURIER NOT_DUE',
      'delivery.courier_assigned ASSIGNED NOT_DUE',
      'delivery.picked_up IN_TRANSIT NOT_DUE',
      'delivery.failed FAILED NOT_DUE',
      'delivery.returned RETURNED NOT_DUE',
    ])
    const { body } = await shop.get(`/deliveries/${created.body.id}`, { 'accept-language': 'en' })
    assert.deepEqual([body.status, body.failureReason, body.returnFee], ['RETURNED', 'Customer absent', 500])
  })

  test('a shop that cancels when the courier is already there pays a fee, and everybody is notified', async () => {
    const { shop, hook, courier, customerPhone } = await scene()
    const created = await shop.order(orderOf(customerPhone))
    const customer = await customerWithLink(customerPhone)
    await givePosition(customer, east)
    await courier.submit(await acceptOffer(courier), `${actions}/arrive`)

    const cancelled = await shop.post(`/deliveries/${created.body.id}/cancel`, { reason: 'Rupture de stock' })
    assert.deepEqual([cancelled.status, cancelled.body.cancellationFee], [200, 300])

    assert.match(textOf(await customer.visitor.open(customer.path)), /annulé/i)
    assert.doesNotMatch(textOf(await courier.open('/courier')), /Prenez le colis/)
    await hook.hasReceived(4)
    assert.equal(sentTo(hook).at(-1), 'delivery.cancelled CANCELLED NOT_DUE')
  })

  test('a delivery expires when its customer never gives a position', async () => {
    const { shop, hook, customerPhone } = await scene()
    const created = await shop.order(orderOf(customerPhone))
    const customer = await customerWithLink(customerPhone)

    await hook.hasReceived(1)
    service.clock.forward(24 * 3_600 * second)
    // The day may pass before the attempt of the first webhook is recorded; that one is then sent once more.
    const expired = 'delivery.expired EXPIRED NOT_DUE'
    await until(() => sentTo(hook).includes(expired), 'the webhook of the expiry')
    assert.deepEqual([...new Set(sentTo(hook))], ['delivery.created AWAITING_LOCATION NOT_DUE', expired])
    assert.equal((await shop.get(`/deliveries/${created.body.id}`)).body.status, 'EXPIRED')
    assert.match(
      textOf(await customer.visitor.open(customer.path)),
      /Nous n’avons pas reçu à temps l’endroit où livrer/,
    )
  })

  let scenes = 0
  let lastCourier: Visitor | undefined

  /** A shop of its own with a webhook, a courier at its door and a customer's phone; no other courier is on duty. */
  async function scene() {
    scenes += 1
    const shop = await service.openShop({ name: `Boutique ${scenes}` })
    const hook = await receiverOf(shop)
    if (lastCourier) await lastCourier.submit(await lastCourier.open('/courier'), `${actions}/go-off-duty`)
    lastCourier = await courierOnDuty(`+2290197010${scenes}01`)
    return { shop, hook, courier: lastCourier, customerPhone: `+2290197020${scenes}09` }
  }

  /** The shop's own server, which refuses what is not signed with its secret. */
  async function receiverOf({ shopId }: TestShop): Promise<Hook> {
    let secret = ''
    const hook = partner.hook(async (response, received) => {
      const isAccepted = await accepts(secret, received, service.clock.now())
      response.writeHead(isAccepted ? 204 : 401).end()
    })
    const endpoint = { shopId, url: hook.url, eventTypes: null, description: null }
    secret = (await addEndpoint(service.services.webhooks, endpoint)).secret
    return hook
  }

  async function courierOnDuty(phone: string): Promise<Visitor> {
    await registerCourier(service, { phone, firstName: 'Rodrigue' })
    const visitor = openVisitor(service, `10.9.0.${scenes}`)
    const asking = await visitor.submit(await visitor.open('/courier'), '/courier/sign-in', { phone })
    const { words } = await lastMessageTo(phone, 'SIGN_IN_CODE')
    const home = await visitor.submit(asking, '/courier/sign-in/code', { code: words[0] ?? '' })
    await visitor.submit(home, `${actions}/go-on-duty`)
    const position = JSON.stringify({ position: { ...center, accuracyMeters: 8 } })
    await visitor.post('/courier/look', position, { 'content-type': 'application/json' })
    return visitor
  }

  async function acceptOffer(courier: Visitor): Promise<Page> {
    const offered = await eventually(
      () => courier.open('/courier'),
      (shown) => shown.html.includes(`${actions}/accept`),
    )
    return courier.submit(offered, `${actions}/accept`)
  }

  /** The customer opens the link of their message. */
  async function customerWithLink(phone: string) {
    const { token } = await lastMessageTo(phone, 'POSITION_LINK')
    return { visitor: openVisitor(service, '10.8.0.1'), path: `/p/${token}` }
  }

  async function givePosition({ visitor, path }: { visitor: Visitor; path: string }, { lat, lng }: Point) {
    const asking = await visitor.open(path)
    const typed = { ...fieldsOf(asking.html, 'price'), position: `${lat}, ${lng}`, landmark: 'Portail bleu' }
    const priced = await visitor.post(path, typed)
    const confirmed = await visitor.post(path, fieldsOf(priced.html, 'confirm'))
    assert.equal(confirmed.status, 200, textOf(confirmed))
  }

  /** The last message of a kind to a phone: its words, and the token of its link. */
  async function lastMessageTo(phone: string, kind: string): Promise<{ words: string[]; token: string }> {
    const emitted = () =>
      whatsApp.asked
        .map(({ body }) => body)
        .findLast(
          ({ to, template }) => `+${to}` === phone && template.name === `colis_${kind.toLowerCase()}_v2`,
        )
    await until(() => emitted() !== undefined, `a message ${kind} to ${phone}`)
    return wordsOf(emitted() as WhatsAppMessage)
  }

  /** The return code, as the command line prints it. */
  async function returnCode({ shopId }: TestShop, id: string): Promise<string> {
    const argv = ['deliveries', 'show', '--shop', shopId, '--delivery', id, '--show-codes', '--json']
    const { stdout } = await runCommandLine(argv, {
      services: async () => service.services,
      folder: process.cwd(),
    })
    return JSON.parse(stdout).codes.returnCode
  }
})

/** The events that a shop received, in order; one that it had refused would be there twice. */
const sentTo = ({ received }: Hook): string[] =>
  received.map(({ body }) => {
    const { type, data } = JSON.parse(body)
    return `${type} ${data.status} ${data.payment.status}`
  })

const actions = '/courier/actions'
const cash = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 12_500, feePayer: 'CUSTOMER' } }

/** An order without a destination. */
const orderOf = (phone: string, more: object = {}) => ({
  dropoff: undefined,
  customer: { lastName: 'Dossou', firstName: 'Afi', phone },
  ...more,
})

/** Lets webhooks reach the partner's server, which is on this machine under a certificate of the test. */
function trust({ services }: TestService, { authority }: PartnerServer): void {
  const rules = { allowedRanges: ['127.0.0.0/8'], allowInsecure: false }
  const resolve = async () => ['127.0.0.1']
  const { send } = sendRequestsWith({ rules, resolve, ca: authority.ca })
  Object.assign(services.webhooks, { rules, resolve, send })
}

function wordsOf({ template }: WhatsAppMessage): { words: string[]; token: string } {
  const [body, button] = template.components
  return {
    words: body?.parameters.map(({ text }) => text) ?? [],
    token: button?.parameters[0]?.text ?? '',
  }
}

/** Opens a page repeatedly until it is as expected. */
async function eventually(look: () => Promise<Page>, isSo: (seen: Page) => boolean): Promise<Page> {
  let seen = await look()
  await until(async () => {
    if (isSo(seen)) return true
    seen = await look()
    return isSo(seen)
  }, 'a page')
  return seen
}
