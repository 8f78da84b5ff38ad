import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { after, before, beforeEach, test } from 'node:test'
import { setZonePairPrice } from '../src/domain/pricing/set-zone-pair-price.ts'
import { confirmZones } from '../src/domain/pricing/zone-changes/confirm-zones.ts'
import { proposeZones } from '../src/domain/zones/changing/propose-zones.ts'
import type { ZoneChange } from '../src/domain/zones/changing/zone-plan.ts'
import { importZones } from '../src/domain/zones/import-zones.ts'
import { areaSquareMeters, centerOf, type ZoneShape } from '../src/domain/zones/zone-shape.ts'
import { readZones } from '../src/domain/zones/zone-store.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { onEachDatabase } from './support/databases.ts'
import { center, east, openService, type TestService } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { sendFiles } from './support/send-file.ts'
import { type Page, textOf } from './support/visitor.ts'

const arrondissements = new URL('../../shared/geo/cotonou-arrondissements.geojson', import.meta.url)

const box = (west: number, easting: number, south = 6.35, north = 6.39): ZoneShape => [
  [
    [
      [west, south],
      [easting, south],
      [easting, north],
      [west, north],
      [west, south],
    ],
  ],
]
const draft = (name: string, shape: ZoneShape) => ({
  name,
  shape,
  areaSquareMeters: areaSquareMeters(shape),
  center: centerOf(shape),
})
const fileOf = (shapes: Record<string, ZoneShape>) =>
  Buffer.from(
    JSON.stringify({
      type: 'FeatureCollection',
      features: Object.entries(shapes).map(([name, coordinates]) => ({
        type: 'Feature',
        properties: { name },
        geometry: { type: 'MultiPolygon', coordinates },
      })),
    }),
  )

onEachDatabase((open) => {
  let service: TestService
  let operator: ConsoleVisitor
  let cityId: string
  let zonesHref: string

  before(async () => {
    // An operator may send some ten files in ten seconds; these tests send more.
    service = await openService(await open())
    operator = await openOperations(service)
    cityId = service.services.pricing.map.current().locate(center)?.city.id ?? ''
    zonesHref = `/operations/cities/${cityId}/zones`
  })
  after(() => service.close())
  beforeEach(async () => {
    const drafts = [draft('West', box(2.4, 2.42)), draft('East', box(2.42, 2.44))]
    await importZones(service.services, { cityId, drafts, priority: 0, replaceOthers: true, isDryRun: false })
    await service.services.pricing.map.reload()
  })

  const names = async () => (await readZones(service.services.db, cityId)).map(({ name }) => name)
  const send = (shapes: Record<string, ZoneShape>, fields: Record<string, string> = {}) =>
    upload(fileOf(shapes), fields)
  const upload = (bytes: Buffer, fields: Record<string, string> = {}) =>
    sendFiles(service, operator, `${zonesHref}/import`, {
      fields,
      files: { file: { name: 'zones.geojson', type: 'application/geo+json', bytes } },
    })
  const confirm = (page: Page) => operator.submit(page, new URL(page.path, 'http://colis.test').pathname)
  const acting = () => ({
    ...service.services,
    actor: { kind: 'OPERATOR', id: operator.accountId } as const,
  })
  const quote = async (from: object, to: object) => {
    const shop = await service.openShop()
    await service.services.pricing.priceList.reload()
    await service.services.pricing.map.reload()
    return (
      await shop.post('/quotes', { pickup: from, dropoff: to, parcelSize: 'SMALL', paymentMode: 'PREPAID' })
    ).body
  }

  test('an import is shown before it is made, and does what was shown', async () => {
    const page = await send({ West: box(2.4, 2.41), Nord: box(2.4, 2.44, 6.39, 6.4) }, { replace: 'on' })

    assert.equal(page.status, 200)
    assert.deepEqual(await names(), ['East', 'West'])
    const text = textOf(page)
    assert.match(text, /Nord Ajoutée/)
    assert.match(text, /West Changée : 4,92 km² déplacés/)
    assert.match(text, /East Retirée/)
    const done = await confirm(page)
    assert.match(textOf(done), /Les zones sont changées/)
    assert.deepEqual(await names(), ['Nord', 'West'])
  })

  test('the preview counts the addresses of shops that come to lie elsewhere', async () => {
    await service.openShop()
    const page = await operator.post(
      `${zonesHref}/${(await readZones(service.services.db, cityId))[1]?.id}/retire`,
      {},
    )
    assert.match(textOf(page), /adresses? de boutiques? : West → aucune zone/)
    assert.deepEqual(await names(), ['East', 'West'])
    await confirm(page)
    assert.deepEqual(await names(), ['East'])
  })

  test('a change is confirmed once, by whoever prepared it, and only while the zones are those they saw', async () => {
    const change: ZoneChange = { kind: 'RETIRE', zones: ['West'] }
    const proposalId = await proposeZones(acting(), { cityId, change })
    const other = await openOperations(service, { name: 'Koffi Aho' })
    const stranger = { ...service.services, actor: { kind: 'OPERATOR', id: other.accountId } as const }
    await assert.rejects(confirmZones(stranger, { cityId, proposalId }), { code: 'ZONE_PROPOSAL_NOT_FOUND' })

    const drafts = [draft('Sud', box(2.4, 2.44, 6.34, 6.35))]
    await importZones(service.services, {
      cityId,
      drafts,
      priority: 0,
      replaceOthers: false,
      isDryRun: false,
    })
    await assert.rejects(confirmZones(acting(), { cityId, proposalId }), { code: 'ZONES_CHANGED' })
    assert.match(
      textOf(await operator.open(`${zonesHref}/proposals/${proposalId}`)),
      /Les zones de cette ville ont changé/,
    )

    const again = await proposeZones(acting(), { cityId, change })
    await confirmZones(acting(), { cityId, proposalId: again })
    await assert.rejects(confirmZones(acting(), { cityId, proposalId: again }), {
      code: 'ZONE_PROPOSAL_NOT_FOUND',
    })
    assert.deepEqual(await names(), ['East', 'Sud'])
  })

  test('of two imports that were prepared beside each other one is made', async () => {
    const prepare = (name: string, south: number) =>
      proposeZones(acting(), {
        cityId,
        change: {
          kind: 'IMPORT',
          drafts: [draft(name, box(2.4, 2.44, south, south + 0.01))],
          priority: 0,
          replaceOthers: false,
        },
      })
    const prepared = [await prepare('Nord', 6.39), await prepare('Sud', 6.34)]

    const outcomes = await Promise.allSettled(
      prepared.map((proposalId) => confirmZones(acting(), { cityId, proposalId })),
    )

    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
    assert.deepEqual(refused, ['ZONES_CHANGED'])
    assert.equal((await names()).length, 3)
  })

  test('a proposal is kept for a day', async () => {
    const proposalId = await proposeZones(acting(), { cityId, change: { kind: 'RETIRE', zones: ['West'] } })
    const tomorrow = { now: () => new Date(service.clock.now().getTime() + 24 * 60 * 60 * 1000 + 1) }
    await assert.rejects(
      confirmZones({ ...acting(), clock: { ...service.clock, ...tomorrow } }, { cityId, proposalId }),
      { code: 'ZONE_PROPOSAL_NOT_FOUND' },
    )
  })

  test('a zone that is split keeps every price: of its own trips, and to and from all others', async () => {
    const price = (from: string, to: string, baseFcfa: number) =>
      setZonePairPrice(service.services, { cityId, from, to }, baseFcfa)
    await price('West', 'West', 700)
    await price('West', 'East', 900)
    await price('East', 'West', 1_100)
    const [north, south] = [
      { lat: 6.38, lng: 2.41 },
      { lat: 6.36, lng: 2.41 },
    ]
    const trips = [
      [north, south],
      [south, north],
      [north, east],
      [south, east],
      [east, north],
      [east, south],
    ] as const
    const prices = async () => {
      const all = []
      for (const [from, to] of trips) all.push((await quote(from, to)).price)
      return all
    }
    const before = await prices()
    assert.deepEqual(new Set(before), new Set([700, 900, 1_100]))
    const west = (await readZones(service.services.db, cityId)).find(({ name }) => name === 'West')

    const page = await operator.post(`${zonesHref}/${west?.id}/split`, {
      line: '6.372, 2.39\n6.371, 2.45',
      first: 'West Nord',
      second: 'West Sud',
    })
    assert.match(textOf(page), /aucun trajet connu ne change de prix/)
    await confirm(page)

    const zones = await readZones(service.services.db, cityId)
    assert.deepEqual(zones.map(({ name }) => name).sort(), ['East', 'West Nord', 'West Sud'])
    const parts = zones.filter(({ name }) => name !== 'East')
    const sum = parts.reduce((area, zone) => area + zone.areaSquareMeters, 0)
    assert.ok(Math.abs(sum - (west?.areaSquareMeters ?? 0)) < 1)
    assert.ok(parts.some(({ id }) => id === west?.id))
    assert.deepEqual(await prices(), before)
  })

  test('a zone is drawn, given another outline and another name without JavaScript', async () => {
    const geometry = (shape: ZoneShape) => JSON.stringify({ type: 'MultiPolygon', coordinates: shape })
    const drawn = await operator.post(`${zonesHref}/new`, {
      name: ' Plage ',
      shape: geometry(box(2.4, 2.44, 6.34, 6.35)),
      priority: '3',
    })
    await confirm(drawn)
    const plage = (await readZones(service.services.db, cityId)).find(({ name }) => name === 'Plage')
    assert.equal(plage?.priority, 3)

    const smaller = await operator.post(`${zonesHref}/${plage?.id}/shape`, {
      shape: geometry(box(2.4, 2.42, 6.34, 6.35)),
    })
    await confirm(smaller)
    await operator.post(`${zonesHref}/${plage?.id}/name`, { name: 'Fidjrossè', priority: '0' })

    const after = (await readZones(service.services.db, cityId)).find(({ id }) => id === plage?.id)
    assert.deepEqual([after?.name, after?.priority], ['Fidjrossè', 0])
    assert.ok((after?.areaSquareMeters ?? 0) < (plage?.areaSquareMeters ?? 0) * 0.6)
    const taken = await operator.post(`${zonesHref}/${plage?.id}/name`, { name: 'EAST', priority: '0' })
    assert.deepEqual([taken.status, (await names()).includes('Fidjrossè')], [409, true])
    assert.match(textOf(taken), /Il y a déjà une zone East/)
  })

  test('overlaps and gaps are found and named, with their areas', async () => {
    const drafts = [draft('Centre', box(2.415, 2.425))]
    await importZones(service.services, {
      cityId,
      drafts,
      priority: 0,
      replaceOthers: false,
      isDryRun: false,
    })
    await service.services.pricing.map.reload()
    const text = textOf(await operator.open(zonesHref))
    assert.match(text, /Centre et East se recouvrent 2,46 km²/)
    assert.match(text, /Centre et West se recouvrent 2,46 km²/)
    assert.match(text, /Couvert par les zones 19,6\d km²/)
  })

  test('a change whose zones would lie over others shows which, where and how much before it is confirmed', async () => {
    const page = await send({ Centre: box(2.415, 2.425) })
    const text = textOf(page)
    assert.match(text, /Zones qui se recouvrent Regardez la carte avant de confirmer/)
    assert.match(text, /Centre et East se recouvrent 2,46 km²/)
    assert.match(text, /Centre et West se recouvrent 2,46 km²/)
    const shapes = await operator.open(`${page.path}/shapes`)
    const kinds = (JSON.parse(shapes.html) as { kind: string }[]).map(({ kind }) => kind)
    assert.deepEqual(kinds.sort(), ['ADDED', 'KEPT', 'KEPT', 'OVERLAP', 'OVERLAP'])
    assert.deepEqual(await names(), ['East', 'West'])
    await confirm(page)
    // What lies over others already and is not touched is not said again.
    const beside = await send({ Nord: box(2.4, 2.44, 6.39, 6.4) })
    assert.doesNotMatch(textOf(beside), /se recouvrent/)
  })

  test('lines that do not cut a zone in two are refused in words', async () => {
    const [zone] = await readZones(service.services.db, cityId)
    const split = (line: string) =>
      operator.post(`${zonesHref}/${zone?.id}/split`, { line, first: 'A', second: 'B' })
    for (const [line, words] of [
      ['', /au moins deux points/],
      ['nulle part', /Cette ligne ne se lit pas/],
      ['6.37, 2.39\n6.37, 2.43', /commencer et finir hors de la zone/],
      ['6.34, 2.39\n6.34, 2.45', /ne traverse pas la zone/],
    ] as const) {
      const page = await split(line)
      assert.equal(page.status, 422)
      assert.match(textOf(page), words)
    }
  })

  test('hostile files are refused in words, and change nothing', async () => {
    const ring = (positions: number[][]) =>
      Buffer.from(
        JSON.stringify({
          type: 'Feature',
          properties: { name: 'A' },
          geometry: { type: 'Polygon', coordinates: [positions] },
        }),
      )
    const hostile: [string, Buffer, RegExp][] = [
      ['no text', Buffer.from([0xff, 0xfe, 0x00]), /ne peut pas être lu comme JSON/],
      ['no JSON', Buffer.from('zones'), /ne peut pas être lu comme JSON/],
      ['KML of nothing', Buffer.from('<kml/>'), /ne contient aucun élément/],
      ['deep', Buffer.from('['.repeat(1_000_000) + ']'.repeat(1_000_000)), /pas un élément GeoJSON/],
      ['deep KML', Buffer.from(`<kml>${'<Folder>'.repeat(500_000)}`), /Ce KML est trop grand/],
      ['over 5 MB', Buffer.alloc(5 * 1024 * 1024 + 10, ' '), /dépasse 5 Mo/],
      [
        'across the antimeridian',
        ring([
          [179, 6],
          [-179, 6],
          [-179, 7],
          [179, 7],
          [179, 6],
        ]),
        /Elle s’étend à \d+ km du centre de Cotonou/,
      ],
      [
        'swapped',
        ring([
          [6.35, 2.4],
          [6.39, 2.4],
          [6.39, 2.44],
          [6.35, 2.4],
        ]),
        /longitude et latitude semblent inversées/,
      ],
    ]
    for (const [what, bytes, words] of hostile) {
      const page = await upload(bytes)
      assert.equal(page.status, 422, what)
      assert.match(textOf(page), words, what)
    }
    assert.deepEqual(await names(), ['East', 'West'])
  })

  test('what a file says is shown as text', async () => {
    const page = await send({ '<script>alert(1)</script>': box(2.4, 2.44, 6.34, 6.35) })
    assert.equal(page.status, 200)
    assert.ok(!page.html.includes('<script>alert'))
  })

  test('of the proposals of one person the newest five are kept', async () => {
    const change: ZoneChange = { kind: 'RETIRE', zones: ['West'] }
    for (let made = 0; made < 7; made += 1) await proposeZones(acting(), { cityId, change })
    const { count } = await service.services.db
      .selectFrom('zone_proposals')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('zone_proposals.made_by', '=', `OPERATOR:${operator.accountId}`)
      .executeTakeFirstOrThrow()
    assert.equal(Number(count), 5)
  })

  test('dispatchers, owners and keys change no zones, whatever verb they reach', async () => {
    const shop = await service.openShop()
    const dispatcher = await openOperations(service, { role: 'DISPATCHER' })
    const owner = await openConsole(service, { shopId: shop.shopId })
    const change: ZoneChange = { kind: 'RETIRE', zones: ['West'] }
    const proposalId = await proposeZones(acting(), { cityId, change })
    for (const actor of [
      { kind: 'OPERATOR', id: dispatcher.accountId },
      { kind: 'ACCOUNT', id: owner.accountId },
      { kind: 'API_KEY', id: shop.keyId },
      { kind: 'CUSTOMER' },
    ] as const) {
      await assert.rejects(proposeZones({ ...service.services, actor }, { cityId, change }), {
        code: 'ROLE_REQUIRED',
      })
      await assert.rejects(confirmZones({ ...service.services, actor }, { cityId, proposalId }))
    }
    assert.deepEqual(await names(), ['East', 'West'])
  })

  test('the thirteen arrondissements of Cotonou are imported through the pages', {
    skip: !existsSync(arrondissements) && 'shared/geo/cotonou-arrondissements.geojson is not there',
  }, async () => {
    const page = await upload(readFileSync(arrondissements), {
      nameProperty: 'arrondissement',
      replace: 'on',
    })
    assert.equal(page.status, 200)
    await confirm(page)
    assert.equal((await names()).length, 13)
    assert.match(
      textOf(await operator.open(zonesHref)),
      /Aucune zone n’en recouvre une autre, et il n’y a pas de vide entre elles/,
    )
  })
})
