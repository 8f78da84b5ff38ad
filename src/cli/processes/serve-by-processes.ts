import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../config.ts'
import { keepAddress } from '../running-address.ts'
import { openLog } from '../start-services.ts'
import { maxStopMs, stopWithGrace } from '../stop-gracefully.ts'
import { type Call, connectPeer } from './connect-peer.ts'
import { countForAll } from './count-for-all.ts'
import { poolSizeOfEach } from './process-count.ts'
import { earlyEndsAfter, restartDelayMs } from './restart-delay.ts'
import type { Begin, ParentCalls, ServingCalls } from './serving-calls.ts'

/** How often each process is asked whether it lives, and how many times it may leave that unanswered. */
const aliveEveryMs = 5_000
const maxUnanswered = 6
/** How long the metrics of a process are waited for, in ms: Prometheus waits ten seconds. */
const metricsMs = 8_000

type Serving = {
  number: number
  worker: Worker
  call: Call<ServingCalls>
  startedAt: number
  isReady: boolean
  unanswered: number
}

/**
 * Serves by several processes that share one port, which this one holds: it starts another where one ends and
 * counts requests for all, and does nothing else (decision 393). Resolves once all of them serve. Ends this
 * process when they cannot be started, of which the one that failed has said why.
 */
export async function serveByProcesses(
  config: Config,
  { count, works }: { count: number; works: boolean },
): Promise<void> {
  const log = openLog(config)
  const poolSize = poolSizeOfEach(config.DATABASE_POOL_SIZE, count)
  const counts = countForAll()
  const prepared = Promise.withResolvers<void>()
  const allReady = Promise.withResolvers<string>()
  const allEnded = Promise.withResolvers<void>()
  const serving = new Map<number, Serving>()
  const earlyEnds = new Map<number, number>()
  let forgetAddress = () => {}
  let state: 'STARTING' | 'SERVING' | 'STOPPING' = 'STARTING'

  function start(number: number, does: Pick<Begin, 'prepares' | 'greets'>): void {
    const worker = cluster.fork()
    const call = connectPeer<ServingCalls>(worker, {
      begin: () => ({ config, works, number, poolSize, ...does }),
      prepared: () => prepared.resolve(),
      whenPrepared: () => prepared.promise,
      ready: (address) => {
        one.isReady = true
        if (state === 'SERVING')
          log.info(
            { process: number, pid: worker.process.pid },
            'a process serves in place of one that ended',
          )
        // One that was told to stop may still say that it serves.
        if (state === 'STARTING' && [...serving.values()].every(({ isReady }) => isReady))
          allReady.resolve(address)
      },
      ...counts,
      metrics: () => readMetrics([...serving.values()]),
    } satisfies ParentCalls)
    const one: Serving = { number, worker, call, startedAt: performance.now(), isReady: false, unanswered: 0 }
    serving.set(number, one)
    // What cannot be sent to one that is gone, which `exit` tells; one that was never made has no `exit`.
    worker.on('error', (error) => {
      if (worker.process.pid !== undefined || serving.get(number) !== one) return
      log.error({ err: error, process: number }, 'a process that serves could not be started')
      replace(one, { code: null, signal: null })
    })
    worker.once('exit', (code, signal) => replace(one, { code, signal }))
  }

  function replace(ended: Serving, how: { code: number | null; signal: string | null }): void {
    const { number, isReady, startedAt, worker } = ended
    serving.delete(number)
    if (state === 'STOPPING') {
      if (serving.size === 0) allEnded.resolve()
      return
    }
    if (state === 'STARTING') {
      // One that failed has said why; one that was killed could not.
      if (how.signal !== null)
        log.error({ process: number, ...how }, 'a process was killed as it started: the service ends')
      giveUp()
    }
    if (!isReady && ![...serving.values()].some((other) => other.isReady)) {
      log.error({ process: number, ...how }, 'no process serves, and none can be started: the service ends')
      giveUp()
    }
    const early = earlyEndsAfter(earlyEnds.get(number) ?? 0, {
      isReady,
      livedMs: performance.now() - startedAt,
    })
    earlyEnds.set(number, early)
    const delayMs = restartDelayMs(early)
    const what = { process: number, pid: worker.process.pid, ...how, delayMs }
    log.warn(what, 'one of the processes that serve has ended; another is started')
    setTimeout(() => {
      // The version on the disk may be another one by now.
      if (state !== 'STOPPING') start(number, { prepares: true, greets: false })
    }, delayMs)
  }

  /** All others end with this process. */
  function giveUp(): never {
    forgetAddress()
    process.exit(1)
  }

  function endHanging(): void {
    for (const one of serving.values()) {
      if (one.unanswered >= maxUnanswered) {
        const { pid } = one.worker.process
        log.error({ process: one.number, pid }, 'a process that serves responds no more, and is ended')
        one.worker.process.kill('SIGKILL')
      }
      one.unanswered += 1
      void one.call('isAlive', null).then(() => {
        one.unanswered = 0
      })
    }
  }

  async function stop(): Promise<void> {
    state = 'STOPPING'
    forgetAddress()
    for (const { call } of serving.values()) void call('stop', null)
    if (serving.size === 0) return
    await Promise.race([allEnded.promise, wait(maxStopMs(config))])
    for (const { worker } of serving.values()) worker.process.kill('SIGKILL')
  }

  // A process that is busy, stands still or was killed takes no connection: the others do.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: fileURLToPath(new URL('./serving-process.ts', import.meta.url)), args: [] })
  for (let number = 1; number <= count; number += 1)
    start(number, { prepares: number === 1, greets: number === 1 })
  stopWithGrace({ config, log }, stop)
  setInterval(endHanging, aliveEveryMs).unref()
  const address = await allReady.promise
  state = 'SERVING'
  forgetAddress = keepAddress(config, address)
  console.log(`Colis ${config.ENVIRONMENT} ready on ${address}`)
}

/** What each process tells of itself; one that does not answer soon is left out. */
async function readMetrics(serving: readonly Serving[]): Promise<string[]> {
  const texts = await Promise.all(
    serving.map(({ call }) =>
      Promise.race([call('metrics', null), wait(metricsMs, undefined, { ref: false })]),
    ),
  )
  return texts.filter((text) => text !== undefined)
}
