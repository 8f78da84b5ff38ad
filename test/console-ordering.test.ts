import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { readBulkRows } from '../src/doors/console/ordering/many/bulk-rows.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { handOnAll } from './support/event-work.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { insertPromo, usesOf } from './support/promo-code.ts'
import { sendFile } from './support/send-file.ts'
import { hiddenFieldsOf, type Page, textOf } from './support/visitor.ts'

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

  const home = () => `/console/shops/${shop.shopId}`
  const form = () => `${home()}/deliveries/new`
  const ordersOf = () =>
    service.services.db
      .selectFrom('deliveries')
      .selectAll()
      .where('deliveries.shop_id', '=', shop.shopId)
      .orderBy('deliveries.id', 'desc')
      .execute()
  const typedIn = ({ html }: Page, name: string) =>
    new RegExp(`<input id="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1]
  /** What a browser would send of the form: what stands in its fields, changed by what is typed. */
  const typedInto = (page: Page, typed: Record<string, string>) => ({
    ...hiddenFieldsOf(page, form()),
    ...Object.fromEntries(
      ['phone', 'firstName', 'lastName', 'amount', 'zone', 'landmark', 'position'].map((name) => [
        name,
        typedIn(page, name) ?? '',
      ]),
    ),
    category: 'FASHION',
    size: 'SMALL',
    mode: 'CASH_ON_DELIVERY',
    collection: 'SECURE',
    feePayer: 'CUSTOMER',
    ...typed,
  })

  test('a pasted message fills the form, shows what it took, and orders nothing', async () => {
    const empty = await seller.open(form())
    assert.equal(empty.status, 200, empty.html)
    const message = 'Afi Dossou 97 00 00 01, robe, 15000, West près de la pharmacie'
    const filled = await seller.post(form(), typedInto(empty, { act: 'read', message }))
    assert.equal(filled.status, 200)
    assert.deepEqual(
      ['phone', 'firstName', 'lastName', 'amount', 'zone', 'landmark'].map((name) => typedIn(filled, name)),
      ['+2290197000001', 'Afi', 'Dossou', '15000', 'West', 'près de la pharmacie'],
    )
    assert.match(filled.html, /<mark>97 00 00 01<\/mark>/)
    assert.equal((await ordersOf()).length, 0)

    const ordered = await seller.post(form(), typedInto(filled, { act: 'order', message }))
    assert.equal(ordered.status, 200, ordered.html)
    assert.match(ordered.path, /\/deliveries\/[\w-]{36}\?done=created$/)
    const [order] = await ordersOf()
    assert.equal(order?.status, 'AWAITING_LOCATION')
    assert.equal(order?.customer_phone, '+2290197000001')
    assert.equal(order?.goods_amount_fcfa, 15000)
    assert.deepEqual([order?.dropoff_label, order?.dropoff_landmark], ['West', 'près de la pharmacie'])
    assert.equal(order?.instructions, null)
    assert.ok(textOf(ordered).includes(order?.pickup_code ?? 'no code'))
    const again = await seller.post(form(), typedInto(filled, { act: 'order', message }))
    assert.equal(again.path, ordered.path, 'the same form sent twice orders once')
    assert.equal((await ordersOf()).length, 1)
    const event = await service.services.db
      .selectFrom('events')
      .select('events.actor')
      .where('events.delivery_id', '=', order?.id ?? '')
      .executeTakeFirstOrThrow()
    assert.equal(event.actor, `ACCOUNT:${seller.accountId}`)
  })

  test('what is wrong stands beside its field, and what was typed stays', async () => {
    const page = await seller.open(form())
    const typed = {
      act: 'order',
      phone: '12',
      firstName: '',
      amount: 'beaucoup',
      position: 'là-bas',
      landmark: 'Portail',
    }
    const refused = await seller.post(form(), typedInto(page, typed))
    assert.equal(refused.status, 422)
    for (const name of ['phone', 'firstName', 'amount', 'position'])
      assert.match(refused.html, new RegExp(`id="${name}-error" role="alert"`), name)
    assert.equal(typedIn(refused, 'landmark'), 'Portail')
    assert.equal(typedIn(refused, 'amount'), 'beaucoup')
  })

  test('a place outside every city, a promo code that is none and a reference that is taken are explained', async () => {
    const page = await seller.open(form())
    const good = { act: 'order', phone: '97000002', firstName: 'Ama' }
    const outside = await seller.post(form(), typedInto(page, { ...good, position: '48.8566, 2.3522' }))
    assert.equal(outside.status, 422)
    assert.match(outside.html, /id="position-error"/)
    const promo = await seller.post(form(), typedInto(page, { ...good, promoCode: 'NOSUCHCODE' }))
    assert.match(promo.html, /id="promoCode-error"/)
    const first = await seller.post(
      form(),
      typedInto(await seller.open(form()), { ...good, externalRef: 'CMD-1' }),
    )
    assert.match(first.path, /done=created/)
    const taken = await seller.post(
      form(),
      typedInto(await seller.open(form()), { ...good, externalRef: 'CMD-1' }),
    )
    assert.deepEqual([taken.status, /id="externalRef-error"/.test(taken.html)], [409, true])
  })

  test('a shop reads before and after it orders what a promo code costs it', async () => {
    await insertPromo(service, {
      code: 'MAISON',
      bearer: 'SHOP',
      shopIds: [shop.shopId],
      maxUsesPerCustomer: 1,
    })
    const page = await seller.open(form())
    const typed = typedInto(page, {
      phone: '97000041',
      firstName: 'Afi',
      amount: '5000',
      position: '6.37, 2.43',
      promoCode: 'maison',
    })
    const price = async () => (await seller.post(`${form()}/price`, typed)).html
    assert.match(await price(), /class="price">540\u00a0FCFA[\s\S]*à votre charge : 60\u00a0FCFA/)
    assert.match(await price(), /<dt>Code promo<\/dt><dd>−60\u00a0FCFA<\/dd>/)
    const ordered = await seller.post(form(), { ...typed, act: 'order' })
    assert.match(textOf(ordered), /Remise du code promo, à votre charge 60 FCFA/)
    // The customer has used the code: it takes nothing off any more.
    assert.match(await price(), /class="price">600\u00a0FCFA/)
    assert.equal(await usesOf(service, 'MAISON'), 1)
  })

  test('the price follows what is typed, by the verb of quotes', async () => {
    const page = await seller.open(form())
    const known = await seller.post(
      `${form()}/price`,
      typedInto(page, { position: '6.37, 2.43', amount: '15 000' }),
    )
    assert.match(known.html, /class="price">600\u00a0FCFA/)
    assert.match(known.html, /15\u202f600\u00a0FCFA/)
    const unknown = await seller.post(`${form()}/price`, typedInto(page, {}))
    assert.match(unknown.html, /environ/)
  })

  test('a customer who had a parcel before is known by the phone, in any form, and by this shop alone', async () => {
    const position = '6.37, 2.43'
    const made = await seller.post(
      form(),
      typedInto(await seller.open(form()), {
        act: 'order',
        phone: '97 00 00 07',
        firstName: 'Kossi',
        lastName: 'Agbo',
        position,
        landmark: 'Portail bleu',
      }),
    )
    assert.match(made.path, /done=created/)
    await handOnAll(service.services)
    const known = await seller.post(`${form()}/customer`, { phone: '+229 0197000007' })
    assert.deepEqual(JSON.parse(known.html).typed, {
      firstName: 'Kossi',
      lastName: 'Agbo',
      position: '6.37, 2.43',
      zone: '',
      landmark: 'Portail bleu',
    })
    const other = await service.openShop({ name: 'Autre boutique' })
    const stranger = await openConsole(service, { shopId: other.shopId })
    const unknown = await stranger.post(`/console/shops/${other.shopId}/deliveries/new/customer`, {
      phone: '97000007',
    })
    assert.deepEqual(JSON.parse(unknown.html), { name: null })
  })

  test('the last choices are made again, and a delivery can be repeated', async () => {
    const typed = {
      act: 'order',
      phone: '97000008',
      firstName: 'Ama',
      category: 'FOOD',
      mode: 'PREPAID',
      position: '6.37, 2.43',
    }
    const made = await seller.post(form(), typedInto(await seller.open(form()), typed))
    const next = await seller.open(form())
    assert.match(next.html, /<option value="FOOD" selected>/)
    assert.match(next.html, /value="PREPAID" checked/)
    const id = /deliveries\/([\w-]{36})/.exec(made.path)?.[1]
    const repeated = await seller.open(`${form()}?from=${id}`)
    assert.deepEqual(
      [typedIn(repeated, 'phone'), typedIn(repeated, 'position')],
      ['+2290197000008', '6.37, 2.43'],
    )
    await service.services.db
      .updateTable('deliveries')
      .set({ dropoff_source: 'PHONE', dropoff_accuracy_meters: 3_500, dropoff_landmark: 'Portail bleu' })
      .where('id', '=', String(id))
      .execute()
    const rough = await seller.open(`${form()}?from=${id}`)
    assert.deepEqual([typedIn(rough, 'position'), typedIn(rough, 'landmark')], ['', 'Portail bleu'])
    await handOnAll(service.services)
    const known = await seller.post(`${form()}/customer`, { phone: '97000008' })
    assert.deepEqual(JSON.parse(known.html).typed.position, undefined, 'nor does the phone bring it back')
  })

  test('a photo of the camera goes with the order, and what is no photo is refused', async () => {
    const photo = await readFile(new URL('../src/pages/icons/colis-192.png', import.meta.url))
    const sendWith = async (bytes: Buffer, type: string) => {
      const body = new FormData()
      const page = await seller.open(form())
      for (const [name, value] of Object.entries(
        typedInto(page, { act: 'order', phone: '97000003', firstName: 'Afi' }),
      ))
        body.set(name, value)
      body.set('photo', new File([new Uint8Array(bytes)], 'photo.png', { type }))
      const request = new Request('http://colis.test', { method: 'POST', body })
      return service.app.inject({
        method: 'POST',
        url: form(),
        headers: {
          host: 'colis.test',
          origin: 'http://colis.test',
          'content-type': request.headers.get('content-type') ?? '',
          cookie: [...seller.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        payload: Buffer.from(await request.arrayBuffer()),
      })
    }
    service.clock.forward(1_000)
    const made = await sendWith(photo, 'image/png')
    assert.equal(made.statusCode, 303, made.body)
    const [order] = await ordersOf()
    assert.ok(order?.photo_key)
    const refused = await sendWith(Buffer.from('<svg onload=alert(1)>'), 'image/png')
    assert.equal(refused.statusCode, 422)
    assert.equal((await ordersOf())[0]?.id, order?.id)
  })

  test('a table is shown with its faults before anything is ordered, and sent twice it orders nothing twice', async () => {
    const many = `${form()}/many`
    const table =
      'Prénom;Nom;Téléphone;Montant\nAfi;Dossou;97000011;15000\nAma;Agbo;nope;100\nKossi;Ato;97000012;2000'
    const before = (await ordersOf()).length
    const preview = await seller.post(many, { table, act: 'preview' })
    assert.equal(preview.status, 200, preview.html)
    assert.match(textOf(preview), /2 colis, 17\s000\sFCFA à encaisser/)
    assert.match(preview.html, /<tr class="faulty"><th scope="row">3</)
    assert.equal((await ordersOf()).length, before)
    const ordered = await seller.post(many, { ...hiddenFieldsOf(preview, many), table, act: 'order' })
    assert.match(textOf(ordered), /2 livraisons sont commandées/)
    assert.equal((await ordersOf()).length, before + 2)
    const again = await seller.post(many, { ...hiddenFieldsOf(preview, many), table, act: 'order' })
    assert.match(textOf(again), /2 l’étaient déjà/)
    assert.equal((await ordersOf()).length, before + 2)
    const anew = await seller.post(many, { table, act: 'preview', again: 'new' })
    await seller.post(many, { ...hiddenFieldsOf(anew, many), table, act: 'order' })
    assert.equal((await ordersOf()).length, before + 4)
  })

  test('a table that cannot be read is refused with the reason', async () => {
    const many = `${form()}/many`
    for (const [table, reason] of [
      ['', /rien à lire/],
      ['Prénom;Téléphone', /que les titres/],
      [`Afi;Dossou;97000001\n`.repeat(501), /plus de 500/],
    ] as const) {
      const page = await seller.post(many, { table, act: 'preview' })
      assert.equal(page.status, 422)
      assert.match(textOf(page), reason)
    }
  })

  test('an Excel file is read, its sums are shown, and the form that follows orders it', async () => {
    const many = `${form()}/many`
    const rows = [
      ['Commandes de novembre'],
      ['Nom', 'Contacts', 'Prix colis', 'Frais de livraison', 'Total à encaisser', 'Payé'],
      ['Ama Agbo', 97000021, 15000, 1000, 16000, 'non'],
      ['Afi Dossou', '0197000022', 9000, 1000, null, 'oui'],
    ]
    const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 'Novembre', rows }] }))
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    const preview = await sendFile(service, seller, many, {
      field: 'file',
      name: 'novembre.xlsx',
      type,
      bytes,
    })
    assert.equal(preview.status, 200, preview.html)
    assert.match(textOf(preview), /2 colis, 16\s000\sFCFA à encaisser, courses environ [\d\s]+FCFA/)
    assert.match(textOf(preview), /1 est déjà payé : rien à encaisser/)
    assert.match(textOf(preview), /Pour 1, la livraison est dans le montant/)
    const table = /<textarea name="table" hidden>\n([^<]*)<\/textarea>/.exec(preview.html)?.[1] ?? ''
    const ordered = await seller.post(many, { ...hiddenFieldsOf(preview, many), table, act: 'order' })
    assert.match(textOf(ordered), /2 livraisons sont commandées/)
    const made = (await ordersOf())
      .filter(({ customer_phone: phone }) => /2[12]$/.test(phone))
      .map((order) => [order.customer_phone, order.payment_mode, order.goods_amount_fcfa, order.fee_payer])
    assert.deepEqual(made.sort(), [
      ['+2290197000021', 'CASH_ON_DELIVERY', 16_000, 'MERCHANT'],
      ['+2290197000022', 'PREPAID', 9_000, 'CUSTOMER'],
    ])
  })

  test('nothing is ordered while a column of amounts is unclear, and what is said of it is remembered', async () => {
    const many = `${form()}/many`
    const table = 'Nom;Téléphone;Machin\nAma Agbo;97000023;5 000 F'
    const before = (await ordersOf()).length
    for (const act of ['preview', 'order']) {
      const page = await seller.post(many, { table, act, again: 'new' })
      assert.equal(page.status, act === 'order' ? 422 : 200)
      assert.match(textOf(page), /on ne sait pas lesquels/)
      assert.match(page.html, /<select id="column.2"[^>]*>\s*<option value="" selected>/)
      assert.doesNotMatch(page.html, /value="order"/)
    }
    assert.equal((await ordersOf()).length, before)
    const asked = await seller.post(many, { table, act: 'preview' })
    const chosen = { ...hiddenFieldsOf(asked, many), table, 'column.2': 'amount' }
    const mapped = await seller.post(many, { ...chosen, act: 'map' })
    assert.match(textOf(mapped), /1 colis, 5\s000\sFCFA à encaisser/)
    const next = await seller.post(many, { table: table.replace('5 000', '6 000'), act: 'preview' })
    assert.match(textOf(next), /1 colis, 6\s000\sFCFA à encaisser/)
    const otherShop = await service.openShop({ name: 'Une autre' })
    const other = await openConsole(service, { shopId: otherShop.shopId })
    const theirs = await other.post(`/console/shops/${otherShop.shopId}/deliveries/new/many`, {
      table,
      act: 'preview',
    })
    assert.match(textOf(theirs), /on ne sait pas lesquels/)
    const ordered = await seller.post(many, { ...chosen, act: 'order' })
    assert.match(textOf(ordered), /1 livraison est commandée/)
    const again = await seller.post(many, { ...chosen, act: 'order' })
    assert.match(textOf(again), /1 l’était déjà|1 l’étaient déjà/)
    assert.equal((await ordersOf()).length, before + 1)
  })

  test('faulty rows are downloaded with what is wrong, and read again once they are mended', async () => {
    const many = `${form()}/many`
    const table = 'Nom;Téléphone;Montant\nAma;97000024;5000\nAfi;12;5000\nAya;97000025;beaucoup'
    const preview = await seller.post(many, { table, act: 'preview' })
    const file = await seller.post(many, { ...hiddenFieldsOf(preview, many), table, act: 'faulty' })
    assert.equal(file.headers['content-type'], 'text/csv; charset=utf-8')
    assert.match(String(file.headers['content-disposition']), /lignes-a-corriger\.csv/)
    const [header, ...lines] = file.html.slice(1).trim().split('\r\n')
    assert.equal(header, 'À corriger;Nom;Téléphone;Montant')
    assert.deepEqual(
      lines.map((line) => line.split(';').slice(1)),
      [
        ['Afi', '12', '5000'],
        ['Aya', '97000025', 'beaucoup'],
      ],
    )
    const mended = file.html.replace(';12;', ';97000026;').replace('beaucoup', '7000')
    assert.match(textOf(await seller.post(many, { table: mended, act: 'preview' })), /2 colis, 12\s000\sFCFA/)
  })

  test('our own file of deliveries is read back as it was', async () => {
    const other = await service.openShop({ name: 'Boutique Zogbo', payoutPhone: '97000009' })
    const owner = await openConsole(service, { shopId: other.shopId })
    const [home, headings] = [
      `/console/shops/${other.shopId}`,
      'Nom;Tél;Total;Livraison;Payé;Référence;Créneau',
    ]
    const table = [
      headings,
      'Ama Agbo;97000031;16000;1000;non;A-1;demain 9h-12h',
      'Afi Dossou;97000032;9000;0;oui;A-2;',
    ].join('\n')
    const many = `${home}/deliveries/new/many`
    const made = await owner.post(many, { table, act: 'order' })
    assert.match(textOf(made), /2 livraisons sont commandées/)
    for (const format of ['csv', 'xlsx']) {
      const file = await service.app.inject({
        url: `${home}/deliveries/export.${format}`,
        headers: {
          host: 'colis.test',
          cookie: [...owner.cookies].map(([cookie, value]) => `${cookie}=${value}`).join('; '),
        },
      })
      assert.equal(file.statusCode, 200, file.body)
      const type = String(file.headers['content-type'])
      const sent = { field: 'file', name: `livraisons.${format}`, type, bytes: file.rawPayload }
      const preview = await sendFile(service, owner, many, sent)
      assert.match(textOf(preview), /2 colis, 16\s000\sFCFA à encaisser/, preview.html)
      assert.match(textOf(preview), /1 est déjà payé/)
      assert.match(textOf(preview), /A-1/)
    }
  })

  test('the headings of the template mean what they say', async () => {
    for (const language of ['fr', 'en']) {
      const template = await service.app.inject({
        url: `${form()}/many/template.xlsx`,
        headers: {
          host: 'colis.test',
          'accept-language': language,
          cookie: [...seller.cookies].map(([cookie, value]) => `${cookie}=${value}`).join('; '),
        },
      })
      assert.equal(template.statusCode, 200)
      const [sheet] = (await readXlsx(new Uint8Array(template.rawPayload))).sheets
      const [headings = []] = sheet?.rows ?? []
      const cells = [
        'Ama',
        'Agbo',
        '97000001',
        '5000',
        'non',
        'Agla',
        'portail',
        'Robe',
        'petit',
        'non',
        'Appeler',
        'demain 9h-12h',
        'A-7',
      ]
      const table = [headings.join(';'), cells.join(';')].join('\n')
      const reading = readBulkRows(table, {
        shopId: 'a',
        country: 'BJ',
        pickupAddressId: 'b',
        isServed: () => true,
        clock: { now: new Date('2026-11-21T09:00:00.000Z'), timeZone: 'Africa/Porto-Novo' },
        pointInText: () => undefined,
      })
      assert.deepEqual('rows' in reading && reading.mapping.columns, [
        'firstName',
        'lastName',
        'phone',
        'due',
        'mode',
        'zone',
        'landmark',
        'category',
        'size',
        'fragile',
        'instructions',
        'window',
        'externalRef',
      ])
    }
  })

  test('a table says beside a cell what an old number is today, and which position nobody comes to', async () => {
    const many = `${form()}/many`
    const table = [
      'Prénom;Téléphone;Position',
      'Afi;+225 07 07 07 07;',
      'Ama;97000011;5.3236, -4.0234',
      'Kossi;97000012;https://maps.app.goo.gl/AbC12',
      'Yao;97000013;https://www.google.com/maps/@6.37,2.41,17z',
    ].join('\n')
    const preview = textOf(await seller.post(many, { table, act: 'preview' }))
    assert.match(preview, /Ce numéro date d’avant 2021\. Aujourd’hui, ce serait \+225 07 07 07 0707/)
    assert.match(preview, /Aucun livreur ne va à cet endroit\./)
    assert.match(preview, /Ce lien court ne contient pas la position\./)
    assert.match(preview, /Ce lien ne montre que le milieu d’un écran/)
  })

  test('a window of the drop-off in a table is kept, and told beside its cell where it is not clear', async () => {
    const many = `${form()}/many`
    const table = [
      'Prénom;Téléphone;Montant;Créneau',
      'Zita;97000021;15000;demain 14h-16h',
      'Yves;97000022;15000;matin',
    ].join('\n')
    const preview = textOf(await seller.post(many, { table, act: 'preview' }))
    assert.match(preview, /matin\s*Écrivez de quand à quand/)
    await seller.post(many, { table, act: 'order' })
    const order = (await ordersOf()).find(({ customer_first_name: name }) => name === 'Zita')
    const { dropoff_window_from: from, dropoff_window_to: to } = order ?? {}
    assert.equal((to?.getTime() ?? 0) - (from?.getTime() ?? 0), 2 * 3_600_000)
  })

  test('labels are a PDF of the shop’s own deliveries', async () => {
    const [order] = await ordersOf()
    const label = await seller.open(`${home()}/deliveries/labels?id=${order?.id}`)
    assert.deepEqual([label.status, label.headers['content-type']], [200, 'application/pdf'])
    assert.ok(label.html.startsWith('%PDF-'))
    const other = await service.openShop({ name: 'Encore une' })
    const stranger = await openConsole(service, { shopId: other.shopId })
    const foreign = await stranger.open(`/console/shops/${other.shopId}/deliveries/labels?id=${order?.id}`)
    assert.equal(foreign.status, 404)
  })

  test('what labels are printed on is chosen in the console, and remembered by the browser (decision 309)', async () => {
    const [order] = await ordersOf()
    const page = `${home()}/deliveries/${order?.id}`
    const chosen = async () =>
      /<option value="(\w+)" selected>/.exec(
        (await seller.open(page)).html.split('label-format').at(-1) ?? '',
      )?.[1]
    const labels = `${home()}/deliveries/labels?id=${order?.id}`
    assert.equal(await chosen(), 'A6')
    const zpl = await seller.open(`${labels}&format=ZPL`)
    assert.deepEqual(
      [zpl.status, zpl.headers['content-type'], zpl.headers['content-disposition']],
      [200, 'application/zpl', `attachment; filename="${order?.reference}.zpl"`],
    )
    assert.match(zpl.html, /^\^XA.*\^XZ\n$/s)
    assert.equal(await chosen(), 'ZPL')
    assert.match((await seller.open(labels)).html, /^\^XA/)
    const roll = await seller.open(`${labels}&format=ROLL_58`)
    assert.deepEqual([roll.headers['content-type'], await chosen()], ['application/pdf', 'ROLL_58'])
    await seller.open(`${labels}&format=A6`)
    assert.equal(await chosen(), 'A6')
  })
})
