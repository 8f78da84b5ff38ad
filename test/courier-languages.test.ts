import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { setDuty } from '../src/domain/couriers/set-duty.ts'
import { addCity } from '../src/domain/zones/add-city.ts'
import { registerCourier } from './support/courier-work.ts'
import { openAny } from './support/databases.ts'
import { rowOf } from './support/delivery-verbs.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { offerTrip, type SignedIn, signInCourier } from './support/sign-in.ts'
import { openVisitor, type Page, textOf } from './support/visitor.ts'

const act = (action: string) => `/courier/actions/${action}`
const asks = { pt: 'pt-PT,pt;q=0.9,en;q=0.5', es: 'es-GQ,es;q=0.9,en;q=0.5', fr: 'fr' } as const

const catalogueOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(`src/words/courier-app.${language}.json`, 'utf8'))

/** The languages that the switch at the foot of a page offers, in its order. */
const offeredBy = ({ html }: Page): string[] =>
  [...html.matchAll(/\?lang=(\w+)" lang="\1" hreflang="\1">/g)].map(([, language = '']) => language)

/** French sentences on a page of another language. */
function frenchOn(page: Page, language: 'pt' | 'es'): string[] {
  const said = catalogueOf(language)
  const shown = ` ${textOf(page)} `
  return Object.entries(catalogueOf('fr'))
    .filter(([key, french]) => !french.includes('{') && french.length > 6 && french !== said[key])
    .map(([, french]) => french)
    .filter((french) => shown.includes(` ${french} `))
}

describe('the languages of the courier’s pages', () => {
  let service: TestService
  let shop: TestShop
  before(async () => {
    service = await openService(await openAny(), { SUPPORT_PHONE: '+2290197000009' })
    shop = await service.openShop({ name: 'Boutique Ganhi' })
  })
  after(() => service.close())

  test('a phone that asks for Portuguese or Spanish is spoken to so, and French stays French', async () => {
    for (const [language, heading] of [
      ['pt', 'Entrar Introduza o número com que está inscrito'],
      ['es', 'Entrar Escriba el número con el que está inscrito'],
      ['fr', 'Connexion Entrez le numéro avec lequel vous êtes inscrit'],
    ] as const) {
      const page = await openVisitor(service).open('/courier/sign-in', { 'accept-language': asks[language] })
      assert.ok(textOf(page).startsWith(heading), textOf(page))
      assert.match(page.html, new RegExp(`<html lang="${language}">`))
      assert.equal(page.headers['content-language'], language)
      assert.deepEqual(offeredBy(page), language === 'fr' ? ['en'] : ['fr', 'en'])
    }
  })

  test('a page that couriers do not read is in none of them', async () => {
    const page = await openVisitor(service).open('/console/sign-in?lang=pt', { 'accept-language': asks.pt })
    assert.match(page.html, /<html lang="en">/)
    assert.equal(page.headers['content-language'], 'en')
  })

  test('the app is installed under the name of the phone’s language', async () => {
    const { body } = await service.call({
      url: '//courier/manifest.webmanifest',
      headers: { 'accept-language': asks.pt },
    })
    assert.deepEqual([body.lang, body.name], ['pt', 'Colis – estafeta'])
  })

  for (const language of ['pt', 'es'] as const)
    test(`a courier reads no French from the sign-in to the hand-over (${language})`, async () => {
      const courier = await signInCourier(service)
      const { visitor } = courier
      await visitor.open(`/courier?lang=${language}`)
      const key = await offerTrip(service, shop, { payment: { mode: 'PREPAID' } })
      const pages = [await visitor.open('/courier')]
      const take = async (action: string, fields: Record<string, string> = {}) => {
        pages.push(await visitor.submit(await visitor.open('/courier'), act(action), fields))
      }
      await take('accept')
      await take('arrive')
      const { pickup_code: right, confirmation_code } = await rowOf(service, key)
      await take('pick-up', { code: right === '0000' ? '1111' : '0000' })
      assert.match(textOf(pages.at(-1) as Page), /(Tentativas|Intentos) restantes: 4\./)
      await take('pick-up', { code: right })
      await take('fail', { reason: 'OTHER' })
      await take('hand-over', { code: confirmation_code ?? '' })
      await take('go-off-duty')
      for (const path of ['/trips', '/week', '/photo', '/apply', '/offline'])
        pages.push(await visitor.open(`/courier${path}`))
      for (const page of pages) {
        assert.match(page.html, new RegExp(`<html lang="${language}">`))
        assert.deepEqual(frenchOn(page, language), [], page.path)
      }
    })

  test('what only the catalogue of errors says is French on a page in Portuguese', async () => {
    const { id, visitor } = await signInCourier(service)
    await setDuty(service.services, id, false)
    const { db, clock } = service.services
    await db
      .updateTable('couriers')
      .set({ suspended_at: clock.now(), suspension_reason: 'Papiers' })
      .where('couriers.id', '=', id)
      .execute()
    const page = await visitor.open('/courier?lang=pt')
    assert.match(
      textOf(await visitor.submit(page, act('go-on-duty'))),
      /^Ce livreur est suspendu\. Olá, Koffi Está de folga/,
    )
  })

  describe('where a city of Guinea-Bissau and one of Equatorial Guinea are served', () => {
    const courierIn = async (city: string): Promise<SignedIn> =>
      signInCourier(service, await registerCourier(service, { city }))
    before(async () => {
      const { services } = service
      const city = { serviceRadiusMeters: 8_000, currency: 'XOF' } as const
      const bissau = { ...city, name: 'Bissau', country: 'GW', timeZone: 'Africa/Bissau' }
      await addCity(services, { ...bissau, center: { lat: 11.86, lng: -15.6 } })
      const malabo = { ...city, name: 'Malabo', country: 'GQ', timeZone: 'Africa/Malabo' } as const
      await addCity(services, { ...malabo, currency: 'XAF', center: { lat: 3.75, lng: 8.78 } })
      await services.pricing.map.reload()
    })

    test('the switch offers their language to those who work there, and to others what it did', async () => {
      for (const [city, french, english] of [
        ['Bissau', ['pt', 'en'], ['pt', 'fr']],
        ['Malabo', ['es', 'en'], ['es', 'fr']],
        ['Parakou', ['en'], ['fr']],
      ] as const) {
        const { visitor } = await courierIn(city)
        assert.deepEqual(offeredBy(await visitor.open('/courier')), french, city)
        assert.deepEqual(offeredBy(await visitor.open('/courier/trips?lang=en')), english, city)
      }
      assert.deepEqual(offeredBy(await openVisitor(service).open('/courier/sign-in')), ['pt', 'es', 'en'])
    })

    test('a language that was chosen is kept, whatever the phone asks for', async () => {
      const { visitor } = await courierIn('Bissau')
      await visitor.open('/courier?lang=pt')
      const page = await visitor.open('/courier/trips', { 'accept-language': 'fr' })
      assert.match(textOf(page), /^Meus ganhos/)
      assert.match(
        page.html,
        /<a class="button quiet" href="\/courier\/trips\?lang=fr" lang="fr" hreflang="fr">/,
      )
      assert.deepEqual(offeredBy(page), ['fr', 'en'])
    })
  })
})
