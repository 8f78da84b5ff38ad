import type { Redis } from 'ioredis'

/**
 * Connects to the Redis that counts requests. It asks once and goes on without an answer: a Redis that is away
 * must not hold requests up.
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
  redis.on('error', (error) => onError('Redis did not answer; requests are not counted meanwhile.', error))
  return redis
}
