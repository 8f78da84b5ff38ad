import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../src/contract/errors.ts'
import { chargedRows } from '../src/web/limit-work.ts'
import { openConsole } from './support/console-work.ts'
import { openAny } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import { openService, type TestService } from './support/open-service.ts'

// What is made costs whoever asks for it by how much it is, since anybody may open a shop.

let service: TestService
before(async () => {
  service = await openService(await openAny(), { VISITS_PER_SECOND: '10' })
})
after(() => service.close())

test('labels cost by how many there are', async () => {
  const shop = await service.openShop()
  const ids: string[] = []
  for (let n = 0; n < 20; n += 1) ids.push((await bringTo(service, shop, 'SEARCHING_COURIER')).id)
  const labels = async (count: number) => {
    const visitor = await openConsole(service, { shopId: shop.shopId })
    const asked = ids.slice(0, count).map((id) => `id=${id}`)
    return (await visitor.open(`/console/shops/${shop.shopId}/deliveries/labels?${asked.join('&')}`)).status
  }
  assert.deepEqual(
    [await labels(1), await labels(15), await labels(16), await labels(20)],
    [200, 200, 429, 429],
  )
})

test('a shop that waits for its approval prints no labels', async () => {
  const shop = await service.openShop({ approvedAt: null })
  const visitor = await openConsole(service, { shopId: shop.shopId })
  const page = await visitor.open(`/console/shops/${shop.shopId}/deliveries/labels?id=${shop.shopId}`)
  assert.equal(page.status, 403)
  assert.match(page.html, /n’est pas encore approuvée/)
})

test('the rows of a file are counted as they are made, and a refusal does not break it off', async () => {
  let cost = 0
  const chargeWork = (more: number) => {
    cost += more
    if (cost > 2) throw new ApiError('RATE_LIMITED', { retryAfterSeconds: 1 })
  }
  const given = Array.from({ length: 249 }, (_, n) => n)
  const rows = []
  for await (const row of chargedRows({ chargeWork } as unknown as FastifyRequest, listed(given)))
    rows.push(row)
  assert.deepEqual([rows, cost], [given, 4])
})

async function* listed<Row>(rows: readonly Row[]) {
  yield* rows
}
