import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../contract/errors.ts'
import { type DeliveryStatus, deliveryStatuses } from '../../contract/vocabulary.ts'
import { nextStep, type Outcome, outcomes } from './next-step.ts'

/** The step from each status, alone and towards each outcome; by hand from spec section 3 and decision 25. */
// biome-ignore format: the table is read by column
const steps: Partial<Record<DeliveryStatus, readonly (string | undefined)[]>> = {
  //                   no outcome  DELIVERED   FAILED     RETURNED   EXPIRED
  AWAITING_LOCATION: ['locate',   'locate',   'locate',  'locate',  'expire'],
  SEARCHING_COURIER: ['assign',   'assign',   'assign',  'assign',  'expire'],
  ASSIGNED:          ['pickUp',   'pickUp',   'pickUp',  'pickUp',  undefined],
  IN_TRANSIT:        ['handOver', 'handOver', 'fail',    'fail',    undefined],
  FAILED:            [undefined,  undefined,  undefined, 'return',  undefined],
}

/** From where each of them works. */
const froms: readonly DeliveryStatus[][] = [
  ['AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT'],
  ['AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT'],
  ['AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT'],
  ['AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT', 'FAILED'],
  ['AWAITING_LOCATION', 'SEARCHING_COURIER'],
]

const asked: (Outcome | undefined)[] = [undefined, 'DELIVERED', 'FAILED', 'RETURNED', 'EXPIRED']

test('the endings that may be asked for are these four', () => {
  assert.deepEqual([undefined, ...outcomes], asked)
})

for (const status of deliveryStatuses) {
  for (const [column, outcome] of asked.entries()) {
    const step = steps[status]?.[column]
    test(`the sandbox step from ${status} towards ${outcome ?? 'any end'} is ${step ?? 'refused'}`, () => {
      if (step) return assert.equal(nextStep(status, outcome), step)
      const from = froms[column] ?? []
      assert.throws(() => nextStep(status, outcome), new ApiError('NO_NEXT_STEP', { status, outcome, from }))
    })
  }
}
