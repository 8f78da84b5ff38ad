import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doorErrors } from './door-errors.ts'
import { ApiError, type ErrorCode, errorBody, errors, exampleError } from './errors.ts'
import { partnerErrors } from './partner-errors.ts'
import { validationFailed } from './validation-fault.ts'

for (const code of Object.keys(errors) as ErrorCode[]) {
  test(`the error ${code} has a complete text in both languages`, () => {
    const [fr, en] = [errorBody(exampleError(code), 'fr'), errorBody(exampleError(code), 'en')]
    assert.notEqual(fr.message, en.message)
    for (const { message } of [fr, en]) {
      assert.doesNotMatch(message, /undefined|null|NaN|\[object/)
      assert.match(message, /[.?]$/)
    }
    assert.match(fr.message, /^[^']*$/, 'French takes ’ for an apostrophe')
    assert.deepEqual([fr.code, fr.statusCode], [code, errors[code].status])
  })
}

test('an error without details has none in its body (spec section 7)', () => {
  assert.deepEqual(errorBody(new ApiError('API_KEY_MISSING'), 'en'), {
    statusCode: 401,
    code: 'API_KEY_MISSING',
    message: 'Send your API key in the header "Authorization: Bearer <API_KEY>".',
  })
})

test('an error of partners links to its entry on the pages, in the language of the caller', () => {
  const publicUrl = 'https://colis.example'
  assert.deepEqual(errorBody(new ApiError('API_KEY_MISSING'), 'fr', publicUrl).details, {
    docs: 'https://colis.example/docs/fr/errors#API_KEY_MISSING',
  })
  assert.deepEqual(
    errorBody(new ApiError('SCOPE_REQUIRED', { scope: 'quotes:read' }), 'en', publicUrl).details,
    {
      scope: 'quotes:read',
      docs: 'https://colis.example/docs/en/errors#SCOPE_REQUIRED',
    },
  )
})

test('an error of our own pages links nowhere', () => {
  for (const code of Object.keys(doorErrors) as ErrorCode[]) {
    const plain = errorBody(exampleError(code), 'fr')
    assert.deepEqual(errorBody(exampleError(code), 'fr', 'https://colis.example'), plain)
  }
})

/** Faults of a request, and how the message counts them. */
const counts: [faults: number, en: string, fr: string][] = [
  [1, 'customer.phone is required.', 'customer.phone est obligatoire.'],
  [
    2,
    'customer.phone is required. There is 1 more fault: see details.issues.',
    'customer.phone est obligatoire. Il y a 1 autre erreur : voyez details.issues.',
  ],
  [
    3,
    'customer.phone is required. There are 2 more faults: see details.issues.',
    'customer.phone est obligatoire. Il y a 2 autres erreurs : voyez details.issues.',
  ],
]

for (const [issueCount, en, fr] of counts)
  test(`a request with ${issueCount} faults is refused with the first, and how many more there are`, () => {
    const fault = { field: '/customer/phone', rule: 'required' }
    const wording = { en: 'is required', fr: 'est obligatoire' }
    const error = validationFailed(Array.from({ length: issueCount }, () => ({ ...fault, wording })))
    assert.deepEqual([errorBody(error, 'en').message, errorBody(error, 'fr').message], [en, fr])
  })

test('a first fault that asks a question keeps its question mark', () => {
  const wording = { en: 'is not a known field; did you mean dropoff?', fr: 'n’est pas un champ connu' }
  const error = validationFailed([{ field: '/dropof', rule: 'additionalProperties', wording }])
  assert.equal(errorBody(error, 'en').message, 'dropof is not a known field; did you mean dropoff?')
})

test('the text of an error is chosen when it is rendered', () => {
  const error = new ApiError('SCOPE_REQUIRED', { scope: 'deliveries:write' })
  assert.deepEqual(errorBody(error, 'fr'), {
    statusCode: 403,
    code: 'SCOPE_REQUIRED',
    message: 'Cette clé d’API n’a pas le droit deliveries:write.',
    details: { scope: 'deliveries:write' },
  })
})

test('an error belongs either to the partner API or to our own pages, never to both', () => {
  const ofBoth = Object.keys(partnerErrors).filter((code) => code in doorErrors)
  assert.deepEqual(ofBoth, [])
})
