import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '../src/base/kernel/clock.ts'
import { createPromoCode } from '../src/domain/money/payments/create-promo-code.ts'
import { findTariffDraft } from '../src/domain/pricing/drafting/tariff-draft-store.ts'
import { getPairMatrix } from '../src/domain/pricing/pairs/get-pair-matrix.ts'
import { setZonePairPrice } from '../src/domain/pricing/set-zone-pair-price.ts'
import { findTariff } from '../src/domain/pricing/tariff-store.ts'
import type { ConsoleVisitor } from './support/console-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { openService, type TestService, type TestShop } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { hiddenFieldsOf, type Page, textOf } from './support/visitor.ts'

onEachDatabase((open) => {
  let service: TestService
  let shop: TestShop
  let operator: ConsoleVisitor
  let other: ConsoleVisitor
  let city: string
  let cityId: string

  before(async () => {
    service = await openService(await open())
    shop = await service.openShop({ name: 'Boutique Ganhi' })
    operator = await openOperations(service)
    other = await openOperations(service, { name: 'Sèna Hounsou' })
    cityId = service.services.pricing.map.current().cities.find(({ name }) => name === 'Cotonou')?.id ?? ''
    city = `/operations/cities/${cityId}`
  })
  after(() => service.close())

  const db = () => service.services.db
  const now = () => service.clock.now()
  const typed = {
    baseFcfa: '650',
    includedKm: '1,5',
    perKmFcfa: '90',
    stepFcfa: '50',
    'RAIN.flat': '60',
    'RAIN.perKm': '',
    nightFrom: '20:00',
    nightTo: '05:30',
    collectionPercent: '2',
    collectionMinimumFcfa: '50',
    cancellationFeeFcfa: '200',
    returnFeeFcfa: '1 400',
  }

  test('an operator drafts a tariff, tries it, puts it in force and goes back (issue G part 3)', async () => {
    const start = await operator.open(`${city}/tariff`)
    assert.equal(start.status, 200)
    assert.match(textOf(start), /Prix de base 500 FCFA/)
    const saved = await operator.submit(start, `${city}/tariff/draft`, typed)
    assert.equal(saved.status, 200, textOf(saved))
    assert.match(textOf(saved), /Le brouillon est enregistré\. Aucun prix n’a changé/)
    assert.match(textOf(saved), /Enregistré par Rachidatou Bello/)
    assert.match(saved.html, /<mark>650\u00a0FCFA<\/mark>/)

    const { zones } = await getPairMatrix(db(), cityId)
    const [eastZone, westZone] = zones
    const query = `fromZone=${westZone?.id}&toZone=${eastZone?.id}&size=LARGE&rain=on`
    const trial = await operator.open(`${city}/tariff/trial?${query}`)
    assert.equal(trial.status, 200)
    assert.match(textOf(trial), /West → East/)
    const asked = await shop.post('/quotes', {
      pickup: { lat: 6.37, lng: 2.41 },
      dropoff: { lat: 6.37, lng: 2.43 },
      parcelSize: 'LARGE',
      paymentMode: 'PREPAID',
    })
    assert.equal(asked.body.price, 900)
    assert.match(textOf(trial), /Prix 1 050 950 −100/)
    assert.match(textOf(trial), /Aucune course livrée à comparer/)

    const shown = { ...hiddenFieldsOf(saved, `${city}/tariff/put`), when: 'NOW' }
    const inForce = await operator.post(`${city}/tariff/put`, shown)
    assert.match(textOf(inForce), /Le nouveau tarif est en vigueur/)
    assert.equal((await findTariff(db(), cityId, now()))?.baseFcfa, 650)
    assert.equal((await findTariff(db(), cityId, now()))?.returnFeeFcfa, 1400)
    const again = await operator.post(`${city}/tariff/put`, shown)
    assert.equal(again.status, 409)

    const back = await other.submit(inForce, `${city}/tariff/restore`)
    assert.match(textOf(back), /Les anciens prix sont revenus/)
    assert.match(textOf(back), /Sèna Hounsou/)
    assert.equal((await findTariff(db(), cityId, now()))?.baseFcfa, 500)
  })

  test('a tariff is scheduled in the time of the city, and withdrawn', async () => {
    const page = await operator.submit(await operator.open(`${city}/tariff`), `${city}/tariff/draft`, typed)
    const shown = { ...hiddenFieldsOf(page, `${city}/tariff/put`), when: 'LATER' }
    const unread = await operator.post(`${city}/tariff/put`, { ...shown, from: 'demain' })
    assert.equal(unread.status, 422)
    assert.match(textOf(unread), /Donnez un jour et une heure/)
    const past = await operator.post(`${city}/tariff/put`, { ...shown, from: '2026-11-21T10:59' })
    assert.equal(past.status, 422)
    const set = await operator.post(`${city}/tariff/put`, { ...shown, from: '2026-11-21T15:00' })
    assert.match(textOf(set), /Le nouveau tarif est programmé/)
    assert.equal(service.services.pricing.map.current().city(cityId)?.timeZone, 'Africa/Porto-Novo')
    assert.equal((await findTariff(db(), cityId, new Date('2026-11-21T14:00:00Z')))?.baseFcfa, 650)
    assert.equal((await findTariff(db(), cityId, new Date('2026-11-21T13:59:59Z')))?.baseFcfa, 500)
    const withdrawn = await operator.submit(set, `${city}/tariff/withdraw`)
    assert.match(textOf(withdrawn), /Le tarif prévu est retiré/)
    const { revision = '' } = (await findTariffDraft(db(), cityId)) ?? {}
    assert.match(textOf(await operator.post(`${city}/tariff/discard`, { revision })), /Le brouillon est jeté/)
  })

  test('what no tariff can say is shown beside its field, and another’s draft is not overwritten', async () => {
    const start = await operator.open(`${city}/tariff`)
    const faulty = await operator.submit(start, `${city}/tariff/draft`, {
      ...typed,
      stepFcfa: '0',
      baseFcfa: '=1+1',
    })
    assert.equal(faulty.status, 422)
    assert.match(faulty.html, /id="stepFcfa-error"/)
    assert.match(faulty.html, /id="baseFcfa-error"/)
    const first = await other.submit(start, `${city}/tariff/draft`, typed)
    assert.equal(first.status, 200)
    const second = await operator.submit(start, `${city}/tariff/draft`, { ...typed, baseFcfa: '999' })
    assert.equal(second.status, 409)
    assert.match(second.html, /value="999"/)
    await operator.post(`${city}/tariff/discard`, hiddenFieldsOf(first, `${city}/tariff/discard`))
  })

  test('changed cells of the table are saved in one act, and a lost update is refused', async () => {
    const page = await operator.open(`${city}/pairs`)
    const fields = hiddenFieldsOf(page, `${city}/pairs`)
    const saved = await operator.post(`${city}/pairs`, { ...fields, 'c0.1': '1 250', 'c1.0': '' })
    assert.match(textOf(saved), /Les prix sont enregistrés/)
    const { zones, baseFcfa } = await getPairMatrix(db(), cityId)
    const [eastZone, westZone] = zones
    assert.equal(baseFcfa(eastZone?.id ?? '', westZone?.id ?? ''), 1250)
    const lost = await other.post(`${city}/pairs`, { ...fields, 'c0.1': '900' })
    assert.equal(lost.status, 409)
    assert.match(textOf(lost), /East → West/)
    const one = await operator.open(`${city}/pairs?from=${eastZone?.id}`)
    assert.match(one.html, /value="1250"/)
    const gone = await operator.post(`${city}/pairs`, {
      ...hiddenFieldsOf(one, `${city}/pairs`),
      'c0.0': '',
      'c0.1': '',
    })
    assert.match(textOf(gone), /Les prix sont enregistrés/)
    const wrong = await operator.post(`${city}/pairs`, { ...fields, 'c0.0': '-5' })
    assert.equal(wrong.status, 422)
  })

  test('fields that no page made are refused: foreign zones, too many cells, another shape', async () => {
    const fields = hiddenFieldsOf(await operator.open(`${city}/pairs`), `${city}/pairs`)
    const strange = newId(now())
    const foreign = { from: strange, to: strange, shown: '', 'c0.0': '500' }
    assert.equal((await operator.post(`${city}/pairs`, foreign)).status, 404)
    assert.equal((await operator.post(`${city}/pairs`, { ...fields, shown: ',,,' })).status, 400)
    const many = Array.from({ length: 601 }, () => strange).join(',')
    assert.equal((await operator.post(`${city}/pairs`, { from: many, to: strange, shown: '' })).status, 400)
    assert.equal((await operator.post(`${city}/pairs`, {})).status, 400)
    assert.equal((await operator.open(`/operations/cities/${strange}/pairs`)).status, 404)
    assert.equal((await operator.open('/operations/cities/x/tariff')).status, 404)
  })

  let sent = 0
  const sendFile = async (content: string | Uint8Array, fields: Record<string, string> = {}) => {
    const mark = 'frontiere'
    // Somebody else from elsewhere each time: files count as many requests.
    const { cookies } = await openOperations(service)
    const head = Object.entries(fields)
      .map(
        ([name, value]) => `--${mark}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      .join('')
    const file = `--${mark}\r\ncontent-disposition: form-data; name="file"; filename="prix.csv"\r\ncontent-type: text/csv\r\n\r\n`
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const parts = [Buffer.from(head), ...(bytes.length > 0 ? [Buffer.from(file), bytes] : [])]
    const body = Buffer.concat([...parts, Buffer.from(`\r\n--${mark}--\r\n`)])
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return service.app.inject({
      method: 'POST',
      url: `${city}/pairs/file`,
      remoteAddress: `10.9.0.${++sent}`,
      headers: {
        host: 'colis.test',
        origin: 'http://colis.test',
        cookie,
        'content-type': `multipart/form-data; boundary=${mark}`,
      },
      payload: body,
    })
  }
  const pageOf = (answer: Awaited<ReturnType<typeof sendFile>>): Page => ({
    status: answer.statusCode,
    path: 'file',
    html: answer.body,
    headers: answer.headers,
  })

  test('a file changes what it names after a preview, and comes back as it was written', async () => {
    await setZonePairPrice(service.services, { cityId, from: 'West', to: 'East' }, 700)
    const csv = await operator.open(`${city}/pairs.csv`)
    assert.equal(csv.html, '\ufeffDe ↓ à →;East;West\r\nEast;;\r\nWest;700;\r\n')
    const unchanged = pageOf(await sendFile(csv.html))
    assert.match(textOf(unchanged), /Ce fichier ne change rien/)

    const table = 'De;west;EAST\nWest;;"1 500 FCFA"\n'
    const preview = pageOf(await sendFile(table))
    assert.match(textOf(preview), /Un prix change\. .*West → East 700 FCFA 1 500 FCFA/)
    const { state = '' } = hiddenFieldsOf(preview, `${city}/pairs/file`)
    const stale = await sendFile('', { act: 'save', state: 'x', table })
    assert.equal(stale.statusCode, 409)
    const saved = await sendFile('', { act: 'save', state, table })
    assert.equal(saved.statusCode, 303, saved.body)
    const matrix = await getPairMatrix(db(), cityId)
    const [eastZone, westZone] = matrix.zones
    assert.equal(matrix.baseFcfa(westZone?.id ?? '', eastZone?.id ?? ''), 1500)
    const twice = await sendFile('', { act: 'save', state, table })
    assert.equal(twice.statusCode, 409)
  })

  test('hostile files change nothing and say what is wrong', async () => {
    const before = (await operator.open(`${city}/pairs.csv`)).html
    const refused: [string | Uint8Array, RegExp, number?][] = [
      ['De;East;east\nWest;1;2\n', /Colonne 3 : la zone « east » est là deux fois/],
      ['De;East\nWest;1\nwest;2\n', /Ligne 3 : la zone « west » est là deux fois/],
      ['De;East;Nulle part\nWest;1;2\n', /aucune zone ne s’appelle « Nulle part »/],
      ['De;East\nWest;=HYPERLINK("https://x.test")\n', /Ligne 2, colonne 2 : «/],
      ['De;East\nWest;1,5\n', /n’est pas un montant/],
      ['De;East\nWest;1000001\n', /n’est pas un montant/],
      ['De;East\nWest;1;2;3\n', /plus de cases que de zones/],
      ['colonne\n', /La première ligne nomme les zones d’arrivée/],
      ['De;East\n"West;1\n', /guillemet/],
      [Buffer.from([0, 1, 2, 0]), /n’est pas un tableau CSV/],
      ['a'.repeat(1024 * 1024 + 1), /dépasse 1 Mo/],
      [Array.from({ length: 3000 }, (_, at) => `x${at};y`).join('\n'), /Trop de fautes/],
    ]
    for (const [content, words] of refused) {
      const answer = pageOf(await sendFile(content))
      assert.equal(answer.status, 422, String(content).slice(0, 60))
      assert.match(textOf(answer), words)
    }
    assert.equal((await sendFile('a'.repeat(10 * 1024 * 1024))).statusCode, 413)
    assert.equal((await operator.open(`${city}/pairs.csv`)).html, before)
  })

  test('rain is switched on with an end, extended, and ended; the page says until when', async () => {
    service.clock.set('2026-11-21T11:00:00.000Z')
    const on = await operator.post(`${city}/demand`, { demand: 'RAIN', act: 'START', minutes: '30' })
    assert.match(textOf(on), /C’est activé\. .*jusqu’au 21 nov\., 12:30/)
    const shown = '2026-11-21T11:30:00.000Z'
    await service.services.pricing.map.reload()
    const board = await operator.open('/operations')
    assert.match(textOf(board), /Pluie à Cotonou jusqu’au 21 nov\., 12:30/)
    assert.ok(board.html.includes(`href="${city}/demand"`))
    const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
    assert.ok(!(await dispatcher.open('/operations')).html.includes(`href="${city}/demand"`))
    const longer = await operator.post(`${city}/demand`, {
      demand: 'RAIN',
      act: 'EXTEND',
      minutes: '60',
      shown,
    })
    assert.match(textOf(longer), /jusqu’au 21 nov\., 13:30/)
    const twice = await other.post(`${city}/demand`, { demand: 'RAIN', act: 'EXTEND', minutes: '60', shown })
    assert.equal(twice.status, 409)
    const ended = await operator.post(`${city}/demand`, { demand: 'RAIN', act: 'END' })
    assert.match(textOf(ended), /C’est arrêté/)
    for (const fields of [{ demand: 'RAIN', act: 'START', minutes: '7' }, { demand: 'SNOW', act: 'END' }, {}])
      assert.ok([409, 422].includes((await operator.post(`${city}/demand`, fields)).status))
  })

  test('a promo code is made, shows what it cost and for whom, and is ended', async () => {
    const made = await operator.post('/operations/promo-codes/new', {
      code: 'bienvenue',
      kind: 'PERCENT',
      value: '20',
      maxUses: '10',
    })
    assert.match(textOf(made), /Le code est créé/)
    const order = { dropoff: { lat: 6.37, lng: 2.43, landmark: 'Portail' }, promoCode: 'BIENVENUE' }
    const plain = await shop.order({ dropoff: order.dropoff })
    const first = await shop.order(order)
    const lost = await shop.order(order)
    await shop.post(`/deliveries/${lost.body.id}/cancel`, {})
    const cost = plain.body.price - first.body.price
    assert.ok(cost > 0)
    const promo = await db()
      .selectFrom('promo_codes')
      .select('promo_codes.id')
      .where('promo_codes.code', '=', 'BIENVENUE')
      .executeTakeFirstOrThrow()
    const page = textOf(await operator.open(`/operations/promo-codes/${promo.id}`))
    assert.match(page, /Usages 1 usage sur 10, 1 rendu/)
    assert.match(page, /À la charge du service/)
    assert.ok(page.includes(`Boutique Ganhi 1 course · ${cost} FCFA · 1 rendu`), page)
    const list = textOf(await operator.open('/operations/promo-codes'))
    assert.ok(list.includes(`a coûté ${cost} FCFA`), list)
    const ended = await operator.post(`/operations/promo-codes/${promo.id}/end`, {})
    assert.match(textOf(ended), /Le code est terminé/)
    const taken = await operator.post('/operations/promo-codes/new', {
      code: 'BIENVENUE',
      kind: 'AMOUNT',
      value: '500',
    })
    assert.equal(taken.status, 409)
    const faulty = await operator.post('/operations/promo-codes/new', {
      code: ' ',
      kind: 'PERCENT',
      value: '101',
      startsAt: 'hier',
      maxUses: '0',
      city: newId(now()),
      minimumTrip: '-1',
      maxUsesPerShop: '0',
      maxUsesPerCustomer: 'un',
      bearer: 'SHOP',
    })
    assert.equal(faulty.status, 422)
    for (const name of ['code', 'value', 'startsAt', 'maxUses', 'city', 'minimumTrip', 'shops'])
      assert.match(faulty.html, new RegExp(`id="${name}-error"`))
    for (const name of ['maxUsesPerShop', 'maxUsesPerCustomer'])
      assert.match(faulty.html, new RegExp(`id="${name}-error"`))
  })

  test('a promo code that shops bear names them, and shows what it cost them', async () => {
    const { shopId } = await service.openShop({ name: 'Chez Reine' })
    await Promise.all([1, 2].map(() => service.openShop({ name: 'Deux fois' })))
    const typed = { code: 'REINE', kind: 'AMOUNT', value: '100', bearer: 'SHOP', maxUsesPerShop: '3' }
    for (const shops of ['', 'Personne', 'Deux fois', `Chez Reine\n${newId(now())}`]) {
      const refused = await operator.post('/operations/promo-codes/new', { ...typed, shops })
      assert.equal(refused.status, 422)
      assert.match(refused.html, /id="shops-error"/)
    }
    const made = await operator.post('/operations/promo-codes/new', {
      ...typed,
      maxUsesPerCustomer: '1',
      shops: ` chez reine \n${shopId}\n`,
    })
    const page = textOf(made)
    assert.match(page, /Par boutique, au plus 3 Par client, au plus 1/)
    assert.match(page, /À la charge des boutiques/)
    assert.match(page, /Boutiques Chez Reine/)
    const { shop_ids, bearer } = await db()
      .selectFrom('promo_codes')
      .select(['promo_codes.shop_ids', 'promo_codes.bearer'])
      .where('promo_codes.code', '=', 'REINE')
      .executeTakeFirstOrThrow()
    assert.deepEqual([shop_ids, bearer], [[shopId], 'SHOP'])
    assert.ok(textOf(await operator.open('/operations/promo-codes')).includes('a coûté 0 FCFA aux boutiques'))
    const audit = textOf(await operator.open('/operations/service/audit?what=promo'))
    assert.match(audit, /À la charge : des boutiques|À la charge des boutiques/)
  })

  test('promo codes come thirty to a page', async () => {
    for (let number = 10; number < 42; number += 1)
      await createPromoCode(service.services, { code: `PAGE${number}`, amountFcfa: 100 })
    const page = await operator.open('/operations/promo-codes')
    assert.equal(page.html.match(/<strong>/g)?.length, 30)
    const [, next = ''] = /href="(\/operations\/promo-codes\?after=[^"]+)"/.exec(page.html) ?? []
    assert.match(textOf(await operator.open(next)), /PAGE41/)
  })
})
