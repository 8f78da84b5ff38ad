import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { TileType } from 'pmtiles'
import { SettingsRefused } from '../src/base/kernel/setting.ts'
import { readConfig } from '../src/config.ts'
import { openAny } from './support/databases.ts'
import { openService, type TestService } from './support/open-service.ts'
import { writeBytes } from './support/osm-file.ts'
import { plainPng } from './support/pictures.ts'
import { vectorTile, writePmtiles } from './support/pmtiles-file.ts'

const picture = Buffer.from(plainPng())
const streets = vectorTile('roads', 'major_road', [
  [
    [0, 0],
    [4096, 4096],
  ],
])
const tiles = (bytes: Uint8Array) => [
  { z: 10, x: 518, y: 493, bytes },
  { z: 11, x: 1037, y: 987, bytes },
]

test('an archive of pictures is served tile by tile, and nothing beyond it', async (t) => {
  const service = await open(writePmtiles(tiles(picture), { type: TileType.Png }))
  t.after(() => service.close())
  const get = (url: string) => service.app.inject({ url })

  const tile = await get('/map/10/518/493')
  assert.deepEqual(
    [
      tile.statusCode,
      tile.headers['content-type'],
      tile.rawPayload.equals(picture),
      tile.headers['cache-control'],
    ],
    [200, 'image/png', true, 'public, max-age=604800'],
  )
  const sea = await get('/map/11/0/0')
  assert.deepEqual([sea.statusCode, sea.headers['content-type']], [200, 'image/png'])
  assert.ok(sea.rawPayload.length < 100)
  const outside = [
    ...[
      '9/0/0',
      '12/0/0',
      '10/1024/0',
      '10/0/1024',
      '10/-1/0',
      '10/1.5/0',
      '010/1/1',
      '10/0x10/1',
      '1e1/1/1',
    ],
    ...[
      '99999999999999999999/0/0',
      '10/9007199254740993/0',
      '10/%2e%2e/0',
      '10/518/493.png',
      'NaN/0/0',
      '10//0',
    ],
  ]
  for (const path of outside) assert.equal((await get(`/map/${path}`)).statusCode, 404, path)
})

test('an archive of shapes is served as it is packed, and unpacked to whoever takes no gzip', async (t) => {
  const service = await open(writePmtiles(tiles(streets), { type: TileType.Mvt }))
  t.after(() => service.close())
  const get = (encoding: string) =>
    service.app.inject({ url: '/map/11/1037/987', headers: { 'accept-encoding': encoding } })

  for (const encoding of ['gzip, br', 'gzip', 'br, gzip;q=0.5']) {
    const packed = await get(encoding)
    assert.deepEqual(
      [packed.headers['content-encoding'], packed.headers['content-type']],
      ['gzip', 'application/vnd.mapbox-vector-tile'],
    )
    assert.deepEqual(gunzipSync(packed.rawPayload), Buffer.from(streets))
  }
  for (const encoding of ['identity', 'br', 'gzip;q=0']) {
    const plain = await get(encoding)
    assert.deepEqual([plain.headers['content-encoding'], plain.rawPayload], [undefined, Buffer.from(streets)])
  }
  const missing = await service.app.inject({ url: '/map/11/0/0' })
  assert.deepEqual([missing.statusCode, missing.rawPayload.length], [204, 0])
})

test('many tiles at once are bounded like other visits', async (t) => {
  const service = await open(writePmtiles(tiles(picture), { type: TileType.Png }), { VISITS_PER_SECOND: '5' })
  t.after(() => service.close())
  const answers = await Promise.all(
    Array.from({ length: 80 }, () => service.app.inject({ url: '/map/10/518/493' })),
  )
  const counts = Object.groupBy(answers, ({ statusCode }) => statusCode)
  assert.deepEqual([counts[200]?.length, counts[429]?.length], [50, 30])
})

test('without an archive there is no tile', async (t) => {
  const service = await openService(await openAny())
  t.after(() => service.close())
  assert.equal((await service.app.inject({ url: '/map/10/518/493' })).statusCode, 404)
})

const sound = readFileSync(writePmtiles(tiles(picture), { type: TileType.Png }))
const changed = (at: number, value: number) => {
  const bytes = Buffer.from(sound)
  bytes[at] = value
  return writeBytes('city.pmtiles', bytes)
}
const wrong: Record<string, { path: () => string; says: RegExp }> = {
  'is missing': {
    path: () => '/nowhere/city.pmtiles',
    says: /MAP_ARCHIVE \/nowhere\/city\.pmtiles cannot be read \(ENOENT\)/,
  },
  'is empty': { path: () => writeBytes('city.pmtiles', ''), says: /points beyond its end/ },
  'is something else': {
    path: () => writeBytes('city.pmtiles', 'x'.repeat(20_000)),
    says: /not a sound PMTiles 3 archive/,
  },
  'is of another version': { path: () => changed(7, 9), says: /not a sound PMTiles 3 archive/ },
  'holds tiles of an unknown kind': { path: () => changed(99, 77), says: /a kind that is not served/ },
  'is packed by something else': { path: () => changed(98, 3), says: /something else than gzip/ },
  'is cut': {
    path: () => writeBytes('city.pmtiles', sound.subarray(0, 130)),
    says: /not a sound PMTiles 3 archive|points beyond its end/,
  },
}
for (const [what, { path, says }] of Object.entries(wrong))
  test(`the service does not start with an archive that ${what}, and says why`, async () => {
    await assert.rejects(open(path()), (error: Error) => {
      assert.ok(error instanceof SettingsRefused)
      assert.match(error.message, says)
      return true
    })
  })

test('an archive and a tile server together are refused', () => {
  assert.throws(
    () => readConfig({ MAP_ARCHIVE: 'city.pmtiles', MAP_TILE_URL: 'https://tiles.example/{z}/{x}/{y}.png' }),
    /MAP_ARCHIVE and MAP_TILE_URL cannot both be set/,
  )
})

async function open(archive: string, env: Record<string, string> = {}): Promise<TestService> {
  const database = await openAny()
  return openService(database, { MAP_ARCHIVE: archive, ...env }).catch(async (error: unknown) => {
    await database.database.close()
    throw error
  })
}
