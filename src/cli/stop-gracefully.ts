import { setTimeout as wait } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Services } from '../services.ts'

/**
 * How long a process may take to end once it has drained, in ms; supervisors usually allow 10 s, then kill.
 */
const endMs = 9_000
/** Beyond that it is ended from outside, should even the clock above not be reached. */
const lastMs = 1_000

/** What a process may be told by another, and by people. */
const toldSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const drainMsOf = ({ SHUTDOWN_DRAIN_SECONDS: seconds }: Config) => seconds * 1_000

/** How long a process may take from the signal to its end, in ms. */
export const maxStopMs = (config: Config): number => drainMsOf(config) + endMs + lastMs

/**
 * On a signal or an uncaught error: at once the process is no longer ready, requests are still taken while
 * proxies learn of that, then what is under way ends, within nine seconds, and the process with exit code 0.
 * What has not ended by then is left as by a kill: leases expire, and others take over. A process that
 * another one started is told to stop by `onStop`, once.
 */
export function stopGracefully(
  { config, log, readiness }: Pick<Services, 'config' | 'log' | 'readiness'>,
  stop: () => Promise<void>,
  onStop?: (listener: () => void) => void,
): void {
  const stopWatching = onStop ? () => {} : stopWithNpm()
  const skip = onStop ? [...toldSignals] : []
  const logger = { error: (message?: unknown) => log.error(message) }
  const { close } = closeWithGrace({ delay: maxStopMs(config), logger, skip }, async ({ err }) => {
    stopWatching()
    readiness.stop()
    if (err) log.error({ err }, 'stopping after an uncaught error')
    else await wait(drainMsOf(config))
    const stopping = stop().then(() => true)
    log.info('stopping: nothing new is begun, what is under way ends')
    const isStopped = await Promise.race([stopping, wait(endMs, false)])
    if (!isStopped) log.warn('stopped before everything under way had ended: other processes take it over')
  })
  onStop?.(() => void close())
}

/** On a signal or an uncaught error of a process that does nothing but start others: ends them, and itself. */
export function stopWithGrace(
  { config, log }: { config: Config; log: Pick<Logger, 'error'> },
  stop: () => Promise<void>,
): void {
  const stopWatching = stopWithNpm()
  const logger = { error: (message?: unknown) => log.error(message) }
  closeWithGrace({ delay: maxStopMs(config) + lastMs, logger }, async ({ err }) => {
    stopWatching()
    if (err) log.error({ err }, 'stopping after an uncaught error')
    await stop()
  })
}

/** Read at once: a start takes seconds, and npm may be gone before it ends. */
const parent = process.ppid

/**
 * npm and the shell it runs scripts in do not forward SIGTERM; their exit is taken as the signal. Returns
 * what stops looking: a second signal would end the process at once.
 */
function stopWithNpm(): () => void {
  if (process.env.npm_lifecycle_event === undefined) return () => {}
  const looking = setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
  return () => clearInterval(looking)
}
