import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DeliveryKey } from '../src/domain/deliveries/delivery-store.ts'
import { setCity } from '../src/domain/zones/zone-store.ts'
import { openPage, pagePath, sendForm, textOf } from './support/customer-visit.ts'
import { onEachDatabase } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import { type MessageWork, messageWork } from './support/message-work.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { until } from './support/until.ts'
import { openWhatsAppServer, type WhatsAppServer } from './support/whatsapp-server.ts'

onEachDatabase((open) => {
  let whatsApp: WhatsAppServer
  let service: TestService
  let shop: TestShop
  let messages: MessageWork
  before(async () => {
    whatsApp = await openWhatsAppServer()
    service = await openService(await open(), whatsApp.env)
    shop = await service.openShop({ name: 'Loja Sol' })
    messages = messageWork(service)
  })
  after(async () => {
    await service.close()
    await whatsApp.close()
  })

  /** Orders a parcel in a city of `country`: the test's own city, which lies there from then on. */
  async function orderIn(country: string): Promise<DeliveryKey> {
    const { priceList, map } = service.services.pricing
    const city = () => map.current().cities.find(({ name }) => name === 'Cotonou')
    const move = async (to: string) => {
      await setCity(service.services.db, city()?.id ?? '', { country: to })
      await until(async () => {
        await priceList.reload()
        return city()?.country === to
      }, `the city in ${to}`)
    }
    await move('BJ')
    const key = await bringTo(service, shop, 'AWAITING_LOCATION')
    await move(country)
    return key
  }

  const languagesIn = (page: string) => [
    /<html lang="(\w+)">/.exec(page)?.[1],
    ...[...page.matchAll(/class="switch"[^>]*>([^<]+)</g)].map(([, name]) => name),
  ]

  for (const [country, accepted, spoken, ...offered] of [
    ['GW', undefined, 'pt', 'Français', 'English'],
    ['GW', 'pt-PT,pt;q=0.9,fr;q=0.5', 'pt', 'Français', 'English'],
    ['GW', 'ar', 'pt', 'Français', 'English'],
    ['GW', 'fr-FR,fr;q=0.9', 'fr', 'Português', 'English'],
    ['GQ', undefined, 'es', 'Français', 'English'],
    ['GQ', 'en', 'en', 'Español', 'Français'],
    ['BJ', undefined, 'fr', 'English'],
    ['BJ', 'ar', 'fr', 'English'],
    ['BJ', 'pt-BR', 'pt', 'Français', 'English'],
    ['BJ', 'es-GQ,es;q=0.8', 'es', 'Français', 'English'],
  ] as const)
    test(`a browser that asks for ${accepted ?? 'nothing'} reads the page of a parcel for ${country} in ${spoken}, and is offered ${offered.join(' and ')}`, async () => {
      const key = await orderIn(country)
      const { body, headers } = await openPage(service, key, accepted ? { 'accept-language': accepted } : {})
      assert.deepEqual(languagesIn(body), [spoken, ...offered])
      assert.equal(headers['content-language'], spoken)
    })

  test('a customer in Bissau finds their way in Portuguese, and whoever asks for Spanish in its own words', async () => {
    const key = await orderIn('GW')
    assert.match(
      textOf((await openPage(service, key)).body),
      /^Olá Afi Onde entregar a sua encomenda\? Loja Sol tem uma encomenda para si\./,
    )
    const refused = await sendForm(service, key, { step: 'price', position: 'Bandim' })
    assert.match(textOf(refused.body), /Não conseguimos ler esta posição\./)

    const spanish = await service.call({ url: `/${pagePath(service, key)}?lang=es` })
    assert.match(textOf(spanish.body), /^Hola, Afi ¿Dónde entregamos su paquete\?/)
    assert.ok(spanish.body.includes(`action="${pagePath(service, key)}?lang&#61;es"`))
  })

  for (const [country, code] of [
    ['GW', 'pt_PT'],
    ['GQ', 'es'],
    ['BJ', 'fr'],
  ] as const)
    test(`a customer in ${country} is asked for their position by the template in ${code}`, async () => {
      await orderIn(country)
      whatsApp.asked.length = 0
      await messages.once()
      const asked = whatsApp.asked.map(({ body }) => body.template)
      assert.deepEqual(asked.map(({ name, language }) => [name, language.code]).at(-1), [
        'colis_position_link_v2',
        code,
      ])
      assert.deepEqual(messages.reportedErrors, [])
    })
})
