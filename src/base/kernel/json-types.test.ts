import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { Type } from 'typebox'
import { Nullable, Open } from './json-types.ts'

test('of an open answer only the described members are sent', async () => {
  const inner = Open({ kept: Type.String() })
  const app = Fastify()
  app.get(
    '/',
    { schema: { response: { 200: Open({ inner: Nullable(inner), none: Nullable(inner) }) } } },
    () => ({
      inner: { kept: 'yes', secret: 'no' },
      none: null,
      secret: 'no',
    }),
  )
  assert.deepEqual((await app.inject('/')).json(), { inner: { kept: 'yes' }, none: null })
  await app.close()
})
