import type { Redis } from 'ioredis'

/**
 * Connects to the Redis that counts requests. Commands are not retried: a Redis that is unavailable must not
 * delay requests.
 */
export async function connectRedis(
  url: string,
  onError: (message: string, error: unknown) => void,
): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    connectTimeout: 500,
    commandTimeout: 500,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
  })
  redis.on('error', (error) =>
    onError('Redis did not respond; requests are not rate-limited until it does.', error),
  )
  return redis
}
