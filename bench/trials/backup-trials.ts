import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { drillBlocks, openBackupDrill, restoredBeside } from '../../test/support/backup-drill.ts'
import type { Cluster } from '../../test/support/postgres-cluster.ts'
import { until } from '../../test/support/until.ts'
import { missingIn, nameOf } from '../support/judge-scene.ts'
import { leaveToTidyUp, temporaryFolder } from '../support/processes.ts'
import { often, type Trial } from '../support/trial.ts'
import { readBooks } from '../support/trial-books.ts'
import { type Acknowledged, trialClients } from '../support/trial-clients.ts'
import { sceneTrial, type TrialScene } from '../support/trial-scene.ts'
import { embedded, plainServer } from '../support/trial-servers.ts'

/** What docs/operating/backup.md says, carried out while clients order. */
export const backupTrials: Trial[] = [
  sceneTrial({
    name: 'backup',
    database: 'PostgreSQL',
    times: { short: 1, long: 5 },
    what: (times) =>
      `a copy (pg_dump) is taken under load, restored, proven by \`ledger check\` and served, ${often(times)}`,
    least: (times) => 50 * times,
    open: plainServer,
    make: async (scene, { cluster }, times) => {
      await order(scene)
      for (let time = 0; time < times; time += 1) {
        const type = openBackupDrill(cluster, temporaryFolder())
        const [block, last] = withoutLastLine(drillBlocks().copy)
        const DRILL_URL = cluster.url('colis_drill')
        const before = [...scene.clients.acknowledged]
        await type(`mkdir -p "$BACKUP"\n${block}`, { DRILL_URL })
        await checkRestored(scene, DRILL_URL, before)
        await type(last)
      }
    },
  }),
  sceneTrial({
    name: 'pitr',
    database: 'PostgreSQL',
    times: { short: 1, long: 5 },
    what: (times) =>
      `a base backup and an archive are taken under load, and a server goes back to a moment, ${often(times)}`,
    least: (times) => 50 * times,
    open: plainServer,
    make: async (scene, { cluster }, times) => {
      await order(scene)
      for (let time = 0; time < times; time += 1) await goBack(scene, cluster)
    },
  }),
  sceneTrial({
    name: 'backup-embedded',
    database: 'embedded',
    times: { short: 1, long: 5 },
    what: (times) => `the folder is copied while the service is stopped, and read, ${often(times)}`,
    least: (times) => 20 * times,
    open: embedded,
    make: async (scene, { url }, times) => {
      let serving = await scene.startServing()
      scene.orderAt(() => serving.url)
      for (let time = 0; time < times; time += 1) {
        await pause(5_000)
        serving.child.kill('SIGTERM')
        await serving.ended
        const before = [...scene.clients.acknowledged]
        const copy = join(temporaryFolder(), 'colis')
        cpSync(url.slice('file:'.length), copy, { recursive: true })
        serving = await scene.startServing()
        await checkBooks(scene, `file:${copy}`, before)
      }
      await pause(3_000)
    },
  }),
]

async function order(scene: TrialScene): Promise<void> {
  const serving = await scene.startServing()
  await scene.startWorking()
  scene.orderAt(serving)
  await pause(8_000)
}

/** Goes back to a moment under load: what was acknowledged before it is there, what was asked for after it is not. */
async function goBack(scene: TrialScene, cluster: Cluster): Promise<void> {
  const folder = temporaryFolder()
  const type = openBackupDrill(cluster, folder)
  const { archive, base, restore } = drillBlocks()
  await type(archive)
  await cluster.control('restart')
  await type(base)
  await pause(5_000)
  const before = [...scene.clients.acknowledged]
  const moment = await ask(cluster, 'select now()::text')
  const after = new Date()
  await pause(5_000)
  const last = await ask(cluster, 'select pg_walfile_name(pg_switch_wal())')
  await until(
    async () => (await ask(cluster, 'select last_archived_wal from pg_stat_archiver')) >= last,
    'the archive',
  )
  const restored = await restoredBeside(cluster, folder, restore)
  const [block, stop] = withoutLastLine(restored.code)
  const env = { DRILL_URL: restored.url, RESTORED: join(folder, 'restored'), MOMENT: moment }
  leaveToTidyUp(() => type(stop, env))
  await type(block, env)
  const books = await checkRestored(scene, restored.url, before)
  const there = new Set(books.deliveries.map(({ id }) => id))
  const later = scene.clients.acknowledged.filter(({ kind, askedAt }) => kind === 'order' && askedAt > after)
  for (const each of later.filter(({ deliveryId }) => there.has(deliveryId)))
    scene.fault(`${nameOf(each)} was asked for after the moment, and is there`)
  scene.note(`${later.length} orders from after the moment not restored`)
  if (later.length === 0) scene.fault('nothing was ordered after the moment')
  await type(stop, env)
}

/** What was acknowledged by then is in the restored database, and is served from there. */
async function checkRestored(scene: TrialScene, url: string, before: readonly Acknowledged[]) {
  const books = await checkBooks(scene, url, before)
  const serving = await scene.startServing({ DATABASE_URL: url })
  const clients = trialClients(scene.key)
  clients.moveTo(serving.url)
  for (const { deliveryId } of before.filter(({ kind }) => kind === 'order')) {
    const answer = await clients.send(`/deliveries/${deliveryId}`)
    const status = typeof answer === 'string' ? answer : answer.status
    if (status !== 200) scene.lose(`delivery ${deliveryId} of the restored service: ${status}`)
    if (typeof answer !== 'string') await answer.arrayBuffer()
  }
  serving.child.kill('SIGTERM')
  await serving.ended
  return books
}

async function checkBooks(scene: TrialScene, url: string, before: readonly Acknowledged[]) {
  const books = await readBooks(url, scene.shopId)
  for (const each of before.filter(missingIn(books))) scene.lose(`restored: ${nameOf(each)}`)
  scene.note(`${before.length} acknowledged before, all looked for in what was restored`)
  if (before.length === 0) scene.fault('nothing was acknowledged before the copy')
  return books
}

/** A block without its last line, which removes what it made, and that line. */
function withoutLastLine(block: string): [string, string] {
  const lines = block.trimEnd().split('\n')
  return [lines.slice(0, -1).join('\n'), lines.at(-1) ?? '']
}

async function ask(cluster: Cluster, statement: string): Promise<string> {
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  try {
    const { rows } = await client.query({ text: statement, rowMode: 'array' })
    return String(rows[0]?.[0])
  } finally {
    await client.end()
  }
}
