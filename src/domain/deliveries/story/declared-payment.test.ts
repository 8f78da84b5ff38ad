import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PaymentStatus } from '../../../contract/vocabulary.ts'
import { wasDenied } from '../../money/payments/payment-status.ts'
import { type DeclaredPayment, declaredPayment } from './declared-payment.ts'
import type { StoryLine } from './delivery-story.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute))

/** A story with a line of the payment each minute. */
const storyOf = (statuses: readonly PaymentStatus[]): StoryLine[] => [
  { kind: 'COURIER_ARRIVED', at: at(0), actor: null },
  ...statuses.map(
    (status, index): StoryLine => ({
      kind: 'PAYMENT',
      at: at(index),
      actor: null,
      status,
      isDenial: wasDenied(statuses.slice(0, index + 1)),
      note: null,
    }),
  ),
]

const [asked, declared] = ['AWAITING_CUSTOMER', 'AWAITING_MERCHANT'] as const

describe('how a declared payment stands', () => {
  const cases: [string, PaymentStatus[], DeclaredPayment | null][] = [
    ['nothing has happened to it', [], null],
    ['the customer is asked to pay', [asked], null],
    [
      'the customer has declared it',
      [asked, declared],
      { standing: 'DECLARED', since: at(1), timesDenied: 0 },
    ],
    ['it was denied', [asked, declared, asked], { standing: 'DENIED', since: at(2), timesDenied: 1 }],
    [
      'it was declared again',
      [asked, declared, asked, declared],
      { standing: 'DECLARED', since: at(3), timesDenied: 1 },
    ],
    [
      'it was denied twice',
      [asked, declared, asked, declared, asked],
      { standing: 'DENIED', since: at(4), timesDenied: 2 },
    ],
    ['it was confirmed', [asked, declared, asked, 'PAID'], null],
    ['it was withdrawn', [asked, declared, 'NOT_REQUESTED'], null],
    ['it failed and is asked for again', ['FAILED', asked], null],
  ]
  for (const [what, statuses, expected] of cases)
    test(`when ${what}: ${expected?.standing ?? 'nothing to say'}`, () =>
      assert.deepEqual(declaredPayment(storyOf(statuses)), expected))
})
