import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doorErrors } from './door-errors.ts'
import { ApiError, type ErrorCode, errorBody, errors, exampleError } from './errors.ts'
import { partnerErrors } from './partner-errors.ts'

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
