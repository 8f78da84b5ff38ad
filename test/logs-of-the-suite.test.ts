import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readWatchedLogs, secretForms, secretsIn } from './support/watched-logs.ts'

describe('what all services of the suite logged', () => {
  const logs = readWatchedLogs()
  const skip = logs ? false : 'It looks at what the whole suite logs: run npm test.'

  test('no line holds a secret, a code, a phone number or a person’s data', { skip }, (t) => {
    const count = (of: 'lines' | 'answered') => (logs ?? []).reduce((sum, log) => sum + log[of], 0)
    t.diagnostic(`${count('lines')} lines, ${count('answered')} of them of answered requests`)
    assert.deepEqual(Object.assign({}, ...(logs ?? []).map(({ found }) => found)), {})
    assert.ok(count('answered') > 0)
  })
})

for (const { what, example } of secretForms)
  test(`the search finds ${what}`, () => {
    assert.ok(secretsIn(JSON.stringify(example)).includes(what))
    assert.ok(
      secretsIn(JSON.stringify({ level: 30, err: { message: JSON.stringify(example) } })).includes(what),
    )
    const encoded = JSON.stringify(example).replaceAll(/[+@=]/g, encodeURIComponent)
    assert.ok(secretsIn(JSON.stringify({ level: 30, path: encoded })).includes(what))
  })

test('the search takes no identifier, moment, place in a file or word for a secret', () => {
  for (const line of [
    {
      level: 30,
      time: 1795040471234,
      pid: 1971,
      hostname: 'vm-0197000001x',
      requestId: '0192f0c1-7a3e-7c11-8471-019700000112',
      method: 'GET',
      path: '/api/v1/partner/deliveries/0192f0c1-7a3e-7c11-8471-019700000112/…',
      route: '/api/v1/partner/deliveries/:id',
      status: 200,
      durationMs: 12.3,
      msg: 'answered',
    },
    { level: 30, code: 'API_KEY_INVALID', msg: 'refused' },
    { level: 50, err: { code: '23514', constraint: 'nothing_is_taken', stack: 'at a (/b.ts:1971:20)' } },
    { level: 40, err: { message: 'connect ECONNREFUSED 127.0.0.1:5432', code: 'ECONNREFUSED' } },
    { level: 30, at: '2026-11-21T10:00:00.000+01:00', sum: 'a'.repeat(64), reference: 'COL-7K2M9Q' },
  ])
    assert.deepEqual(secretsIn(JSON.stringify(line)), [])
})
