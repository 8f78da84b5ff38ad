import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openConsole } from './support/console-work.ts'
import { openAny } from './support/databases.ts'
import { rowOf } from './support/delivery-verbs.ts'
import { importDrawnCity } from './support/drawn-city.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { offerTrip, signInCourier } from './support/sign-in.ts'
import { hiddenFieldsOf, textOf } from './support/visitor.ts'

let service: TestService
let shop: TestShop
before(async () => {
  service = await openService(await openAny())
  shop = await service.openShop({ name: 'Boutique Ganhi' })
  await importDrawnCity(service)
})
after(() => service.close())

const nearPharmacy = { lat: 6.3738, lng: 2.415 }

test('a courier who brings a parcel reads which landmark is nearest to the customer, and how far', async () => {
  const { visitor } = await signInCourier(service)
  const key = await offerTrip(service, shop, { dropoff: { ...nearPharmacy, landmark: 'Portail bleu' } })
  const act = (name: string) => `/courier/actions/${name}`
  const accepted = await visitor.submit(await visitor.open('/courier'), act('accept'))
  assert.doesNotMatch(textOf(accepted), /vol d’oiseau/, 'the way to the shop is another one')
  const arrived = await visitor.submit(accepted, act('arrive'))
  const { pickup_code } = await rowOf(service, key)
  const taken = await visitor.submit(arrived, act('pick-up'), { code: pickup_code })
  assert.match(textOf(taken), /Portail bleu À 90 m de Pharmacie Camp Guézo, à vol d’oiseau/)
})

test('a landmark that a pasted message names is recognised, and the point is put there on request', async () => {
  const seller = await openConsole(service, { shopId: shop.shopId, role: 'STAFF' })
  const form = `/console/shops/${shop.shopId}/deliveries/new`
  const empty = await seller.open(form)
  const message = 'Afi Dossou 97 00 00 01, robe, 15000, derrière la farmacie camp Guezo'
  const fields = { ...hiddenFieldsOf(empty, form), message }

  const read = await seller.post(form, { ...fields, act: 'read' })
  assert.match(
    textOf(read),
    /Repère connu sur la carte : Pharmacie Camp Guézo \(pharmacie\)\. Mettre le point à ce repère/,
  )
  const positionIn = (html: string) => /<input id="position"[^>]*value="([^"]*)"/.exec(html)?.[1] ?? ''
  assert.equal(positionIn(read.html), '', 'nothing is decided for the seller')

  const put = await seller.post(form, { ...fields, firstName: 'Affi', act: 'near' })
  assert.equal(positionIn(put.html), '6.373, 2.415')
  assert.match(put.html, /<input id="firstName"[^>]*value="Affi"/)
  assert.doesNotMatch(textOf(put), /Mettre le point/)

  const unknown = await seller.post(form, {
    ...fields,
    message: 'Afi, près de la pharmacie du coin',
    act: 'read',
  })
  assert.doesNotMatch(textOf(unknown), /Repère connu/)
})
