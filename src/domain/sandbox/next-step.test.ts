import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../base/contract/errors.ts'
import { deliveryStatuses } from '../../base/contract/vocabulary.ts'
import { nextStep, type Outcome } from './next-step.ts'

// Written by hand from spec section 3 and decision 25.
const steps: Record<string, string> = {
  AWAITING_LOCATION: 'locate',
  SEARCHING_COURIER: 'assign',
  ASSIGNED: 'pickUp',
  IN_TRANSIT: 'handOver',
  'IN_TRANSIT FAILED': 'fail',
  'FAILED RETURNED': 'return',
  'AWAITING_LOCATION EXPIRED': 'expire',
  'SEARCHING_COURIER EXPIRED': 'expire',
}
const outcomes: (Outcome | undefined)[] = [undefined, 'FAILED', 'RETURNED', 'EXPIRED']

for (const status of deliveryStatuses) {
  for (const outcome of outcomes) {
    const step = steps[outcome ? `${status} ${outcome}` : status]
    test(`the sandbox step from ${status}${outcome ? ` towards ${outcome}` : ''} is ${step ?? 'refused'}`, () => {
      if (step) assert.equal(nextStep(status, outcome), step)
      else assert.throws(() => nextStep(status, outcome), new ApiError('NO_NEXT_STEP', { status, outcome }))
    })
  }
}
