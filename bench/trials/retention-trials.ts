import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../src/base/database/open-database.ts'
import { forgedClock, skipForgedClock } from '../../test/support/forged-clock.ts'
import type { Cluster } from '../../test/support/postgres-cluster.ts'
import { missingIn, nameOf } from '../support/judge-scene.ts'
import type { Outcome, Trial } from '../support/trial.ts'
import { readBooks, readFeed } from '../support/trial-books.ts'
import { type Ground, openTrialScene, type TrialScene } from '../support/trial-scene.ts'
import { embedded, plainServer } from '../support/trial-servers.ts'

const daySeconds = 24 * 60 * 60
const keptDays = 30
/** How long the upkeep may take to what has passed its time; it begins with the process. */
const upkeepWithinMs = 300_000
const embeddedUpkeepMs = 60_000

/** Days of use, by the clock of everybody, and one more on which what is older than thirty days is gone. */
const retention = (
  name: string,
  database: Trial['database'],
  open: () => Promise<Ground & { cluster?: Cluster }>,
): Trial => ({
  name,
  database,
  times: { short: 1, long: 30 },
  what: (days) =>
    `${days === 1 ? 'a day' : `${days} days`} of use by the clock, and the 31st after the first, on which nothing older than 30 days is kept`,
  least: (days) => 10 * days,
  skip: skipForgedClock,
  run: async (days) => {
    const ground = await open()
    let scene: TrialScene | undefined
    try {
      scene = await openTrialScene(ground)
      for (let day = 0; day < days; day += 1) await useOn(day, scene, ground.cluster)
      const outcome = await scene.settle()
      const before = [...scene.clients.acknowledged]
      await scene.kill()
      // Upkeep is at the start and every ten minutes, and leaves alone what not everybody has read: the second start spares
      // ten minutes where the first was too early.
      for (let start = 0; start < 2; start += 1) await useOn(keptDays + 1, scene, ground.cluster)
      return { ...outcome, ...(await judgeAfter(scene, outcome, before.length)) }
    } finally {
      await scene?.close()
      await ground.close()
    }
  },
})

export const retentionTrials: Trial[] = [
  retention('retention', 'PostgreSQL', plainServer),
  retention('retention-embedded', 'embedded', embedded),
]

/** Starts everything by the clock of a day and orders for some seconds. */
async function useOn(day: number, scene: TrialScene, cluster?: Cluster): Promise<void> {
  await scene.kill()
  const clock = forgedClock(day * daySeconds)
  if (cluster) await cluster.control('restart', 'fast', clock)
  scene.setReceiverAhead(day * daySeconds * 1_000)
  const serving = await scene.startServing(clock)
  if (cluster) await scene.startWorking(clock)
  scene.orderAt(serving)
  await pause(5_000)
}

/** What became of everything once its time has passed. */
async function judgeAfter(scene: TrialScene, outcome: Outcome, before: number): Promise<Partial<Outcome>> {
  const { clients } = scene
  await clients.stop()
  const lost = [...outcome.lost]
  for (const { kind, deliveryId } of clients.acknowledged) {
    if (kind !== 'order') continue
    const answer = await clients.send(`/deliveries/${deliveryId}`)
    const status = typeof answer === 'string' ? answer : answer.status
    if (status !== 200) lost.push(`delivery ${deliveryId} after its time: ${status}`)
    if (typeof answer !== 'string') await answer.arrayBuffer()
  }
  await upkeep(scene)
  const feed = await clients.read<{ items: { createdAt: string }[] }>('/events?limit=100')
  const inFeed = new Set(await readFeed(clients))
  const oldest = Math.min(...feed.items.map(({ createdAt }) => Date.parse(createdAt)))
  if (isEmbedded(scene)) await scene.kill()
  const left = await leftOver(scene)
  const books = await readBooks(scene.url, scene.shopId)
  const arrived = scene.arrived()
  const isNew = new Set(clients.acknowledged.slice(before).map(({ deliveryId }) => deliveryId))
  return {
    tried: clients.tried(),
    acknowledged: clients.acknowledged.length,
    lost: [
      ...lost,
      ...clients.acknowledged.filter(missingIn(books)).map(nameOf),
      ...books.events
        .filter(({ id, deliveryId }) => isNew.has(deliveryId) && !(arrived.has(id) && inFeed.has(id)))
        .map(({ id, type }) => `event ${id}, ${type}, by webhook or feed`),
    ],
    broken: [
      ...outcome.broken,
      ...clients.refused,
      ...clients.seen
        .filter(({ outcome }) => /^5(?!03$)/.test(outcome))
        .map(({ outcome, idempotencyKey }) => `${outcome} to ${idempotencyKey}`),
      ...left,
      ...(oldest < Date.now() + daySeconds * 1_000 ? ['the feed begins with events older than 30 days'] : []),
      ...(isNew.size === 0 ? ['nothing was ordered on the last day'] : []),
    ],
    failedRequests: clients.seen.filter(({ outcome }) => !/^2\d\d$/.test(outcome)).length,
    seen: [...outcome.seen, `${before} acknowledged before the last day, ${isNew.size} orders on it`],
  }
}

/** Rows that have passed their time, by what holds them. */
const pastTheirTime = `
  select 'bodies of events' as what, count(*)::integer as rows from events
  where body <> '' and created_at < $1
  union all select 'attempts', count(*)::integer from webhook_attempts where started_at < $1
  union all select 'dispatches', count(*)::integer from webhook_dispatches where created_at < $1
  union all select 'requests', count(*)::integer from api_requests where requested_at < $1`

/** Waits until the upkeep has removed what has passed its time; an embedded database is not looked into meanwhile. */
async function upkeep(scene: TrialScene): Promise<void> {
  if (isEmbedded(scene)) return pause(embeddedUpkeepMs)
  const end = performance.now() + upkeepWithinMs
  while ((await leftOver(scene)).length > 0 && performance.now() < end) await pause(2_000)
}

/** What is left of what has passed its time. */
async function leftOver({ url }: TrialScene): Promise<string[]> {
  const database = await openDatabase({ url, poolSize: 1, timeoutMs: 30_000, onError: () => {} })
  try {
    const rows = await database.withSession((session) =>
      session.query<{ what: string; rows: number }>(pastTheirTime, [
        new Date(Date.now() + daySeconds * 1_000),
      ]),
    )
    return rows.filter((each) => each.rows > 0).map((each) => `${each.rows} ${each.what} older than 30 days`)
  } finally {
    await database.close()
  }
}

const isEmbedded = ({ url }: TrialScene) => url.startsWith('file:')
