import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import type { Environment } from '../src/base/kernel/environment.ts'
import { newBase62, toBase62 } from '../src/base/kernel/short-code.ts'
import { scopes } from '../src/contract/vocabulary.ts'
import { apiKeyHash, newApiKey } from '../src/domain/shops/api-key.ts'
import { insertApiKey } from '../src/domain/shops/shop-store.ts'
import { onEachDatabase } from './support/databases.ts'
import {
  openService,
  productionSettings,
  type TestService,
  type TestShop,
  testStart,
} from './support/open-service.ts'
import { assertRefused } from './support/refusal.ts'

const wording = {
  sandbox: {
    en: 'This API key was made in the sandbox, and this is production. Send it to the sandbox, or use a key that was made in production.',
    fr: 'Cette clé d’API vient du bac à sable, et vous êtes en production. Envoyez-la au bac à sable, ou utilisez une clé créée en production.',
  },
  production: {
    en: 'This API key was made in production, and this is the sandbox. Send it to production, or use a key that was made in the sandbox.',
    fr: 'Cette clé d’API vient de la production, et vous êtes dans le bac à sable. Envoyez-la en production, ou utilisez une clé créée dans le bac à sable.',
  },
}

onEachDatabase((open) => {
  for (const [here, there] of [
    ['sandbox', 'production'],
    ['production', 'sandbox'],
  ] as const satisfies [Environment, Environment][]) {
    let service: TestService
    let shop: TestShop

    before(async () => {
      service = await openService(await open(), here === 'production' ? productionSettings : {})
      shop = await service.openShop()
    })
    after(() => service.close())

    const ask = (key: string) => (headers: Record<string, string>) =>
      service.call({ url: '/zones', headers: { authorization: `Bearer ${key}`, ...headers } })

    test(`a key made in ${there} is refused in ${here}, which says where it belongs, without the database`, async () => {
      const { db } = service.services
      await sql`alter table api_keys rename to hidden_api_keys`.execute(db)
      try {
        await assertRefused(ask(newApiKey(there)), {
          status: 401,
          code: 'API_KEY_INVALID',
          ...wording[there],
          details: { environment: there },
        })
        assert.equal((await ask(newApiKey(here))({})).status, 500, 'the database is asked for one of ours')
      } finally {
        await sql`alter table hidden_api_keys rename to api_keys`.execute(db)
      }
    })

    test(`a key made in ${there} is refused in ${here} even if its hash were known there`, async () => {
      const key = newApiKey(there)
      await register(key)
      assert.equal((await ask(key)({})).status, 401)
    })

    test(`a key of before, whose checksum says no environment, still works in ${here}`, async () => {
      const body = `colis_live_${newBase62(32)}`
      const key = body + toBase62(crc32(body), 6)
      assert.equal((await ask(key)({})).body.details, undefined, 'while it is unknown')
      await register(key)
      assert.equal((await ask(key)({})).status, 200)
    })

    test(`a key made in ${here} works in ${here}`, async () => {
      assert.equal((await ask(shop.key)({})).status, 200)
    })

    const register = (key: string) =>
      insertApiKey(service.services.db, {
        shopId: shop.shopId,
        id: crypto.randomUUID(),
        sha256: apiKeyHash(key),
        scopes: [...scopes],
        label: null,
        createdAt: new Date(testStart),
      })
  }
})
