import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { FolderInUse, lockFolder } from '../src/database/folder-lock.ts'
import { startColis } from './support/colis-process.ts'
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
  test('it is refused to a second taker while the first holds it, and free again after', () => {
    const folder = newFolder()
    const unlock = lockFolder(folder)
    assert.throws(() => lockFolder(folder), new FolderInUse(folder, `${process.pid} `))
    unlock()
    lockFolder(folder)()
    assert.equal(existsSync(join(folder, 'lock')), false)
  })

  test('a lock left by a process that is gone is taken over', () => {
    const folder = newFolder()
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    writeFileSync(join(folder, 'lock'), `${pid} 1`)
    lockFolder(folder)()
  })

  test('a lock of a number that another process has now is taken over', {
    skip: process.platform !== 'linux' && 'the start of a process is only known on Linux',
  }, () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'lock'), `${process.pid} 1`)
    lockFolder(folder)()
  })

  test('a lock that makes no sense is taken over', () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'lock'), '')
    lockFolder(folder)()
  })

  test('of eight processes that find a stale lock at once, one gets the folder', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'lock'), '1 0')
    const program = `
      const { lockFolder } = await import('./src/database/folder-lock.ts')
      try { lockFolder(${JSON.stringify(folder)}); console.log('mine') } catch (error) { console.log(error.name) }
      process.stdin.resume()`
    const children = Array.from({ length: 8 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', program]),
    )
    const said = await Promise.all(
      children.map(
        (child) =>
          new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(String(text).trim()))),
      ),
    )
    for (const child of children) child.kill('SIGKILL')
    assert.deepEqual(said.sort(), [...Array(7).fill('FolderInUse'), 'mine'])
    assert.match(readFileSync(join(folder, 'lock'), 'utf8'), /^\d+ \d+$/)
  })
})

test('a process killed in the middle of creations loses none that was acknowledged and doubles none', async () => {
  const env = { DATABASE_URL: `file:${join(root, 'killed')}`, RATE_LIMIT_PER_SECOND: '0', LOG_LEVEL: 'warn' }
  const acknowledged = new Set<string>()
  let key = ''
  let order = 0

  for (const killAfter of [3, 17, 40]) {
    const colis = await startColis(env)
    await colis.ready
    key ||= /colis_live_\w{38}/.exec(colis.stdout())?.[0] ?? ''
    const loading = Array.from({ length: 4 }, async () => {
      for (;;) {
        const id = await create(colis.url, key, `killed-order-${++order}`).catch(() => undefined)
        if (id === undefined) return
        acknowledged.add(id)
        if (acknowledged.size % 60 >= killAfter) colis.child.kill('SIGKILL')
      }
    })
    await Promise.all(loading)
    await colis.ended
  }

  const colis = await startColis(env)
  await colis.ready
  const seen = await allIds(colis.url, key)
  colis.child.kill('SIGTERM')
  assert.equal(await colis.ended, 0)
  assert.equal(new Set(seen).size, seen.length)
  assert.deepEqual(
    [...acknowledged].filter((id) => !seen.includes(id)),
    [],
  )
  assert.ok(acknowledged.size >= 9, `only ${acknowledged.size} were acknowledged`)
})

async function create(url: string, key: string, idempotencyKey: string): Promise<string> {
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
  return ((await response.json()) as { id: string }).id
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
