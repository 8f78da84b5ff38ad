import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { healthRoutes } from './health-routes.ts'

test('/health/ready asks the database once a second at most, and shares a failure as well', async (t) => {
  let now = 5_000
  t.mock.method(performance, 'now', () => now)
  const app = Fastify()
  let pings = 0
  let fails = false
  await app.register(healthRoutes, {
    pingDatabase: async () => {
      pings += 1
      if (fails) throw new Error('The database is away.')
    },
  })
  const statuses = async (url: string) => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.inject({ url })))
    return [...new Set(answers.map(({ statusCode }) => statusCode))]
  }

  assert.deepEqual([await statuses('/health/live'), pings], [[200], 0])
  assert.deepEqual([await statuses('/health/ready'), pings], [[200], 1])
  fails = true
  now += 999
  assert.deepEqual([await statuses('/health/ready'), pings], [[200], 1])
  now += 1
  assert.deepEqual([await statuses('/health/ready'), pings], [[500], 2])
  fails = false
  now += 1_000
  assert.deepEqual([await statuses('/health/ready'), pings], [[200], 3])
  await app.close()
})
