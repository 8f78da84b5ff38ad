import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openEmbeddedDatabase } from '../src/base/database/embedded-database.ts'
import { FolderInUse, lockFolder } from '../src/base/database/folder-lock.ts'
import { holderLine } from '../src/base/database/lock-holder.ts'
import { StartRefused } from '../src/base/database/start-refused.ts'
import { openUnlessServed } from '../src/cli/control-socket.ts'
import { startColis } from './support/colis-process.ts'
import { fillDataFolder, isWholeSuite } from './support/databases.ts'
import { plainOrder } from './support/open-service.ts'

const root = mkdtempSync(join(tmpdir(), 'colis-folder-'))
after(() => rmSync(root, { recursive: true, force: true }))

let made = 0
function newFolder(): string {
  const folder = join(root, String(++made))
  mkdirSync(folder)
  return folder
}

/** How this process is noted as the holder of a folder. */
const ownLine = () => holderLine(process.pid)

/** As containers do: processes of their own, killed with the one that made it. */
const newContainer = ['--pid', '--fork', '--mount-proc', '--kill-child']

describe('the lock of a data folder', () => {
  test('the lock of a data folder is refused while another holds it, and is free once it is released', async () => {
    const folder = newFolder()
    const unlock = await lockFolder(folder)
    await assert.rejects(lockFolder(folder, 0), new FolderInUse(folder, `process ${process.pid}`))
    unlock()
    ;(await lockFolder(folder, 0))()
    assert.deepEqual(readdirSync(folder), ['lock.held'])
  })

  test('whoever waits for a folder gets it once it is released', async () => {
    const folder = newFolder()
    const unlock = await lockFolder(folder)
    const waiting = lockFolder(folder)
    unlock()
    ;(await waiting)()
  })

  for (const [what, line, holder] of [
    ['of a process that has ended', () => `${spawnSync(process.execPath, ['-e', '']).pid} 1`],
    ['of a process whose id now belongs to another', () => `${process.pid} 1`],
    ['that is unreadable', () => ''],
    // Another container had a process of the same id, and wrote down who it was.
    ['of a killed process that has the id of a living one', ownLine, () => `${ownLine()}\nanother-host`],
  ] as [string, () => string, (() => string)?][]) {
    const skip = process.platform !== 'linux' && 'the start of a process is only known on Linux'
    test(`a note ${what} does not hold a folder`, { skip }, async () => {
      const folder = newFolder()
      writeFileSync(join(folder, 'lock'), line())
      if (holder) writeFileSync(join(folder, 'lock.holder'), holder())
      const unlock = await lockFolder(folder, 0)
      assert.equal(readLock(folder), ownLine())
      unlock()
    })
  }

  test('a folder is held by the note of an earlier version, whose process is alive', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'lock'), ownLine())
    await assert.rejects(lockFolder(folder, 0), new FolderInUse(folder, `process ${process.pid}`))
    rmSync(join(folder, 'lock'))
    ;(await lockFolder(folder, 0))()
  })

  const rounds = isWholeSuite ? 300 : 50
  for (const [found, lock] of [
    ['no lock', undefined],
    ['the lock of a process that has ended', '1 0'],
    ['an unreadable lock', ''],
  ] as const) {
    test(`of four processes that find ${found} at the same moment, one gets the folder, in each of ${rounds} rounds`, async (t) => {
      const racers = await Promise.all(Array.from({ length: 4 }, () => startRacer()))
      t.after(() => racers.forEach(({ stop }) => void stop()))
      const outcomes: string[] = []
      for (let round = 0; round < rounds; round += 1) {
        const folder = newFolder()
        if (lock !== undefined) writeFileSync(join(folder, 'lock'), lock)
        const at = performance.timeOrigin + performance.now() + 3
        const said = await Promise.all(racers.map(({ race }) => race(folder, at)))
        outcomes.push(said.sort().join(', '))
        const winner = racers.findIndex(({ pid }) => readLock(folder).startsWith(`${pid} `))
        assert.notEqual(winner, -1)
        assert.deepEqual(readdirSync(folder).sort(), ['lock', 'lock.held', 'lock.holder'])
      }
      assert.deepEqual([...new Set(outcomes)], ['FolderInUse, FolderInUse, FolderInUse, mine'])
    })
  }

  test('a folder is free as soon as its holder is killed, though nobody has collected that process', async (t) => {
    const folder = newFolder()
    // The parent, which never asks for the end of its child, so that the killed one stays as a zombie.
    const parent = spawn(
      'sh',
      ['-c', `"${process.execPath}" --input-type=module -e '${holding(folder)}' & sleep 600`],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      },
    )
    t.after(() => process.kill(-(parent.pid as number), 'SIGKILL'))
    const pid = Number(String((await once(parent.stdout, 'data'))[0]))
    await assert.rejects(lockFolder(folder, 0), new FolderInUse(folder, `process ${pid}`))
    process.kill(pid, 'SIGKILL')
    ;(await lockFolder(folder))()
  })

  test('a command waits for a folder whose holder takes no commands, until that one is gone', async () => {
    const folder = newFolder()
    const unlock = await lockFolder(folder)
    const opening = openUnlessServed(folder, () => lockFolder(folder, 0))
    unlock()
    ;(await opening)()
  })

  test('a command does not wait for a folder whose holder takes commands', async (t) => {
    const folder = newFolder()
    const unlock = await lockFolder(folder)
    const socket = createServer().listen(join(folder, 'colis.sock'))
    t.after(() => socket.close())
    await once(socket, 'listening')
    let tries = 0
    const opening = openUnlessServed(folder, () => {
      tries += 1
      return lockFolder(folder, 0)
    })
    await assert.rejects(opening, new FolderInUse(folder, `process ${process.pid}`))
    assert.equal(tries, 1)
    unlock()
  })

  test('a folder is held against other containers, which see other processes', {
    skip:
      spawnSync('unshare', [...newContainer, 'true']).status === 0 ? false : 'no containers can be made here',
  }, async (t) => {
    const folder = newFolder()
    const inContainer = spawn(
      'unshare',
      [...newContainer, process.execPath, '--input-type=module', '-e', holding(folder)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    t.after(() => inContainer.kill('SIGKILL'))
    await once(inContainer.stdout, 'data')
    await assert.rejects(
      lockFolder(folder, 0),
      new FolderInUse(folder, `process 1 of ${hostname()}, which is not seen from here`),
    )
  })
})

test('a process killed again and again during creations loses no acknowledged delivery and duplicates none', async (t) => {
  fillDataFolder(join(root, 'killed'))
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
    ;(await lockFolder(shared))()
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

/** A program that locks a folder, prints its own id and holds the folder until it is killed. */
const holding = (folder: string) => `
  const { lockFolder } = await import("${process.cwd()}/src/base/database/folder-lock.ts")
  await lockFolder("${folder}")
  console.log(process.pid)
  setInterval(() => {}, 60_000)`

/** A process that tries to lock a folder at a given moment and reports the outcome, as often as it is asked. */
async function startRacer() {
  const program = `
    const { lockFolder } = await import('./src/base/database/folder-lock.ts')
    process.on('message', ({ folder, at }) => {
      while (performance.timeOrigin + performance.now() < at);
      lockFolder(folder, 0).then(() => process.send('mine'), (error) => process.send(error.name))
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

  assert.deepEqual(readdirSync(folder), ['database', 'lock.held'])
})

describe('a folder that holds no database of this version is refused in one sentence, and keeps what it holds', () => {
  const damaged = (folder: string, detail: string) =>
    `${join(folder, 'database')} is damaged, incomplete or not of Colis (${detail}). Restore a copy of the whole data ` +
    'folder, or give DATABASE_URL another one.'
  for (const [what, files, sentence] of [
    [
      'files of somebody else',
      { 'database/holiday.jpg': 'x' },
      (folder) => damaged(folder, 'its PG_VERSION is missing or damaged'),
    ],
    [
      'a database without PG_VERSION',
      { 'database/global/pg_control': 'x', 'database/base/1/112': 'x' },
      (folder) => damaged(folder, 'its PG_VERSION is missing or damaged'),
    ],
    [
      'a PG_VERSION that is cut short',
      { 'database/PG_VERSION': '' },
      (folder) => damaged(folder, 'its PG_VERSION is missing or damaged'),
    ],
    [
      'a database whose other files are missing',
      { 'database/PG_VERSION': '18\n' },
      (folder) => damaged(folder, 'it does not open'),
    ],
    [
      'a database of another PostgreSQL',
      { 'database/PG_VERSION': '19\n' },
      (folder) =>
        `${join(folder, 'database')} is of PostgreSQL 19, and this version of Colis works with 18. Start the version of ` +
        'Colis that ran on it last.',
    ],
    [
      'the files of a PostgreSQL server',
      { PG_VERSION: '15\n' },
      (folder) =>
        `${folder} is itself a folder of a PostgreSQL database. Give DATABASE_URL another folder, or the one above it if ` +
        'Colis made it.',
    ],
  ] as [string, Record<string, string>, (folder: string) => string][])
    test(what, async () => {
      const folder = newFolder()
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true })
        writeFileSync(join(folder, name), text)
      }
      await assert.rejects(openEmbeddedDatabase({ folder }), new StartRefused(sentence(folder)))
      for (const [name, text] of Object.entries(files))
        assert.equal(readFileSync(join(folder, name), 'utf8'), text)
      assert.equal(existsSync(join(folder, 'lock')), false)
    })

  test('a lock that is no file of Colis', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'lock.held'), 'x'.repeat(5_000))
    await assert.rejects(
      openEmbeddedDatabase({ folder }),
      /^StartRefused: The file .*lock\.held cannot be locked \(file is not a database\)\. Remove it/,
    )
  })
})

/** A program that opens the folder and prints the sentence if it cannot. */
const opening = (folder: string) => `
  const { openEmbeddedDatabase } = await import("${process.cwd()}/src/base/database/embedded-database.ts")
  const { startSentence } = await import("${process.cwd()}/src/base/database/start-sentence.ts")
  const database = await openEmbeddedDatabase({ folder: "${folder}" }).catch((e) => console.log(startSentence(e)))
  await database?.close()`

const isRoot = process.getuid?.() === 0

test('a file of another user in the database is named', {
  skip: !isRoot && 'only the administrator can be another user',
}, () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'database'))
  writeFileSync(join(folder, 'database', 'PG_VERSION'), '18\n', { mode: 0o600 })
  chmodSync(root, 0o755)
  chownSync(folder, 65534, 65534)
  chownSync(join(folder, 'database'), 65534, 65534)
  const asNobody = [
    '--reuid=65534',
    '--regid=65534',
    '--clear-groups',
    process.execPath,
    '--input-type=module',
  ]
  const { stdout } = spawnSync('setpriv', [...asNobody, '-e', opening(folder)], { encoding: 'utf8' })
  assert.equal(
    stdout,
    `${join(folder, 'database', 'PG_VERSION')} cannot be used as a folder for data (EACCES). Check DATABASE_URL and DATA_FOLDER.\n`,
  )
})

test('a first start on a full disk says so, and leaves nothing that would stop the next one', {
  skip: spawnSync('unshare', ['--mount', 'true']).status === 0 ? false : 'no disk can be made here',
}, () => {
  const folder = newFolder()
  const script = `mount -t tmpfs -o size=20m tmpfs "${folder}" && "${process.execPath}" --input-type=module -e '${opening(folder)}' && ls "${folder}"`
  const { stdout } = spawnSync('unshare', ['--mount', 'sh', '-c', script], { encoding: 'utf8' })
  assert.equal(stdout, `The disk of ${folder} has less than 64 MB left: free some space.\nlock.held\n`)
})
