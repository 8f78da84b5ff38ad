import type { Environment } from '../base/kernel/environment.ts'
import type { WindowCount } from './count-windows.ts'

/** Counts in fixed windows that several processes share; undefined while whoever counts is away. */
export type SharedCounts = {
  /** Counts `name` once more; its first count opens a window of `windowMs`. */
  add(name: string, windowMs: number): Promise<WindowCount | undefined>
  /** The count of `name`, without adding to it. */
  read(name: string): Promise<WindowCount | undefined>
  close(): void
}

/** How long a count may take: while Redis hangs, only the requests of this moment wait for it. */
const commandTimeoutMs = 100
/** After a failure Redis is left alone for this time. */
const retryAfterMs = 1_000

const adding = `
  local current = redis.call('incr', KEYS[1])
  if current == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
  return { current, redis.call('pttl', KEYS[1]) }`
const reading = `
  return { tonumber(redis.call('get', KEYS[1]) or 0), math.max(0, redis.call('pttl', KEYS[1])) }`

/**
 * Connects to the Redis that counts requests. A Redis that is away must not delay requests: after one failure
 * it is disconnected and not asked for a second, and no command is sent twice.
 */
export async function connectRedis(
  { url, environment }: { url: string; environment: Environment },
  onError: (message: string, error: unknown) => void,
): Promise<SharedCounts> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    connectTimeout: 500,
    commandTimeout: commandTimeoutMs,
    disconnectTimeout: 0,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    enableOfflineQueue: false,
    retryStrategy: () => retryAfterMs,
  })
  let isAway = true
  let isReported = false
  redis.on('ready', () => {
    isAway = false
  })
  redis.on('close', () => {
    isAway = true
  })
  redis.on('error', report)

  function report(error: unknown): void {
    if (!isReported) onError('Redis did not respond; each process counts by itself until it does.', error)
    isReported = true
  }

  async function count(script: string, name: string, ...args: number[]): Promise<WindowCount | undefined> {
    if (isAway) return undefined
    try {
      const key = `colis-rate-limit:${environment}:${name}`
      const [current, ttlMs] = (await redis.eval(script, 1, key, ...args)) as [number, number]
      isReported = false
      return { current, ttlMs }
    } catch (error) {
      report(error)
      // Of many commands under way only the first disconnects.
      if (!isAway) redis.disconnect(true)
      isAway = true
      return undefined
    }
  }

  return {
    add: (name, windowMs) => count(adding, name, windowMs),
    read: (name) => count(reading, name),
    close: () => redis.disconnect(),
  }
}
