import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cancelDelivery } from '../src/domain/deliveries/cancelling/cancel-delivery.ts'
import { listLinkShares } from '../src/domain/deliveries/sharing/link-share-store.ts'
import { recordLinkShare } from '../src/domain/deliveries/sharing/record-link-share.ts'
import { changeShop } from '../src/domain/shops/change-shop.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { onEachDatabase, openAny } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openSmsServer } from './support/sms-server.ts'
import { type Page, textOf } from './support/visitor.ts'

/** Where a link of a page leads, as a browser reads it. */
const hrefOf = ({ html }: Page, label: string): string =>
  (new RegExp(`href="([^"]+)"[^>]*>${label}</a>`).exec(html)?.[1] ?? '').replaceAll(/&#(\d+);/g, (_, code) =>
    String.fromCharCode(Number(code)),
  )

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let owner: ConsoleVisitor

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    owner = await openConsole(service, { shopId: shop.shopId })
  })
  after(() => service.close())

  const path = (id: string, shopId = shop.shopId) => `/console/shops/${shopId}/deliveries/${id}`
  const order = async (input: object = {}): Promise<string> => {
    const made = await shop.order(input)
    assert.equal(made.status, 201)
    return made.body.id
  }
  const sharesOf = async (id: string) =>
    (await listLinkShares(service.services.db, { shopId: shop.shopId, id })).map(({ channel, actor }) => [
      channel,
      actor,
    ])

  test('WhatsApp and text messages open with the customer’s phone and a text that holds their link', async () => {
    const page = await owner.open(path(await order()))
    const [, link = ''] = /<input readonly[^>]*value="([^"]+)"/.exec(page.html) ?? []
    assert.match(link, /\/p\/[\w-]{64}$/)
    const whatsApp = new URL(hrefOf(page, 'WhatsApp'))
    assert.equal(whatsApp.origin + whatsApp.pathname, 'https://wa.me/2290197000001')
    assert.equal(
      whatsApp.searchParams.get('text'),
      `Bonjour Afi, c’est Boutique Ganhi. Pour recevoir votre colis, touchez ce lien et montrez l’endroit où vous livrer :\n${link}`,
    )
    assert.match(page.html, /target="_blank" rel="noopener" data-share="WHATSAPP">/)
    assert.ok(hrefOf(page, 'SMS').startsWith('sms:+2290197000001?&body=Bonjour%20Afi'))
  })

  test('where the service writes to no phone, the page says so and offers the message that is written already', async () => {
    const page = await owner.open(path(await order()))
    assert.match(
      textOf(page),
      /Ce service n’envoie ni WhatsApp ni SMS : personne d’autre ne prévient ce client\./,
    )
    const english = await owner.open(`${path(await order())}?lang=en`)
    assert.match(
      textOf(english),
      /This service sends neither WhatsApp nor SMS: nobody else tells this customer\./,
    )
    await owner.open(`${path(await order())}?lang=fr`)
  })

  test('where SMS are set up, the page does not say that nobody tells the customer', async () => {
    const sms = await openSmsServer()
    const other = await openService(await openAny(), sms.africasTalking)
    const shop = await other.openShop()
    const seller = await openConsole(other, { shopId: shop.shopId })
    const made = await shop.order()
    const page = await seller.open(path(made.body.id, shop.shopId))
    assert.match(textOf(page), /Lien du client/)
    assert.doesNotMatch(textOf(page), /ni WhatsApp ni SMS/)
    await other.close()
    await sms.close()
  })

  test('the text names the shop as customers know it, in the language that its owner chose', async () => {
    const other = await service.openShop({ name: 'SARL 12' })
    const seller = await openConsole(service, { shopId: other.shopId })
    const made = await other.order()
    await changeShop(service.services, other.shopId, { displayName: 'Chez Ama', language: 'en' })
    const page = await seller.open(path(made.body.id, other.shopId))
    assert.match(
      new URL(hrefOf(page, 'WhatsApp')).searchParams.get('text') ?? '',
      /^Hello Afi, this is Chez Ama\./,
    )
  })

  test('that it was sent is recorded by a button, and said on the page and in the story with who did it', async () => {
    const staff = await openConsole(service, { shopId: shop.shopId, role: 'STAFF', name: 'Kossi Agbo' })
    const id = await order()
    const before = await staff.open(path(id))
    assert.ok(!textOf(before).includes('Envoyé par WhatsApp'))
    service.clock.forward(60_000)
    const after = await staff.submit(before, `${path(id)}/share`, { channel: 'WHATSAPP' })
    assert.match(textOf(after), /C’est noté : le lien est envoyé/)
    assert.match(textOf(after), /Envoyé par WhatsApp le 21 nov\., 11:0\d\./)
    assert.match(
      textOf(after),
      /Historique Lien envoyé au client par WhatsApp 21 nov\., 11:0\d par Kossi Agbo/,
    )
    await owner.submit(after, `${path(id)}/share`, { channel: 'SMS' })
    assert.match(
      textOf(await owner.open(`${path(id)}?lang=en`)),
      /Sent by SMS on .*Link sent to the customer by SMS/,
    )
    await owner.open(`${path(id)}?lang=fr`)
    assert.deepEqual(await sharesOf(id), [
      ['SMS', `ACCOUNT:${owner.accountId}`],
      ['WHATSAPP', `ACCOUNT:${staff.accountId}`],
    ])
    const audit = textOf(await owner.open(`/console/shops/${shop.shopId}/settings/audit?about=deliveries`))
    assert.match(audit, /Lien envoyé au client COL-\w{6} .*? par Kossi Agbo, sur la console Par WhatsApp/)
  })

  test('a script that records it is answered in words, and a channel nobody knows is refused', async () => {
    const id = await order()
    const said = await owner.post(`${path(id)}/share`, { channel: 'SMS' }, { accept: 'application/json' })
    assert.equal(said.status, 200)
    assert.deepEqual(JSON.parse(said.html), { said: 'C’est noté : envoyé par SMS.' })
    assert.equal((await owner.post(`${path(id)}/share`, { channel: 'PIGEON' })).status, 422)
    assert.deepEqual(
      (await sharesOf(id)).map(([channel]) => channel),
      ['SMS'],
    )
  })

  test('forms of the page lead nowhere but to this service', async () => {
    const page = await owner.open(path(await order()))
    assert.match(String(page.headers['content-security-policy']), /form-action 'self'/)
    for (const [, action = ''] of page.html.matchAll(/<form[^>]* action="([^"]+)"/g))
      assert.ok(action.startsWith('/console/'), action)
  })

  test('a link that has ended is not shared any more', async () => {
    const key = await bringTo(service, shop, 'AWAITING_LOCATION')
    await cancelDelivery(service.services, key, { reason: null, idempotencyKey: null })
    service.clock.forward(30 * 24 * 3_600_000)
    const later = await openConsole(service, { shopId: shop.shopId })
    const page = await later.open(path(key.id))
    assert.equal(page.status, 200)
    assert.ok(!page.html.includes('wa.me'))
    owner = await openConsole(service, { shopId: shop.shopId })
  })

  test('a hostile first name stays within the text that is sent', async () => {
    const id = await order({
      customer: { firstName: '"><script>alert(1)</script>&phone=1', lastName: 'x', phone: '97000001' },
    })
    const page = await owner.open(path(id))
    assert.ok(!page.html.includes('<script>alert'))
    const whatsApp = new URL(hrefOf(page, 'WhatsApp'))
    assert.deepEqual([...whatsApp.searchParams.keys()], ['text'])
    assert.equal(whatsApp.pathname, '/2290197000001')
  })

  test('deliveries of other shops are unknown to the page and to the verb', async () => {
    const other = await service.openShop()
    const id = (await other.order()).body.id
    for (const shopId of [shop.shopId, other.shopId])
      assert.equal((await owner.post(`${path(id, shopId)}/share`, { channel: 'SMS' })).status, 404)
    assert.equal((await owner.post(`${path('no-id')}/share`, { channel: 'SMS' })).status, 404)
    const actor = { kind: 'ACCOUNT', id: owner.accountId } as const
    await assert.rejects(
      recordLinkShare({ ...service.services, actor }, { shopId: other.shopId, id }, 'SMS'),
      {
        code: 'SHOP_NOT_FOUND',
      },
    )
    assert.deepEqual(await listLinkShares(service.services.db, { shopId: other.shopId, id }), [])
  })
})
