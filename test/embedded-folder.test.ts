import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openEmbeddedDatabase } from '../src/base/database/embedded-database.ts'
import { FolderInUse, lockFolder } from '../src/base/database/folder-lock.ts'
import { startColis } from './support/colis-process.ts'
import { isWholeSuite } from './support/databases.ts'
import { plainOrder } from './support/open-service.ts'

const root = mkdtempSync(join(tmpdir(), 'colis-folder-'))
after(() => rmSync(root, { recursive: true, force: true }))

let made = 0
function newFolder(): string {
  const folder = join(root, String(++made))
  mkdirSync(folder)
  return folder
}

describe('the lock of a data folder', () => {
  test('the lock of a data folder is refused while another holds it, and is free once it is released', () => {
    const folder = newFolder()
    const unlock = lockFolder(folder)
    assert.throws(() => lockFolder(folder), new FolderInUse(folder, `${process.pid} `))
    unlock()
    lockFolder(folder)()
    assert.equal(existsSync(join(folder, 'lock')), false)
  })

  test('a folder lock left by a process that has ended is taken over', () => {
    const folder = newFolder()
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    writeFileSync(join(folder, 'lock'), `${pid} 1`)
    lockFolder(folder)()
  })

  test('a folder lock whose process id now belongs to another process is taken over', {
    skip: process.platform !== 'linux' && 'the start of a process is only known on Linux',
  }, () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'lock'), `${process.pid} 1`)
    lockFolder(folder)()
  })

  test('an unreadable folder lock is taken over', () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'lock'), '')
    lockFolder(folder)()
  })

  for (const [found, lock] of [
    ['no lock', undefined],
    ['the lock of a process that has ended', '1 0'],
    ['an unreadable lock', ''],
  ] as const) {
    test(`of four processes that find ${found} at the same moment, one gets the folder, in each of 300 rounds`, async (t) => {
      const racers = await Promise.all(Array.from({ length: 4 }, startRacer))
      t.after(() => racers.forEach(({ stop }) => void stop()))
      const outcomes: string[] = []
      for (let round = 0; round < 300; round += 1) {
        const folder = newFolder()
        if (lock !== undefined) writeFileSync(join(folder, 'lock'), lock)
        const at = performance.timeOrigin + performance.now() + 3
        const said = await Promise.all(racers.map(({ race }) => race(folder, at)))
        outcomes.push(said.sort().join(', '))
        const winner = racers.findIndex(({ pid }) => readLock(folder).startsWith(`${pid} `))
        assert.notEqual(winner, -1)
        assert.deepEqual(readdirSync(folder), ['lock'])
      }
      assert.deepEqual([...new Set(outcomes)], ['FolderInUse, FolderInUse, FolderInUse, mine'])
    })
  }

  test('a folder lock is taken over from a process that died while taking it over', () => {
    const folder = newFolder()
    const heir = `lock.${createHash('sha256').update('1 0').digest('hex').slice(0, 16)}`
    writeFileSync(join(folder, 'lock'), '1 0')
    writeFileSync(join(folder, heir), '1 1')
    const unlock = lockFolder(folder)
    assert.ok(readLock(folder).startsWith(`${process.pid} `))
    assert.deepEqual(readdirSync(folder), ['lock'])
    unlock()
  })
})

test('a process killed again and again during creations loses no acknowledged delivery and duplicates none', async (t) => {
  const env = { DATABASE_URL: `file:${join(root, 'killed')}`, RATE_LIMIT_PER_SECOND: '0', LOG_LEVEL: 'warn' }
  const acknowledged = new Map<string, string>()
  let key = ''
  let orders = 0

  const kills = isWholeSuite ? [3, 17, 40, 1, 25] : [3, 17]
  for (const killAfter of kills) {
    const colis = await startColis(env)
    await colis.ready
    key ||= /colis_live_\w{38}/.exec(colis.stdout())?.[0] ?? ''
    const killAt = acknowledged.size + killAfter
    const loading = Array.from({ length: 4 }, async () => {
      for (;;) {
        const idempotencyKey = `killed-order-${++orders}`
        const made = await create(colis.url, key, idempotencyKey).catch(() => undefined)
        if (made === undefined) return
        acknowledged.set(idempotencyKey, made.id)
        if (acknowledged.size >= killAt) colis.child.kill('SIGKILL')
      }
    })
    await Promise.all(loading)
    await colis.ended
  }

  const colis = await startColis(env)
  t.after(() => colis.child.kill('SIGKILL'))
  await colis.ready
  const expected = kills.reduce((sum, killAfter) => sum + killAfter, 0)
  assert.ok(acknowledged.size >= expected, `only ${acknowledged.size} were acknowledged`)
  for (let order = 1; order <= orders; order += 1) {
    const before = acknowledged.get(`killed-order-${order}`)
    const again = await create(colis.url, key, `killed-order-${order}`)
    if (before !== undefined) assert.deepEqual(again, { id: before, isReplay: true })
  }
  const ids = await allIds(colis.url, key)
  assert.equal(ids.length, orders)
  assert.equal(new Set(ids).size, orders)
  colis.child.kill('SIGTERM')
  assert.equal(await colis.ended, 0)
})

describe('the permissions of the data folder', {
  skip: process.platform === 'win32' && 'there are no such modes on Windows',
}, () => {
  test('a data folder is for its owner alone, whatever the umask, even if it was open to everybody before', async () => {
    const folder = join(root, 'private')
    const env = { DATABASE_URL: `file:${folder}`, LOG_LEVEL: 'warn' }
    await startAndStop(env)
    assert.deepEqual(openedPaths(folder), [])

    mkdirSync(join(folder, 'photos'), { recursive: true })
    writeFileSync(join(folder, 'photos', 'photo_of_before'), '')
    const kept = readdirSync(folder, { recursive: true, withFileTypes: true })
    for (const entry of kept)
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o666)
    chmodSync(folder, 0o755)
    await startAndStop(env)
    assert.deepEqual(
      openedPaths(folder).filter((path) => path !== 'photos/photo_of_before'),
      [],
    )
  })

  test('the data folder of a running service, with its socket, is for its owner alone', async (t) => {
    const folder = join(root, 'private-while-running')
    const colis = await startColis({ DATABASE_URL: `file:${folder}`, LOG_LEVEL: 'warn' })
    t.after(() => colis.child.kill('SIGKILL'))
    await colis.ready
    const paths = readdirSync(folder)
    assert.ok(paths.includes('colis.sock'))
    // Files that the database creates meanwhile are inside its closed folder.
    assert.deepEqual(
      paths.filter((path) => isOpened(join(folder, path))),
      [],
    )
  })

  test('a folder that everybody shares keeps its permissions', async () => {
    const shared = join(root, 'shared')
    mkdirSync(shared)
    chmodSync(shared, 0o1777)
    lockFolder(shared)()
    assert.equal(lstatSync(shared).mode & 0o7777, 0o1777)
  })

  async function startAndStop(env: Record<string, string>): Promise<void> {
    const colis = await startColis(env)
    await colis.ready
    colis.child.kill('SIGTERM')
    assert.equal(await colis.ended, 0)
  }

  /** The paths to which others than the owner have any permission, the folder itself as a dot. */
  const openedPaths = (folder: string) =>
    ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter((path) =>
      isOpened(join(folder, path)),
    )

  const isOpened = (path: string) => (lstatSync(path).mode & 0o077) !== 0
})

const readLock = (folder: string) => readFileSync(join(folder, 'lock'), 'utf8')

/** A process that tries to lock a folder at a given moment and reports the outcome, as often as it is asked. */
async function startRacer() {
  const program = `
    const { lockFolder } = await import('./src/base/database/folder-lock.ts')
    process.on('message', ({ folder, at }) => {
      while (performance.timeOrigin + performance.now() < at);
      try { lockFolder(folder); process.send('mine') } catch (error) { process.send(error.name) }
    })
    process.send('here')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const nextWord = async () => String((await once(child, 'message'))[0])
  await nextWord()
  return {
    pid: child.pid,
    race: (folder: string, at: number): Promise<string> => {
      const word = nextWord()
      child.send({ folder, at })
      return word
    },
    stop: () => child.kill('SIGKILL'),
  }
}

async function create(
  url: string,
  key: string,
  idempotencyKey: string,
): Promise<{ id: string; isReplay: boolean }> {
  const response = await fetch(`${url}/api/v1/partner/deliveries`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify({ ...plainOrder, externalRef: idempotencyKey }),
  })
  assert.equal(response.status, 201)
  const { id } = (await response.json()) as { id: string }
  return { id, isReplay: response.headers.get('idempotent-replayed') === 'true' }
}

async function allIds(url: string, key: string): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page += 1) {
    const response = await fetch(`${url}/api/v1/partner/deliveries?pageSize=100&page=${page}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const { items } = (await response.json()) as { items: { id: string }[] }
    if (items.length === 0) return ids
    ids.push(...items.map(({ id }) => id))
  }
}

test('a first start that was killed half way does not prevent the next one', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'database.new-1', 'base'), { recursive: true })
  writeFileSync(join(folder, 'database.new-1', 'PG_VERSION'), '18')

  const database = await openEmbeddedDatabase({ folder })
  await sql`select 1`.execute(database.db)
  await database.close()

  assert.deepEqual(readdirSync(folder), ['database'])
})
