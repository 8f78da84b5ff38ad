import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ColisProcess, startAsShipped } from '../../test/support/colis-process.ts'
import { sharedSettings, startWitness } from '../../test/support/witness.ts'
import { healing, judgeScene } from './judge-scene.ts'
import { balanceLoad } from './load-balancer.ts'
import { leaveToTidyUp, temporaryFolder } from './processes.ts'
import type { Outcome, Trial } from './trial.ts'
import { type OrderingShop, openOrderingShop, readBooks, readFeed } from './trial-books.ts'
import { type Address, trialClients } from './trial-clients.ts'

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

/** A database of its own, migrated; `close` removes it. */
export type Ground = {
  url: string
  close: () => Promise<void>
  /** How the shop is opened on it, where an earlier version has made it. */
  openShop?: (settings: Record<string, string>, hook: string) => Promise<OrderingShop>
}

export type TrialScene = Awaited<ReturnType<typeof openTrialScene>>

/** A trial on a scene of its own; `make` starts processes, has clients order and does it. */
type SceneTrial<G extends Ground> = Omit<Trial, 'run'> & {
  open: () => Promise<G>
  make: (scene: TrialScene, ground: G, times: number) => Promise<void>
  /** Whether no request may fail meanwhile. */
  isSeamless?: boolean
}

export function sceneTrial<G extends Ground>({ open, make, isSeamless, ...trial }: SceneTrial<G>): Trial {
  return {
    ...trial,
    run: async (times) => {
      const ground = await open()
      let scene: TrialScene | undefined
      try {
        scene = await openTrialScene(ground)
        await make(scene, ground, times)
        return await scene.settle(isSeamless)
      } finally {
        await scene?.close()
        await ground.close()
      }
    },
  }
}

/**
 * A service of several processes on a server, or of one on an embedded database, a receiver of its webhooks, and clients
 * that order and cancel.
 */
export async function openTrialScene({ url, openShop = openOrderingShop }: Ground) {
  const isEmbedded = url.startsWith('file:')
  const settings = { ...sharedSettings(url, temporaryFolder()), SEED_DEMO: 'false', LOG_LEVEL: 'silent' }
  let aheadMs = 0
  let healedAt: number | undefined
  const witness = await startWitness(
    (response) => void setTimeout(() => response.end('ok'), receiverMs),
    () => new Date(Date.now() + aheadMs),
  )
  const { shopId, key, secret, stranger } = await openShop(settings, witness.url('/hook'))
  witness.trust('/hook', secret)
  const clients = trialClients(key)
  const notes: string[] = []
  const faults: string[] = []
  const losses: string[] = []
  const steps: { at: number; name: string }[] = []
  const processes = new Set<ColisProcess>()
  const balancers: { close(): Promise<void> }[] = []

  async function start(args: string[], env: Record<string, string> = {}, folder?: string) {
    const started = await startAsShipped({ ...settings, ...env }, [commandLineIn(folder), ...args], folder)
    processes.add(started)
    void started.ended.then(() => processes.delete(started))
    await started.ready
    return started
  }
  const startServing = (env: Record<string, string> = {}, folder?: string) =>
    start(isEmbedded ? serveAndWork : serve, env, folder)

  async function kill(): Promise<void> {
    for (const { child, ended } of processes) {
      child.kill('SIGKILL')
      await ended
    }
  }
  leaveToTidyUp(kill)

  /** The events that arrived with a valid signature. */
  const arrived = () =>
    new Set(witness.sightings.filter(({ isSigned }) => isSigned).map(({ eventId }) => eventId))

  /** The embedded database is read while nobody serves, and served again. */
  async function readNow() {
    if (!isEmbedded) return readBooks(url, shopId)
    await kill()
    const books = await readBooks(url, shopId)
    clients.moveTo((await startServing()).url)
    return books
  }

  /** Stops ordering, waits until what was ordered has arrived, and compares what everybody has of it. */
  async function settle(isSeamless = false): Promise<Outcome> {
    await clients.stop()
    const [books, tried] = [await readNow(), clients.tried()]
    const isMissing = () => {
      const there = arrived()
      return books.events.some(({ id }) => !there.has(id))
    }
    for (const end = performance.now() + settleMs; isMissing() && performance.now() < end; ) await pause(500)
    const feed = await readFeed(clients)
    const sightings = [...witness.sightings]
    if (isEmbedded) await kill()
    const later = await readBooks(url, shopId)
    const { seen, acknowledged, refused } = clients
    const record = { tried, acknowledged, refused, seen, books, later, feed, sightings, isSeamless, steps }
    const outcome = judgeScene(record)
    return {
      ...outcome,
      lost: [...outcome.lost, ...losses],
      broken: [...outcome.broken, ...faults],
      seen: [...outcome.seen, ...(healedAt === undefined ? [] : healing(seen, healedAt)), ...notes],
    }
  }

  return {
    url,
    shopId,
    key,
    stranger,
    settings,
    clients,
    startServing,
    startWorking: (env: Record<string, string> = {}, folder?: string) => start(work, env, folder),
    /** Clients order at this process from now on, or wherever a load balancer sends them. */
    orderAt: (address: Address | ColisProcess) =>
      clients.orderAt(typeof address === 'object' ? address.url : address),
    /** A load balancer before these processes. */
    balance: (served: readonly ColisProcess[]) => {
      const balancer = balanceLoad(served.map((each) => each.url))
      balancers.push(balancer)
      return balancer
    },
    /** Requests that the receiver has not answered yet. */
    sending: () => witness.underWay(),
    arrived,
    /** What was done is over: how long requests failed after it is noted. */
    over: () => {
      healedAt = performance.now()
    },
    /** Notes what is done now: of a request that fails it is told. */
    step: (name: string) => void steps.push({ at: performance.now(), name }),
    /** Adds what else was seen. */
    note: (text: string) => void notes.push(text),
    /** Adds what was promised and is not so. */
    fault: (text: string) => void faults.push(text),
    /** Adds what was lost. */
    lose: (text: string) => void losses.push(text),
    /** The receiver's clock is so far ahead of this machine's from now on. */
    setReceiverAhead: (ms: number) => {
      aheadMs = ms
    },
    kill,
    settle,
    close: async () => {
      clients.giveUp()
      for (const balancer of balancers) await balancer.close()
      await kill()
      await witness.close()
    },
  }
}
