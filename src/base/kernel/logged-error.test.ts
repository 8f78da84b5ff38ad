import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorSummary, loggedError } from './logged-error.ts'

test('the row and the values that a database error carries are not logged', () => {
  const error = Object.assign(new Error('new row violates check constraint "sizes_are_known"'), {
    name: 'DatabaseError',
    code: '23514',
    constraint: 'sizes_are_known',
    detail: 'Failing row contains (Dossou, Afi, +2290197000001).',
    where: 'SQL statement',
    query: 'insert into deliveries …',
    params: ['Dossou', 'Afi', '+2290197000001'],
  })

  const { stack, ...logged } = loggedError(error)

  assert.match(stack ?? '', /logged-error\.test/)
  assert.deepEqual(logged, {
    type: 'DatabaseError',
    message: 'new row violates check constraint "sizes_are_known"',
    code: '23514',
    constraint: 'sizes_are_known',
  })
})

test('causes, and the errors of what failed in several ways, are logged without their values too', () => {
  const refused = (port: number) =>
    Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), { code: 'ECONNREFUSED', port })
  const error = new Error('The database cannot be opened.', {
    cause: new AggregateError([refused(5432), refused(5433)]),
  })

  assert.deepEqual(withoutStacks(loggedError(error)), {
    type: 'Error',
    message: 'The database cannot be opened.',
    cause: {
      type: 'AggregateError',
      message: '',
      errors: [
        { type: 'Error', message: 'connect ECONNREFUSED 127.0.0.1:5432', code: 'ECONNREFUSED' },
        { type: 'Error', message: 'connect ECONNREFUSED 127.0.0.1:5433', code: 'ECONNREFUSED' },
      ],
    },
  })
})

test('only the type of a thrown value that is no Error is logged', () => {
  assert.deepEqual(loggedError({ phone: '+2290197000001' }), {
    type: 'object',
    message: 'Something other than an Error.',
  })
})

test('the summary of an error names what it was and where, and quotes none of its data', () => {
  const refused = Object.assign(new Error('invalid input syntax for type uuid: "Afi"\n    at Dossou'), {
    name: 'DatabaseError',
    code: '22P02',
    constraint: 'sizes_are_known',
    detail: 'Afi',
  })
  const summary = errorSummary(refused)
  assert.match(
    summary,
    /^DatabaseError 22P02 sizes_are_known at .*src\/base\/kernel\/logged-error\.test\.ts:\d+:\d+\)?$/,
  )
  assert.doesNotMatch(summary, /Afi|Dossou|file:/)
  assert.equal(errorSummary('Afi'), 'string')
})

const withoutStacks = (logged: object): unknown =>
  JSON.parse(JSON.stringify(logged, (name, value) => (name === 'stack' ? undefined : value)))
