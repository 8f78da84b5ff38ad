import { setTimeout as pause } from 'node:timers/promises'
import { addEndpoint } from '../../src/domain/webhooks/endpoints/add-endpoint.ts'
import { type ColisProcess, startColis } from '../../test/support/colis-process.ts'
import { plainOrder } from '../../test/support/open-service.ts'
import { openPublisher, openShop, sharedSettings, startWitness } from '../../test/support/witness.ts'
import { temporaryFolder } from './processes.ts'

/** What the clients of a scene saw of one request: a status, or why there was none. */
type Seen = { at: number; tookMs: number; outcome: string }

const clients = 6
const serve = ['src/doors/cli/colis.ts', 'serve', '--no-work']
const work = ['src/doors/cli/colis.ts', 'work']

/** How long an event may take to its receiver once everything is well again: the longest lease and first retry. */
const settleMs = 180_000

export type FaultScene = Awaited<ReturnType<typeof openFaultScene>>

/**
 * A service of several processes on the server of `url`, a receiver of its webhooks, and clients that order without a
 * pause, each order under one key until it is acknowledged.
 */
export async function openFaultScene(url: string) {
  const settings = { ...sharedSettings(url, temporaryFolder()), SEED_DEMO: 'false', LOG_LEVEL: 'silent' }
  const publisher = await openPublisher(settings)
  const { db, webhooks } = publisher.services
  const witness = await startWitness()
  const { shopId, key } = await openShop(publisher.services)
  const endpoint = { shopId, url: witness.url('/hook'), eventTypes: null, description: null }
  witness.trust('/hook', (await addEndpoint(webhooks, endpoint)).secret)
  const processes: ColisProcess[] = []
  const start = async (args: string[], env: Record<string, string> = {}, folder?: string) => {
    const started = await startColis({ ...settings, ...env }, args, folder)
    processes.push(started)
    await started.ready
    return started
  }

  const seen: Seen[] = []
  const acknowledged = new Set<string>()
  let [tried, isOrdering, serving] = [0, true, '']
  let ordering: Promise<unknown> = Promise.resolve()

  async function orderOnAndOn(): Promise<void> {
    while (isOrdering) {
      await orderUntilTaken()
      await pause(30)
    }
  }

  async function orderUntilTaken(): Promise<void> {
    const idempotencyKey = `fault-order-${++tried}`
    for (let time = 0; time < 1_000; time += 1) {
      const id = await orderOnce(idempotencyKey)
      if (id !== undefined) return void acknowledged.add(id)
      await pause(200)
    }
  }

  async function orderOnce(idempotencyKey: string): Promise<string | undefined> {
    const at = performance.now()
    const note = (outcome: string) => void seen.push({ at, tookMs: performance.now() - at, outcome })
    try {
      const response = await fetch(`${serving}/api/v1/partner/deliveries`, {
        method: 'POST',
        signal: AbortSignal.timeout(15_000),
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': idempotencyKey,
        },
        body: JSON.stringify(plainOrder),
      })
      const body = (await response.json()) as { id: string }
      note(
        `${response.status}${response.status === 503 && !response.headers.has('retry-after') ? ' without Retry-After' : ''}`,
      )
      if (response.status === 400) throw new Error(`The order is wrong: ${JSON.stringify(body)}`)
      return response.status === 201 ? body.id : undefined
    } catch (error) {
      if (/^The order is wrong/.test((error as Error).message)) throw error
      note((error as Error).name === 'TimeoutError' ? 'no answer in 15 s' : 'connection refused or broken')
      return undefined
    }
  }

  return {
    db,
    url,
    startServing: (env: Record<string, string> = {}, folder?: string) => start(serve, env, folder),
    startWorking: (env: Record<string, string> = {}, folder?: string) => start(work, env, folder),
    /** Clients order at this process from now on. */
    orderAt: ({ url: address }: ColisProcess) => {
      const isFirst = serving === ''
      serving = address
      if (isFirst) ordering = Promise.all(Array.from({ length: clients }, orderOnAndOn))
    },
    /** Stops ordering, waits until what was ordered has arrived, and says what was lost and doubled. */
    settle: async (healedAt: number) => {
      isOrdering = false
      await ordering
      const arrived = () =>
        new Set(witness.sightings.filter((each) => each.isSigned).map((each) => each.eventId))
      const rows = await db.selectFrom('deliveries').select('deliveries.id').execute()
      const events = await db
        .selectFrom('events')
        .select('events.id')
        .where('events.audience', '=', 'PARTNER')
        .execute()
      const missing = () => events.filter(({ id }) => !arrived().has(id)).length
      for (const end = performance.now() + settleMs; missing() > 0 && performance.now() < end; )
        await pause(500)
      const ids = new Set(rows.map(({ id }) => id))
      const counts = Map.groupBy(seen, ({ outcome }) => outcome)
      const lastBad = seen.filter(({ outcome }) => outcome !== '201').at(-1)
      return {
        orders: acknowledged.size,
        events: events.length,
        lostOrders: [...acknowledged].filter((id) => !ids.has(id)).length,
        lostEvents: missing(),
        refusedSignatures: witness.sightings.filter((each) => !each.isSigned).length,
        doubledOrders: Math.max(0, rows.length - tried),
        resentEvents: witness.sightings.length - new Set(witness.sightings.map((each) => each.eventId)).size,
        saw: [...counts].map(([outcome, all]) => `${all.length} × ${outcome}`).sort(),
        slowestMs: Math.max(...seen.map(({ tookMs }) => tookMs)),
        healedAfterMs: lastBad ? Math.max(0, lastBad.at + lastBad.tookMs - healedAt) : 0,
      }
    },
    close: async () => {
      for (const { child, ended } of processes) {
        child.kill('SIGKILL')
        await ended
      }
      await witness.close()
      await publisher.close()
    },
  }
}
