import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { errorSender, useErrorHandler } from './error-handler.ts'
import { healthRoutes } from './health-routes.ts'
import { makeReadiness } from './readiness.ts'
import { responseLanguageSetter, useResponseLanguage } from './response-language.ts'

test('a process is ready while its database can be written, and no more once it is stopping', async () => {
  const app = Fastify()
  useResponseLanguage(app, 'en', responseLanguageSetter('en'))
  useErrorHandler(app, { methodsOf: () => [], isLiteral: () => false }, errorSender('http://colis.test'))
  let refusal: Error | undefined
  const readiness = makeReadiness(async () => {
    if (refusal) throw refusal
  })
  await app.register(healthRoutes, { readiness, cell: '' })
  const answers = async () => {
    const [live, ready] = await Promise.all(
      ['live', 'ready'].map((name) => app.inject({ url: `/health/${name}` })),
    )
    return [live?.statusCode, ready?.statusCode, ready?.headers['retry-after'], ready?.json().code]
  }

  assert.deepEqual(await answers(), [200, 200, undefined, undefined])
  refusal = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
  assert.deepEqual(await answers(), [200, 503, '2', 'SERVICE_UNAVAILABLE'])
  refusal = undefined
  assert.deepEqual(await answers(), [200, 200, undefined, undefined])
  readiness.stop()
  assert.deepEqual(await answers(), [200, 503, '2', 'SERVICE_UNAVAILABLE'])
  await app.close()
})
