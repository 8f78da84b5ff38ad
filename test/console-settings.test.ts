import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { addPickupAddress } from '../src/domain/shops/add-pickup-address.ts'
import { changeShop } from '../src/domain/shops/change-shop.ts'
import { applyDuePayoutChanges } from '../src/domain/shops/payout/apply-due-payout-changes.ts'
import { findShop, listPickupAddresses } from '../src/domain/shops/shop-store.ts'
import { serviceAuditActs } from '../src/doors/operations/service/audit/service-audit-wording.ts'
import { auditActs } from '../src/web/audit/audit-wording.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { onEachDatabase } from './support/databases.ts'
import {
  center,
  east,
  nowhere,
  openService,
  productionSettings,
  type TestService,
  type TestShop,
} from './support/open-service.ts'
import { plainPng } from './support/pictures.ts'
import { sendFile } from './support/send-file.ts'
import { textOf } from './support/visitor.ts'

const hostile = '<img src=x onerror=alert(1)>'

/** A shop with somebody who owns it. */
type Scene = { service: TestService; shop: TestShop; owner: ConsoleVisitor; href: string }

async function openScene(service: TestService, options: Parameters<TestService['openShop']>[0] = {}) {
  const shop = await service.openShop({ name: 'Boutique Ganhi', ...options })
  const owner = await openConsole(service, { shopId: shop.shopId })
  return { service, shop, owner, href: `/console/shops/${shop.shopId}/settings` } satisfies Scene
}

/** The code of the last change of a payout number, as its message holds it. */
async function lastCode({ service, shop }: Scene): Promise<string> {
  const sent = await service.services.db
    .selectFrom('messages')
    .select(['messages.content', 'messages.recipient'])
    .where('messages.shop_id', '=', shop.shopId)
    .where('messages.kind', '=', 'PAYOUT_CODE')
    .orderBy('messages.created_at', 'desc')
    .orderBy('messages.id', 'desc')
    .executeTakeFirstOrThrow()
  return (sent.content as { code: string }).code
}

const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  after(() => service.close())

  const phoneOf = async ({ shop }: Scene) => (await findShop(service.services.db, shop.shopId))?.payout_phone
  const addressesOf = ({ shop }: Scene) => listPickupAddresses(service.services.db, shop.shopId)

  describe('the overview', () => {
    test('an owner sees what everything is set to, with the end of the payout number alone', async () => {
      const { owner, href } = await openScene(service)
      const page = await owner.open(href)
      assert.equal(page.status, 200)
      const text = textOf(page)
      for (const shown of ['Boutique Ganhi', '1 adresse', '…0099', 'Français', '1 personne', 'Journal'])
        assert.ok(text.includes(shown), `${shown} is missing in ${text}`)
      assert.ok(!page.html.includes('97 00 00 99') && !page.html.includes('97000099'))
      for (const path of ['/addresses', '/payout', '/appearance', '/team', '/audit']) {
        assert.ok(page.html.includes(`href="${href}${path}"`), path)
        assert.equal((await owner.open(`${href}${path}`)).status, 200, path)
      }
      const english = await owner.open(`${href}?lang=en`)
      assert.match(textOf(english), /Settings.*Pickup addresses.*Payouts.*Audit/)
    })

    test('staff see their addresses and the first steps alone, and are refused every other page and form', async () => {
      const { shop, href } = await openScene(service)
      const staff = await openConsole(service, { shopId: shop.shopId, role: 'STAFF' })
      const page = await staff.open(href)
      const links = [...page.html.matchAll(/<li><a class="go" href="([^"]+)">\n<span><strong>/g)].map(
        ([, to]) => to,
      )
      assert.deepEqual(links, [`${href}/addresses`, href.replace(/settings$/, 'first-steps')])
      assert.equal((await staff.open(`${href}/addresses`)).status, 200)
      for (const path of ['/payout', '/appearance', '/team', '/audit'])
        assert.equal((await staff.open(`${href}${path}`)).status, 403, path)
      for (const path of ['/payout', '/payout/collection', '/appearance', '/team/invite'])
        assert.equal((await staff.post(`${href}${path}`, { phone: '97000042' })).status, 403, path)
    })
  })

  describe('pickup addresses', () => {
    const typed = { label: 'Dépôt', landmark: 'Portail bleu', position: '6.37, 2.43' }

    test('an address is added from a pasted link, with hours that the courier is shown', async () => {
      const scene = await openScene(service)
      const { owner, href } = scene
      const form = await owner.open(`${href}/addresses/new`)
      const listed = await owner.submit(form, `${href}/addresses/new`, {
        ...typed,
        position: 'https://www.google.com/maps/place/X/@6.3,2.4,15z/data=!3m1!4b1!3d6.37!4d2.43',
        formatted: '  Rue 12,\nAkpakpa ',
        'week-from-1': '08:00',
        'week-to-1': '12h30',
        'week-from-2': '15h',
        'week-to-2': '18:30',
        'saturday-from-1': '09:00',
        'saturday-to-1': '13:00',
        'friday-closed': 'on',
      })
      assert.match(textOf(listed), /L’adresse est ajoutée.*Boutique.*Principale.*Dépôt/)
      assert.match(textOf(listed), /lun\.–jeu\. 08:00–12:30, 15:00–18:30 · ven\. fermé · sam\. 09:00–13:00/)
      const added = (await addressesOf(scene)).find(({ label }) => label === 'Dépôt')
      assert.deepEqual(
        [added?.landmark, added?.formatted, added?.is_default, added?.lat, added?.lng],
        ['Portail bleu', 'Rue 12, Akpakpa', false, 6.37, 2.43],
      )
      const working = [
        ['08:00', '12:30'],
        ['15:00', '18:30'],
      ]
      assert.deepEqual(added?.opening_hours, {
        monday: working,
        tuesday: working,
        wednesday: working,
        thursday: working,
        friday: [],
        saturday: [['09:00', '13:00']],
        sunday: [],
      })
      const again = await owner.open(`${href}/addresses/${added?.id}`)
      for (const shown of [
        'name="week-to-1" type="time" value="12:30"',
        'name="friday-closed" value="on" checked',
      ])
        assert.ok(again.html.includes(shown), shown)
    })

    const faulty: [what: string, sent: Record<string, string>, says: RegExp][] = [
      ['no name', { ...typed, label: ' ' }, /À remplir/],
      ['a long name', { ...typed, label: 'x'.repeat(61) }, /C’est trop long/],
      ['no position', { ...typed, position: '' }, /À remplir/],
      ['a short link', { ...typed, position: 'https://maps.app.goo.gl/abc' }, /lien court ne contient pas/],
      ['words for a position', { ...typed, position: 'près du marché' }, /pas de position/],
      [
        'a place that nobody serves',
        { ...typed, position: `${nowhere.lat}, ${nowhere.lng}` },
        /Aucun livreur/,
      ],
      ['a time without its end', { ...typed, 'week-from-1': '08:00' }, /Il manque une heure/],
      ['no time', { ...typed, 'week-from-1': 'tôt', 'week-to-1': '25:00' }, /heures comme 08:00/],
      [
        'hours that overlap',
        {
          ...typed,
          'sunday-from-1': '08:00',
          'sunday-to-1': '12:00',
          'sunday-from-2': '11:00',
          'sunday-to-2': '13:00',
        },
        /Dimanche\s+Ces horaires se chevauchent/,
      ],
      [
        'a night that runs into the next morning',
        {
          ...typed,
          'week-from-1': '06:00',
          'week-to-1': '02:00',
          'saturday-from-1': '01:00',
          'saturday-to-1': '03:00',
        },
        /Ces horaires se chevauchent/,
      ],
    ]
    for (const [what, sent, says] of faulty)
      test(`${what} is named beside its field, and what was typed stays`, async () => {
        const scene = await openScene(service)
        const refused = await scene.owner.post(`${scene.href}/addresses/new`, sent)
        assert.equal(refused.status, 422)
        assert.match(textOf(refused), says)
        for (const [name, value] of Object.entries(sent))
          if (!name.includes('-')) assert.ok(refused.html.includes(`value="${value}"`), name)
        assert.equal((await addressesOf(scene)).length, 1)
      })

    test('an address is changed, becomes the main one, and is removed; the main one is removed last', async () => {
      const scene = await openScene(service)
      const { shop, href } = scene
      const staff = await openConsole(service, { shopId: shop.shopId, role: 'STAFF' })
      await staff.post(`${href}/addresses/new`, typed)
      const depot = (await addressesOf(scene)).find(({ label }) => label === 'Dépôt')?.id ?? ''
      const form = await staff.open(`${href}/addresses/${depot}`)
      const saved = await staff.submit(form, `${href}/addresses/${depot}`, {
        ...typed,
        label: 'Atelier',
        landmark: '',
      })
      assert.match(textOf(saved), /L’adresse est enregistrée.*Atelier/)
      const refused = await staff.post(`${href}/addresses/${shop.pickupAddressId}/remove`, {})
      assert.equal(refused.status, 409)
      await staff.submit(form, `${href}/addresses/${depot}/main`)
      assert.deepEqual(
        (await addressesOf(scene)).map(({ label, is_default, landmark }) => [label, is_default, landmark]),
        [
          ['Atelier', true, null],
          ['Boutique', false, 'En face du marché'],
        ],
      )
      assert.match(
        textOf(await staff.open(`${href}/addresses/${depot}`)),
        /choisissez d’abord une autre adresse principale/,
      )
      const old = await staff.open(`${href}/addresses/${shop.pickupAddressId}`)
      assert.match(
        textOf(await staff.submit(old, `${href}/addresses/${shop.pickupAddressId}/remove`)),
        /L’adresse est retirée/,
      )
      assert.equal((await addressesOf(scene)).length, 1)
    })

    test('a place outside of all cities that was registered before may keep its position', async () => {
      const scene = await openScene(service)
      const { services } = service
      const place = { ...nowhere, label: 'Loin', landmark: null, formatted: null }
      const { id } = await addPickupAddress(services, { shopId: scene.shop.shopId, ...place })
      const path = `${scene.href}/addresses/${id}`
      const position = `${nowhere.lat}, ${nowhere.lng}`
      const saved = await scene.owner.post(path, { label: 'Très loin', position })
      assert.match(textOf(saved), /L’adresse est enregistrée.*Très loin/)
      assert.equal((await scene.owner.post(path, { label: 'Plus loin', position: '0.1, 0' })).status, 422)
    })

    test('addresses of another shop are unknown, whatever is done to them', async () => {
      const [{ owner, href }, other] = [await openScene(service), await openScene(service)]
      const path = `${href}/addresses/${other.shop.pickupAddressId}`
      assert.equal((await owner.open(path)).status, 404)
      for (const act of ['', '/main', '/remove'])
        assert.equal((await owner.post(`${path}${act}`, typed)).status, 404, act)
      assert.equal((await owner.open(`${href}/addresses/no-id`)).status, 404)
      assert.deepEqual(
        (await addressesOf(other)).map(({ label, lat, lng }) => [label, lat, lng]),
        [['Boutique', center.lat, center.lng]],
      )
    })

    test('hostile names of places are shown as text, on every page that names them', async () => {
      const { owner, href } = await openScene(service)
      await owner.post(`${href}/addresses/new`, { label: hostile, landmark: hostile, position: '6.37, 2.43' })
      for (const path of ['', '/addresses', '/audit']) {
        const { html } = await owner.open(`${href}${path}`)
        assert.ok(!html.includes('<img src=x'), path)
      }
    })
  })

  describe('the payout number', () => {
    test('it changes in two steps: the new number, then the code that went to the old one', async () => {
      const scene = await openScene(service)
      const { owner, href } = scene
      const first = await owner.open(`${href}/payout`)
      assert.match(textOf(first), /\+229 01 97 00 00 99/)
      const second = await owner.submit(first, `${href}/payout`, { phone: '97 00 00 42' })
      assert.match(
        textOf(second),
        /au numéro …0099\. Entrez-le pour que le numéro \+229 01 97 00 00 42 reçoive vos ventes\..*Une fois par jour, à partir de \d+ h/,
      )
      assert.match(second.html, /<a href="\/dev\/outbox">/)
      const code = await lastCode(scene)
      assert.ok(!second.html.includes(code))
      const refused = await owner.submit(second, `${href}/payout/code`, { code: wrong(code) })
      assert.equal(refused.status, 422)
      assert.match(textOf(refused), /Ce code est faux. Essais restants : 4/)
      const done = await owner.submit(refused, `${href}/payout/code`, { code: ` ${code} ` })
      assert.match(textOf(done), /C’est fait.*\+229 01 97 00 00 42/)
      assert.equal(await phoneOf(scene), '+2290197000042')
    })

    test('a number that is not possible, or the same as before, is named beside its field and kept', async () => {
      const { owner, href } = await openScene(service)
      for (const [phone, status, says] of [
        ['12', 422, /Ce numéro n’est pas possible/],
        ['97000099', 409, /Ce numéro reçoit déjà les ventes/],
      ] as const) {
        const refused = await owner.post(`${href}/payout`, { phone })
        assert.equal(refused.status, status)
        assert.match(
          refused.html,
          new RegExp(`<input id="phone"[^>]*aria-invalid="true"[^>]*value="${phone}"`),
        )
        assert.match(textOf(refused), says)
      }
    })

    test('a code that is over is said to be, and another can be asked for', async () => {
      const scene = await openScene(service)
      const { owner, href } = scene
      await owner.post(`${href}/payout`, { phone: '97000042' })
      const code = await lastCode(scene)
      for (let time = 0; time < 4; time += 1) await owner.post(`${href}/payout/code`, { code: wrong(code) })
      const over = await owner.post(`${href}/payout/code`, { code: wrong(code) })
      assert.equal(over.status, 409)
      assert.match(textOf(over), /Ce code n’est plus valable/)
      assert.ok(!over.html.includes('id="code"'))
      assert.match(textOf(await owner.open(`${href}/payout`)), /Le dernier code n’est plus valable/)
      const again = await owner.submit(over, `${href}/payout`, { phone: '97000042' })
      assert.match(textOf(again), /Le code est parti/)
    })

    test('a request is withdrawn before its code is entered', async () => {
      const scene = await openScene(service)
      const { owner, href } = scene
      const step = await owner.post(`${href}/payout`, { phone: '97000042' })
      const left = await owner.submit(step, `${href}/payout/cancel`)
      assert.match(textOf(left), /Le changement est annulé/)
      assert.equal((await owner.post(`${href}/payout/cancel`, {})).status, 404)
      assert.equal(await phoneOf(scene), '+2290197000099')
    })

    test('the default way to pay is chosen, and goes through the service only with a number', async () => {
      const scene = await openScene(service, { payoutPhone: null, defaultCollection: 'DIRECT' })
      const { owner, href, shop } = scene
      const page = await owner.open(`${href}/payout`)
      assert.match(textOf(page), /Aucun numéro pour le moment/)
      const refused = await owner.submit(page, `${href}/payout/collection`, { collection: 'SECURE' })
      assert.equal(refused.status, 422)
      assert.match(textOf(refused), /il faut d’abord un numéro/)
      assert.match(refused.html, /value="SECURE" checked/)
      const first = await owner.submit(page, `${href}/payout`, { phone: '97000042' })
      assert.match(textOf(first), /au numéro …0042/)
      await owner.submit(first, `${href}/payout/code`, { code: await lastCode(scene) })
      await owner.post(`${href}/payout/collection`, { collection: 'SECURE' })
      assert.equal((await findShop(service.services.db, shop.shopId))?.default_collection, 'SECURE')
    })
  })

  describe('name, language and logo', () => {
    const upload = ({ owner, href }: Scene, name: string, bytes: Buffer, type = 'image/png') =>
      sendFile(service, owner, `${href}/appearance/logo`, { field: 'logo', name, type, bytes })

    test('customers read the name that is typed, and the shop’s own when it is emptied', async () => {
      const { owner, href, shop } = await openScene(service)
      const form = await owner.open(`${href}/appearance`)
      const saved = await owner.submit(form, `${href}/appearance`, {
        displayName: ' Chez  <Ama> ',
        language: 'en',
      })
      assert.match(saved.html, /<strong>Chez {2}&#60;Ama&#62;<\/strong>/)
      const { db } = service.services
      const row = await findShop(db, shop.shopId)
      assert.deepEqual([row?.display_name, row?.language], ['Chez  <Ama>', 'en'])
      await owner.submit(saved, `${href}/appearance`, { displayName: '', language: 'en' })
      assert.equal((await findShop(db, shop.shopId))?.display_name, null)
    })

    test('a name that is too long is refused beside its field and kept', async () => {
      const { owner, href } = await openScene(service)
      const long = 'é'.repeat(81)
      const refused = await owner.post(`${href}/appearance`, { displayName: long })
      assert.equal(refused.status, 422)
      assert.match(textOf(refused), /80 signes au plus/)
      assert.ok(refused.html.includes(`value="${long}"`))
    })

    test('a logo is shown as customers see it, and removed again', async () => {
      const scene = await openScene(service)
      const { owner, href } = scene
      const saved = await upload(scene, 'logo.png', plainPng())
      assert.match(textOf(saved), /Le nouveau logo est en place/)
      const [, src = ''] = /<img src="(\/logos\/[^"]+)"/.exec(saved.html) ?? []
      assert.equal((await service.app.inject({ url: src })).statusCode, 200)
      const removed = await owner.submit(saved, `${href}/appearance/logo/remove`)
      assert.ok(!removed.html.includes('/logos/'))
    })

    const refusals: [what: string, bytes: Buffer, type: string, says: RegExp][] = [
      [
        'an SVG',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        'image/svg+xml',
        /n’est pas une image/,
      ],
      [
        'a page named .png',
        Buffer.from('<!doctype html><script>alert(1)</script>'),
        'image/png',
        /n’est pas une image/,
      ],
      [
        'a photo of three megabytes',
        plainPng({ noise: 3 * 1024 * 1024 }),
        'image/png',
        /trop lourde : 8 Ko au plus/,
      ],
      ['a picture of 1,025 pixels', plainPng({ width: 1_025 }), 'image/png', /trop grande/],
      ['nothing', Buffer.alloc(0), 'application/octet-stream', /Choisissez d’abord une image/],
    ]
    for (const [what, bytes, type, says] of refusals)
      test(`${what} is no logo, which the page says beside the field`, async () => {
        const scene = await openScene(service)
        const refused = await upload(scene, 'logo.png', bytes, type)
        assert.equal(refused.status, 422)
        assert.match(textOf(refused), says)
        assert.match(refused.html, /id="logo-error"/)
        const row = await findShop(service.services.db, scene.shop.shopId)
        assert.equal(row?.logo_sha256, null)
      })

    test('what is larger than any photo is refused before it is read', async () => {
      const scene = await openScene(service)
      const refused = await upload(scene, 'logo.png', Buffer.alloc(12 * 1024 * 1024 + 1))
      assert.equal(refused.status, 413)
    })
  })

  describe('the audit', () => {
    test('it says who did what, from which door, and what was before and after', async () => {
      const { owner, href, shop } = await openScene(service)
      await owner.post(`${href}/appearance`, { displayName: 'Chez Ama', language: 'en' })
      await owner.post(`${href}/payout/collection`, { collection: 'DIRECT' })
      const page = await owner.open(`${href}/audit`)
      const text = textOf(page)
      for (const shown of [
        'Réglages de la boutique changés',
        'par Akouvi Mensah, sur la console',
        'Nom pour les clients rien → Chez Ama',
        'Langue des messages rien → anglais',
        'Paiement par défaut par le service → directement',
      ])
        assert.ok(text.includes(shown), `${shown} is missing in ${text}`)
      assert.match(textOf(await owner.open(`${href}/audit?lang=en`)), /by Akouvi Mensah, on the console/)
      assert.ok(!page.html.includes(shop.shopId.toUpperCase()))
    })

    test('acts of keys and of the operator are named by their doors', async () => {
      const { owner, href, shop } = await openScene(service)
      const made = await shop.order({ dropoff: east })
      await shop.post(`/deliveries/${made.body.id}/cancel`, {}, { 'idempotency-key': 'cancel-for-audit' })
      const { services } = service
      await services.db
        .updateTable('api_keys')
        .set({ label: 'Caisse' })
        .where('id', '=', shop.keyId)
        .execute()
      await changeShop({ ...services, actor: { kind: 'CLI' } }, shop.shopId, { discountPercent: 5 })
      const page = await owner.open(`${href}/audit`)
      assert.match(textOf(page), /Livraison annulée COL-\w{6} .*? par l’API, clé « Caisse »/)
      assert.match(textOf(page), /par l’exploitant, à son terminal Remise \(%\) 0 → 5/)
      const only = textOf(await owner.open(`${href}/audit?about=deliveries`))
      assert.ok(only.includes('Livraison annulée') && !only.includes('Remise'))
    })

    test('long audits are read page by page, each line once', async () => {
      const { owner, href } = await openScene(service)
      for (let change = 0; change < 60; change += 1) {
        if (change % 10 === 0) service.clock.forward(1)
        await owner.post(`${href}/appearance`, { displayName: `Nom ${change}` })
      }
      const seen: string[] = []
      let next: string | undefined = `${href}/audit?about=shop`
      let pages = 0
      while (next) {
        const { html }: { html: string } = await owner.open(next)
        seen.push(...[...html.matchAll(/→ (Nom \d+)</g)].map(([, name]) => name ?? ''))
        const [, older] = /href="([^"]+)">Plus anciens/.exec(html) ?? []
        next = older?.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
        pages += 1
      }
      assert.deepEqual([pages, seen.length, new Set(seen).size], [3, 60, 60])
    })

    test('another shop’s lines are never shown, whatever the address asks for', async () => {
      const [scene, other] = [await openScene(service), await openScene(service)]
      await other.owner.post(`${other.href}/appearance`, { displayName: 'Secret' })
      const { id } = await service.services.db
        .selectFrom('audit_lines')
        .select('audit_lines.id')
        .orderBy('audit_lines.id', 'desc')
        .executeTakeFirstOrThrow()
      for (const query of ['', `?before=${id}`, '?before=x&about=constructor', '?about=shop&about=team'])
        assert.ok(!(await scene.owner.open(`${scene.href}/audit${query}`)).html.includes('Secret'), query)
    })

    const acts = globSync('src/domain/**/*.ts').flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          /(?:action: |recordDeliveryAct\((?:deps|acting), |changed\(deps, |removeIt\(deps, [^)]*)'([a-z-]+)'/g,
        ),
      ].map(([, act]) => act ?? ''),
    )

    /** Acts of the service alone, which concern no shop, and those of a person’s own account. */
    const ofNoShop =
      /^(add|change|retire|set|suspend|reinstate)-(city|courier|duty|account|password|operator)$|zone|tariff|demand|promo-code|operator|session|second-factor|alert-preference|pay-rule|city-(hours|tours)|draft|courier-portrait|document|application|^export-|-customer$|^close-month$|^issue-invoices$|^(import|remove)-(provider-statement|map)$|-map-fetch(es)?$|^settle-(difference|disagreement|retold-row)$|^confirm-provider-balance$|^(change-journal-accounts|set-shop-terms|change-rule|rotate-secrets|count-till|move-money)$|-shifts?$|^announce-to-couriers$/

    test('every act that concerns a shop has words', () => {
      const expected = [...new Set(acts)].filter((act) => !ofNoShop.test(act))
      assert.ok(expected.length > 30)
      assert.deepEqual(
        expected.filter((act) => !Object.hasOwn(auditActs, act)),
        [],
      )
    })

    test('every act has words for those who run the service', () => {
      const words = { ...auditActs, ...serviceAuditActs }
      assert.deepEqual(
        [...new Set(acts)].filter((act) => !Object.hasOwn(words, act)),
        [],
      )
    })
  })
})

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open(), productionSettings)
  })
  after(() => service.close())

  test('in production a change waits 24 hours after its code, says who asked, and can be cancelled', async () => {
    const scene = await openScene(service)
    const { owner, href, shop } = scene
    const { db } = service.services
    const other = await openConsole(service, { shopId: shop.shopId, name: 'Kofi Agbo' })
    const confirm = async () => {
      const step = await owner.submit(await owner.open(`${href}/payout`), `${href}/payout`, {
        phone: '97000042',
      })
      assert.ok(!step.html.includes('/dev/outbox'))
      return owner.submit(step, `${href}/payout/code`, { code: await lastCode(scene) })
    }
    const held = await confirm()
    assert.match(textOf(held), /Le changement prend effet dans 24 heures/)
    assert.match(
      textOf(held),
      /\+229 01 97 00 00 42 recevra vos ventes à partir du 22 nov\., 11:00.*Demandé par Akouvi Mensah/,
    )
    assert.match(textOf(await owner.open(href)), /Un changement attend/)
    const cancelled = await other.submit(await other.open(`${href}/payout`), `${href}/payout/cancel`)
    assert.match(textOf(cancelled), /Le changement est annulé/)

    service.clock.forward(1_000)
    await confirm()
    service.clock.forward(24 * 3_600_000)
    await applyDuePayoutChanges(service.services.payouts)
    assert.equal((await findShop(db, shop.shopId))?.payout_phone, '+2290197000042')
    const later = await openConsole(service, { shopId: shop.shopId })
    const page = await later.open(`${href}/payout`)
    assert.match(textOf(page), /\+229 01 97 00 00 42/)
    assert.ok(!textOf(page).includes('recevra vos ventes'))
    const audit = textOf(await later.open(`${href}/audit`))
    for (const line of [
      'Numéro de reversement changé',
      '…0099 → …0042',
      'demandé',
      'confirmé par code',
      'annulé',
    ])
      assert.ok(audit.includes(line), `${line} is missing in ${audit}`)
  })
})
