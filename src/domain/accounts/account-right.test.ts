import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountRights, hasRight } from './account-right.ts'

test('staff may sell and nothing else; owners and operators may do everything', () => {
  const allowed = (role: 'OWNER' | 'STAFF' | 'OPERATOR') =>
    accountRights.filter((right) => hasRight(role, right))
  assert.deepEqual(allowed('STAFF'), ['SELL'])
  assert.deepEqual(allowed('OWNER'), [...accountRights])
  assert.deepEqual(allowed('OPERATOR'), [...accountRights])
})
