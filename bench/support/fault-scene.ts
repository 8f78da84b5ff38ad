import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ColisProcess, startAsShipped } from '../../test/support/colis-process.ts'
import { sharedSettings, startWitness } from '../../test/support/witness.ts'
import { openOrderingShop, readBooks } from './fault-books.ts'
import { faultClients } from './fault-clients.ts'
import { temporaryFolder } from './processes.ts'

const serve = ['serve', '--no-work']
const work = ['work']
const serveAndWork = ['serve']

/** The command line of the version in a folder, this one's or an earlier one's. */
export const commandLineIn = (folder = process.cwd()): string =>
  ['src/cli/colis.ts', 'src/doors/cli/colis.ts'].find((path) => existsSync(join(folder, path))) ?? ''

/** How long an event may take to its receiver once everything is well again: the longest lease and first retry. */
const settleMs = 180_000

/** How long the receiver takes for an answer, so that something is under way. */
const receiverMs = 20

export type FaultScene = Awaited<ReturnType<typeof openFaultScene>>

/**
 * A service of several processes on the server of `url`, or of one on an embedded database, a receiver of its webhooks, and
 * clients that order.
 */
export async function openFaultScene(url: string) {
  const isEmbedded = url.startsWith('file:')
  const settings = { ...sharedSettings(url, temporaryFolder()), SEED_DEMO: 'false', LOG_LEVEL: 'silent' }
  const witness = await startWitness((response) => void setTimeout(() => response.end('ok'), receiverMs))
  const { key, secret } = await openOrderingShop(settings, witness.url('/hook'))
  witness.trust('/hook', secret)
  const clients = faultClients(key)
  const notes: string[] = []
  const processes: ColisProcess[] = []
  const start = async (args: string[], env: Record<string, string> = {}, folder?: string) => {
    const started = await startAsShipped({ ...settings, ...env }, [commandLineIn(folder), ...args], folder)
    processes.push(started)
    await started.ready
    return started
  }
  const startServing = (env: Record<string, string> = {}, folder?: string) =>
    start(isEmbedded ? serveAndWork : serve, env, folder)

  async function kill(): Promise<void> {
    for (const { child, ended } of processes.splice(0)) {
      child.kill('SIGKILL')
      await ended
    }
  }

  /** The embedded database is read while nobody serves, and served again. */
  async function readNow() {
    if (isEmbedded) await kill()
    const books = await readBooks(url)
    if (isEmbedded) await startServing()
    return books
  }

  return {
    url,
    settings,
    startServing,
    startWorking: (env: Record<string, string> = {}, folder?: string) => start(work, env, folder),
    /** Clients order at this process from now on. */
    orderAt: ({ url: address }: ColisProcess) => clients.orderAt(address),
    post: clients.post,
    /** Requests that the receiver has not answered yet. */
    sending: () => witness.underWay(),
    /** Adds what else was seen to the row. */
    note: (text: string) => void notes.push(text),
    /** Stops ordering, waits until what was ordered has arrived, and says what was lost and doubled. */
    settle: async (healedAt: number) => {
      await clients.stop()
      const { seen, acknowledged } = clients
      const { deliveries, events } = await readNow()
      const missing = () => {
        const arrived = new Set(witness.sightings.filter((each) => each.isSigned).map((each) => each.eventId))
        return events.filter((id) => !arrived.has(id)).length
      }
      for (const end = performance.now() + settleMs; missing() > 0 && performance.now() < end; )
        await pause(500)
      const ids = new Set(deliveries)
      const counts = Map.groupBy(seen, ({ outcome }) => outcome)
      const lastBad = seen.filter(({ outcome }) => outcome !== '201').at(-1)
      return {
        orders: acknowledged.size,
        events: events.length,
        lostOrders: [...acknowledged].filter((id) => !ids.has(id)).length,
        lostEvents: missing(),
        refusedSignatures: witness.sightings.filter((each) => !each.isSigned).length,
        doubledOrders: Math.max(0, deliveries.length - clients.tried()),
        resentEvents: witness.sightings.length - new Set(witness.sightings.map((each) => each.eventId)).size,
        saw: [...counts].map(([outcome, all]) => `${all.length} × ${outcome}`).sort(),
        brokenPromises: seen.filter(({ outcome }) => /^5(?!03$)/.test(outcome)).length,
        slowestMs: Math.max(...seen.map(({ tookMs }) => tookMs)),
        notes,
        healedAfterMs: lastBad ? Math.max(0, lastBad.at + lastBad.tookMs - healedAt) : 0,
      }
    },
    close: async () => {
      clients.giveUp()
      await kill()
      await witness.close()
    },
  }
}
