import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { runCommandLine } from '../src/cli/command-line.ts'
import { askMapFetch } from '../src/domain/maps/fetching/ask-map-fetch.ts'
import { endMapFetches } from '../src/domain/maps/fetching/end-map-fetches.ts'
import { fetchDueMaps } from '../src/domain/maps/fetching/fetch-due-maps.ts'
import { findMapFetch } from '../src/domain/maps/fetching/map-fetch-store.ts'
import { purgeExtracts } from '../src/domain/maps/fetching/purge-extracts.ts'
import { importMap } from '../src/domain/maps/import-map.ts'
import { readMapFacts } from '../src/domain/maps/map-store.ts'
import { mapsModule } from '../src/domain/maps/maps-module.ts'
import { removeMap } from '../src/domain/maps/remove-map.ts'
import { onEachDatabase } from './support/databases.ts'
import { center, openService, type TestService } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import { withoutOsmium, writeOsmPbf } from './support/osm-file.ts'
import { mountSmallDisk, skipSmallDisk } from './support/small-disk.ts'
import { until } from './support/until.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void
type FetchedState = [state: string | undefined, failure: string | null | undefined]

/** A few hundred pharmacies, so that the file is not received in one piece. */
const extract = withoutOsmium
  ? Buffer.alloc(0)
  : readFileSync(
      writeOsmPbf({
        nodes: Array.from({ length: 3_000 }, (_, at) => ({
          at: [center.lat + ((at * 7919) % 1_000) / 100_000, center.lng + ((at * 104_729) % 997) / 100_000],
          tags: { amenity: 'pharmacy', name: `Pharmacie ${createHash('md5').update(`${at}`).digest('hex')}` },
        })),
      }),
    )
const md5 = createHash('md5').update(extract).digest('hex')
const half = Math.floor(extract.length / 2)

onEachDatabase((open) => {
  let server: Server
  let service: TestService
  let cityId: string
  let answers: Record<string, Answer>
  let asked: string[]
  const never = new AbortController().signal
  const country = 'BJ'

  before(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers.range ?? ''}`.trim())
      const answer = answers[request.url ?? '']
      if (answer) answer(request, response)
      else response.writeHead(404).end('not here')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    service = await openService(await open(), {
      MAP_EXTRACT_URL: `http://127.0.0.1:${port}/africa/{country}-latest.osm.pbf`,
    })
    cityId = service.services.pricing.map.current().locate(center)?.city.id ?? ''
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await service.close()
  })
  beforeEach(async () => {
    asked = []
    answers = { '/africa/benin-latest.osm.pbf': whole, '/africa/benin-latest.osm.pbf.md5': checksum }
    await endMapFetches(service.services, country)
    for (const map of await readMapFacts(service.services.db)) await removeMap(service.services, map.cityId)
  })

  const whole: Answer = (request, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? -1)
    if (from >= extract.length)
      return void response.writeHead(416, { 'content-range': `bytes */${extract.length}` }).end()
    if (from < 0) return void response.writeHead(200, { 'content-length': extract.length }).end(extract)
    const range = `bytes ${from}-${extract.length - 1}/${extract.length}`
    response.writeHead(206, { 'content-range': range, 'content-length': extract.length - from })
    response.end(extract.subarray(from))
  }
  const checksum: Answer = (_request, response) => void response.end(`${md5}  benin-latest.osm.pbf\n`)
  /** The first half, and then the connection breaks. */
  const broken: Answer = (_request, response) => {
    response.writeHead(200, { 'content-length': extract.length })
    response.write(extract.subarray(0, half))
    const isReceived = () => kept().some((name) => statSync(join(folder(), name)).size === half)
    void until(isReceived, 'the first half').then(() => response.destroy())
  }
  const page: Answer = (_request, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<html>${'Sign in. '.repeat(50)}</html>`)
  const redirect =
    (location: string): Answer =>
    (_request, response) =>
      void response.writeHead(302, { location }).end()

  const round = () => fetchDueMaps(service.services, never)
  const state = async (): Promise<FetchedState> => {
    const row = await findMapFetch(service.services.db, country)
    return [row?.state, row?.failure]
  }
  const folder = () => service.services.mapFetching.folder
  const kept = () => (existsSync(folder()) ? readdirSync(folder()) : [])
  const pharmacies = async () =>
    (await readMapFacts(service.services.db)).find((map) => map.cityId === cityId)?.landmarkCount
  const fetchOnce = async () => {
    await askMapFetch(service.services, country)
    await round()
    return state()
  }
  const run = (...argv: string[]) =>
    runCommandLine(argv, { services: async () => service.services, folder: process.cwd() })

  test('nothing is fetched until somebody asks', async () => {
    assert.equal(await round(), false)
    assert.deepEqual(asked, [])
  })

  test('one command has the extract of each country fetched, checked and imported, and says how far it is', {
    skip: withoutOsmium,
  }, async () => {
    const said = await run('map', 'fetch')
    assert.match(said.stdout, /^The running service fetches the streets of Benin now, and again each month\./)
    assert.match((await run('map', 'fetches')).stdout, /^BJ {2}Waiting to be fetched\.\n$/)

    await round()
    assert.deepEqual(await state(), ['DONE', null])
    assert.equal(await pharmacies(), 3_000)
    assert.deepEqual(asked, ['/africa/benin-latest.osm.pbf.md5', '/africa/benin-latest.osm.pbf'])
    assert.deepEqual(kept(), [], 'the file is gone once it is imported')
    assert.match((await run('map', 'fetches')).stdout, /^BJ {2}Imported\. It is fetched again at 2026-12-21T/)
  })

  test('a month later it is fetched again, and only its checksum when it is the same', {
    skip: withoutOsmium,
  }, async () => {
    await fetchOnce()
    asked = []
    assert.equal(await round(), false, 'not before')
    service.clock.forward(30 * 24 * 60 * 60_000)
    await round()
    assert.deepEqual(asked, ['/africa/benin-latest.osm.pbf.md5'])
    assert.deepEqual(await state(), ['DONE', null])
  })

  test('a download that broke in the middle goes on where it was', { skip: withoutOsmium }, async () => {
    answers['/africa/benin-latest.osm.pbf'] = broken
    assert.deepEqual(await fetchOnce(), ['WAITING', 'BROKEN_OFF'])
    const [name = ''] = kept()
    const received = statSync(join(folder(), name)).size
    assert.ok(received > 0 && received <= half, `${received}`)
    assert.equal(await round(), false, 'it waits before it tries again')

    answers['/africa/benin-latest.osm.pbf'] = whole
    service.clock.forward(60_000)
    await round()
    assert.equal(asked.at(-1), `/africa/benin-latest.osm.pbf bytes=${received}-`)
    assert.deepEqual(await state(), ['DONE', null])
    assert.equal(await pharmacies(), 3_000)
  })

  test('what was begun of an older extract is not gone on with', { skip: withoutOsmium }, async () => {
    answers['/africa/benin-latest.osm.pbf'] = broken
    answers['/africa/benin-latest.osm.pbf.md5'] = (_request, response) => void response.end('0'.repeat(32))
    await fetchOnce()
    assert.equal(kept().length, 1)
    answers['/africa/benin-latest.osm.pbf'] = whole
    answers['/africa/benin-latest.osm.pbf.md5'] = checksum
    service.clock.forward(60_000)
    await round()
    assert.equal(asked.at(-1), '/africa/benin-latest.osm.pbf')
    assert.deepEqual(await state(), ['DONE', null])
  })

  test('a server that knows no ranges sends it from its beginning, and one that has all of it says so', {
    skip: withoutOsmium,
  }, async () => {
    answers['/africa/benin-latest.osm.pbf'] = broken
    await fetchOnce()
    answers['/africa/benin-latest.osm.pbf'] = (request, response) => {
      delete request.headers.range
      whole(request, response)
    }
    service.clock.forward(60_000)
    await round()
    assert.deepEqual(await state(), ['DONE', null])
  })

  test('a file with another checksum, a page and a truncated file are refused and tried again', {
    skip: withoutOsmium,
  }, async () => {
    answers['/africa/benin-latest.osm.pbf'] = (_request, response) => {
      const changed = Buffer.from(extract)
      changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
      response.end(changed)
    }
    assert.deepEqual(await fetchOnce(), ['WAITING', 'WRONG_CHECKSUM'])
    assert.deepEqual(kept(), [])
    answers['/africa/benin-latest.osm.pbf'] = page
    assert.deepEqual(await fetchOnce(), ['WAITING', 'NOT_A_MAP'])
    assert.deepEqual(kept(), [])
    answers['/africa/benin-latest.osm.pbf'] = (_request, response) =>
      void response.end(extract.subarray(0, half))
    assert.deepEqual(await fetchOnce(), ['WAITING', 'WRONG_CHECKSUM'])
    answers['/africa/benin-latest.osm.pbf'] = (_request, response) => void response.end()
    assert.deepEqual(await fetchOnce(), ['WAITING', 'BROKEN_OFF'])
    assert.equal(await pharmacies(), undefined, 'nothing of it was imported')
  })

  test('a missing file, a missing checksum and a page in its place wait for a person, and the operator is told', async () => {
    answers = { '/africa/benin-latest.osm.pbf.md5': checksum }
    assert.deepEqual(await fetchOnce(), ['FAILED', 'NOT_FOUND'])
    assert.ok(service.logged.some((line) => line.includes('"failure":"NOT_FOUND"')))
    answers = { '/africa/benin-latest.osm.pbf': whole }
    assert.deepEqual(await fetchOnce(), ['FAILED', 'NO_CHECKSUM'])
    answers['/africa/benin-latest.osm.pbf.md5'] = page
    assert.deepEqual(await fetchOnce(), ['FAILED', 'NO_CHECKSUM'])
    assert.equal(await round(), false)
    answers['/africa/benin-latest.osm.pbf.md5'] = (_request, response) => void response.writeHead(403).end()
    assert.deepEqual(await fetchOnce(), ['FAILED', 'REFUSED'])
  })

  test('a server that is away is tried again eight times, less and less often', async () => {
    answers = {
      '/africa/benin-latest.osm.pbf.md5': (_request, response) => void response.writeHead(503).end(),
    }
    assert.deepEqual(await fetchOnce(), ['WAITING', 'AWAY'])
    const waits: number[] = []
    for (;;) {
      const row = await findMapFetch(service.services.db, country)
      if (row?.state === 'FAILED') break
      waits.push((row?.due_at.getTime() ?? 0) - service.clock.now().getTime())
      service.clock.forward(waits.at(-1) ?? 0)
      await round()
    }
    assert.deepEqual(
      waits.map((ms) => ms / 60_000),
      [1, 2, 4, 8, 16, 32, 60],
    )
  })

  test('a redirect on the same host is followed; one inside, without https or without end is refused', {
    skip: withoutOsmium,
  }, async () => {
    answers['/africa/benin-latest.osm.pbf'] = redirect('/africa/benin-261120.osm.pbf')
    answers['/africa/benin-261120.osm.pbf'] = whole
    assert.deepEqual(await fetchOnce(), ['DONE', null])

    const { port } = server.address() as AddressInfo
    const hostile = [
      `http://localhost:${port}/africa/benin-261120.osm.pbf`,
      `https://localhost:${port}/africa/benin-261120.osm.pbf`,
      `https://127.0.0.1:${port}/africa/benin-261120.osm.pbf`,
      'https://169.254.169.254/latest/meta-data',
      'https://[::1]/',
      'https://10.0.0.1/benin.osm.pbf',
      'https://user:word@127.0.0.1/',
      'file:///etc/passwd',
      'ftp://download.example/benin.osm.pbf',
      '/africa/benin-latest.osm.pbf',
    ]
    for (const location of hostile) {
      answers['/africa/benin-latest.osm.pbf'] = redirect(location)
      asked = []
      assert.deepEqual(await fetchOnce(), ['FAILED', 'REDIRECT_REFUSED'], location)
      assert.ok(!asked.some((each) => each.startsWith('/africa/benin-261120')), location)
    }
  })

  test('a file that says to be larger than 2 GB is refused before it is received', async () => {
    answers['/africa/benin-latest.osm.pbf'] = (_request, response) => {
      response.writeHead(200, { 'content-length': 3 * 1024 ** 3 })
      response.write('x')
    }
    assert.deepEqual(await fetchOnce(), ['FAILED', 'TOO_LARGE'])
  })

  test('a disk without room is said, and nothing is left on it', {
    skip: withoutOsmium || skipSmallDisk,
  }, async () => {
    const disk = mountSmallDisk(8)
    try {
      await askMapFetch(service.services, country)
      const mapFetching = { ...service.services.mapFetching, folder: disk.folder }
      await fetchDueMaps({ ...service.services, mapFetching }, never)
      assert.deepEqual(await state(), ['FAILED', 'DISK_FULL'])
      assert.deepEqual(readdirSync(disk.folder), [])
      assert.match((await run('map', 'fetches')).stdout, /The disk has too little room/)
    } finally {
      disk.remove()
    }
  })

  test('a failure that nobody foresaw is noted as of a file that cannot be read, and thrown for the log', async () => {
    rmSync(folder(), { recursive: true, force: true })
    writeFileSync(folder(), 'no folder')
    try {
      await askMapFetch(service.services, country)
      await assert.rejects(round())
      assert.deepEqual(await state(), ['WAITING', 'UNREADABLE'])
      assert.equal(await round(), false)
    } finally {
      rmSync(folder())
    }
  })

  test('a process that stops breaks the download off, and the next one goes on from there', {
    skip: withoutOsmium,
  }, async () => {
    let hold: ServerResponse | undefined
    answers['/africa/benin-latest.osm.pbf'] = (_request, response) => {
      hold = response
      response.writeHead(200, { 'content-length': extract.length })
      response.write(extract.subarray(0, half))
    }
    await askMapFetch(service.services, country)
    const [loop] = (await mapsModule({ ...service.services, onError: assert.fail }).start?.()) ?? []
    await until(() => kept().some((name) => statSync(join(folder(), name)).size === half), 'the first half')
    assert.equal(hold?.closed, false)
    await loop?.stop()
    assert.deepEqual(await state(), ['WAITING', null])

    answers['/africa/benin-latest.osm.pbf'] = whole
    await round()
    assert.equal(asked.at(-1), `/africa/benin-latest.osm.pbf bytes=${half}-`)
    assert.deepEqual(await state(), ['DONE', null])
  })

  test('of two processes one fetches', { skip: withoutOsmium }, async () => {
    await askMapFetch(service.services, country)
    await Promise.all([round(), round(), round()])
    assert.equal(asked.filter((each) => each === '/africa/benin-latest.osm.pbf').length, 1)
    assert.deepEqual(await state(), ['DONE', null])
  })

  test('asking while it is under way changes nothing, and ending it then ends the download', {
    skip: withoutOsmium,
  }, async () => {
    answers['/africa/benin-latest.osm.pbf'] = (request, response) => {
      askMapFetch(service.services, country)
        .then(() => endMapFetches(service.services, country))
        .then(() => whole(request, response))
    }
    await fetchOnce()
    assert.deepEqual(await state(), [undefined, undefined])
    assert.equal(await pharmacies(), undefined)
  })

  test('what was received of a country that is fetched no more is removed', {
    skip: withoutOsmium,
  }, async () => {
    answers['/africa/benin-latest.osm.pbf'] = broken
    await fetchOnce()
    await purgeExtracts(service.services)
    assert.equal(kept().length, 1)
    await endMapFetches(service.services, country)
    await purgeExtracts(service.services)
    assert.deepEqual(kept(), [])
  })

  test('a map of a file of the operator’s own stays', { skip: withoutOsmium }, async () => {
    const path = writeOsmPbf({
      nodes: [{ at: [center.lat, center.lng], tags: { amenity: 'bank', name: 'BOA' } }],
    })
    await importMap(service.services, { cityId, path, fileName: 'own.osm.pbf', attribution: '© us' })
    assert.deepEqual(await fetchOnce(), ['DONE', null])
    assert.equal(await pharmacies(), 1)
  })

  test('an operator asks by one press, sees how far it is, and ends it by another; others may not', {
    skip: withoutOsmium,
  }, async () => {
    const operator = await openOperations(service)
    const before = await operator.open('/operations/cities/streets')
    assert.match(before.html, /Pas encore demandées/)
    const asking = await operator.submit(before, '/operations/cities/streets/BJ')
    assert.match(asking.html, /On va chercher les rues\./)
    assert.match(asking.html, /En attente\./)
    await round()
    assert.match((await operator.open('/operations/cities/streets')).html, /Importé\. Prochaine fois/)
    assert.equal((await operator.post('/operations/cities/streets/ZZ', {})).status, 404)
    const viewer = await openOperations(service, { role: 'DISPATCHER' })
    assert.equal((await viewer.open('/operations/cities/streets')).status, 403)
    await operator.post('/operations/cities/streets/BJ/end', {})
    assert.deepEqual(await state(), [undefined, undefined])
  })
})
