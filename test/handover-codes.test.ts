import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { runCommandLine } from '../src/cli/command-line.ts'
import { listAudit } from '../src/domain/audit/audit-store.ts'
import { unlockCode } from '../src/domain/deliveries/codes/unlock-code.ts'
import { type DeliveryKey, listHistory } from '../src/domain/deliveries/delivery-store.ts'
import { changePayment } from '../src/domain/deliveries/payment/change-payment.ts'
import { handOverParcel } from '../src/domain/deliveries/transitions/hand-over-parcel.ts'
import { pickUpParcel } from '../src/domain/deliveries/transitions/pick-up-parcel.ts'
import { returnWithCode } from '../src/domain/deliveries/transitions/return-with-code.ts'
import type { PaymentTransition } from '../src/domain/money/payments/payment-status.ts'
import { onEachDatabase } from './support/databases.ts'
import { assertVerbRefused, bringTo, eventsOf, rowOf } from './support/delivery-verbs.ts'
import { openService, type TestService, testStart } from './support/open-service.ts'
import type { Refusal } from './support/refusal.ts'

const minuteMs = 60_000

/** The codes of a delivery: who asks for which, and what it opens. */
const codes = [
  { what: 'pickup', from: 'ASSIGNED', to: 'IN_TRANSIT', enter: pickUpParcel },
  { what: 'confirmation', from: 'IN_TRANSIT', to: 'DELIVERED', enter: handOverParcel },
  { what: 'return', from: 'FAILED', to: 'RETURNED', enter: returnWithCode },
] as const

onEachDatabase((open) => {
  let service: TestService
  before(async () => {
    service = await openService(await open())
  })
  beforeEach(() => service.clock.set(testStart))
  after(() => service.close())

  for (const { what, from, to, enter } of codes) {
    describe(`the ${what} code (decision 26)`, () => {
      const codeOf = async (key: DeliveryKey) => (await rowOf(service, key))[`${what}_code`] ?? ''
      const triesOf = async (key: DeliveryKey) => {
        const row = await rowOf(service, key)
        return [row[`${what}_code_tries`], row[`${what}_code_locked_until`]?.toISOString() ?? null]
      }
      const newDelivery = async () => bringTo(service, await service.openShop(), from)

      /** Enters a code of the right form that is not the right one. */
      async function enterWrongCode(key: DeliveryKey, triesLeft: number): Promise<void> {
        const wrong = String((Number(await codeOf(key)) + 1) % 10_000).padStart(4, '0')
        await assertVerbRefused(enter(service.services, key, wrong), codeWrong(triesLeft))
      }

      async function enterRightCode(key: DeliveryKey): Promise<void> {
        const { status } = await enter(service.services, key, await codeOf(key))
        assert.equal(status, to)
      }

      test(`the ${what} code has four digits, and entering it makes the delivery ${to}`, async () => {
        const key = await newDelivery()
        assert.match(await codeOf(key), /^\d{4}$/)

        await enterRightCode(key)
      })

      test(`a wrong ${what} code is refused with the number of tries left, and the delivery stays as it is`, async () => {
        const key = await newDelivery()
        const before = await stateOf(key)

        for (const triesLeft of [4, 3, 2, 1, 0]) await enterWrongCode(key, triesLeft)

        assert.deepEqual(await stateOf(key), before)
        assert.deepEqual(await triesOf(key), [5, '2026-11-21T10:15:00.000Z'])
      })

      test(`five wrong tries lock the ${what} code for 15 minutes, even for the right one`, async () => {
        const key = await newDelivery()
        for (const triesLeft of [4, 3, 2, 1, 0]) await enterWrongCode(key, triesLeft)
        const right = await codeOf(key)

        for (const [passedMs, seconds, minutes] of [
          [0, 900, 15],
          [1, 900, 15],
          [5 * minuteMs, 600, 10],
          [14 * minuteMs + 1000, 59, 1],
          [15 * minuteMs - 1, 1, 1],
        ] as const) {
          service.clock.set(testStart)
          service.clock.forward(passedMs)
          await assertVerbRefused(enter(service.services, key, right), codeLocked(seconds, minutes))
        }

        service.clock.set('2026-11-21T10:15:00.000Z')
        await enterRightCode(key)
        assert.deepEqual(await triesOf(key), [0, null])
      })

      test(`a try while the ${what} code is locked is not counted and does not prolong the lock`, async () => {
        const key = await newDelivery()
        for (const triesLeft of [4, 3, 2, 1, 0]) await enterWrongCode(key, triesLeft)
        service.clock.forward(10 * minuteMs)

        await assertVerbRefused(enter(service.services, key, 'none'), codeLocked(300, 5))

        assert.deepEqual(await triesOf(key), [5, '2026-11-21T10:15:00.000Z'])
      })

      test(`the ${what} code has five new tries once unlocked, and locks again after them`, async () => {
        const key = await newDelivery()
        for (const triesLeft of [4, 3, 2, 1, 0]) await enterWrongCode(key, triesLeft)
        service.clock.forward(15 * minuteMs)

        for (const triesLeft of [4, 3, 2, 1, 0]) await enterWrongCode(key, triesLeft)

        assert.deepEqual(await triesOf(key), [5, '2026-11-21T10:30:00.000Z'])
        await assertVerbRefused(enter(service.services, key, await codeOf(key)), codeLocked(900, 15))
      })

      test(`the right ${what} code resets the count of wrong tries`, async () => {
        const key = await newDelivery()
        for (const triesLeft of [4, 3, 2, 1]) await enterWrongCode(key, triesLeft)
        assert.deepEqual(await triesOf(key), [4, null])

        await enterRightCode(key)

        assert.deepEqual(await triesOf(key), [0, null])
      })

      test(`the ${what} code is compared exactly, so spaces, full-width digits and missing digits are wrong`, async () => {
        const key = await newDelivery()
        const right = await codeOf(key)

        for (const entered of ['', right.slice(1), ` ${right}`, `${right}0`]) {
          const triesLeft = 4 - Number((await triesOf(key))[0])
          await assertVerbRefused(enter(service.services, key, entered), codeWrong(triesLeft))
        }
        const fullWidth = [...right].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')
        await assertVerbRefused(enter(service.services, key, fullWidth), codeWrong(0))
      })

      test(`the tries of the ${what} code are counted for each delivery by itself`, async () => {
        const [one, other] = [await newDelivery(), await newDelivery()]
        for (const triesLeft of [4, 3, 2, 1, 0]) await enterWrongCode(one, triesLeft)

        assert.deepEqual(await triesOf(other), [0, null])
        await enterRightCode(other)
      })

      test(`a locked ${what} code alerts the operator once for each lock, without a digit of the code`, async () => {
        const key = await newDelivery()
        const emitted = () =>
          service.logged
            .filter((line) => line.includes(key.id))
            .map((line) => JSON.parse(line))
            .map(({ level, msg, deliveryId, lockedCode }) => ({ level, msg, deliveryId, lockedCode }))
        const line = {
          level: 50,
          msg: 'A code is locked after too many wrong tries.',
          deliveryId: key.id,
          lockedCode: what,
        }

        for (const triesLeft of [4, 3, 2, 1]) await enterWrongCode(key, triesLeft)
        assert.deepEqual(emitted(), [])
        await enterWrongCode(key, 0)
        await assertVerbRefused(enter(service.services, key, await codeOf(key)), codeLocked(900, 15))
        assert.deepEqual(emitted(), [line])
        service.clock.forward(15 * minuteMs)
        for (const triesLeft of [4, 3, 2, 1, 0]) await enterWrongCode(key, triesLeft)
        assert.deepEqual(emitted(), [line, line])
      })

      test(`the ${what} code can be unlocked only by the operator after its third lock`, async () => {
        const key = await newDelivery()
        const lock = async () => {
          for (const triesLeft of [4, 3, 2, 1, 0]) await enterWrongCode(key, triesLeft)
        }
        for (const _ of [1, 2]) {
          await lock()
          service.clock.forward(15 * minuteMs)
        }
        await lock()
        const right = await codeOf(key)
        for (const forwardMs of [0, 15 * minuteMs, 3 * 24 * 60 * minuteMs]) {
          service.clock.forward(forwardMs)
          await assertVerbRefused(enter(service.services, key, right), codeClosed)
        }
        const last = service.logged
          .map((line) => JSON.parse(line))
          .findLast((line) => line.deliveryId === key.id)
        assert.deepEqual([last.level, last.lockedCode], [50, what])
        assert.match(last.msg, /colis deliveries unlock-code/)

        const opened = await runCommandLine(
          ['deliveries', 'unlock-code', '--shop', key.shopId, '--delivery', key.id, '--json'],
          { services: async () => service.services, folder: process.cwd() },
        )
        const { reference } = await rowOf(service, key)
        assert.deepEqual(
          { ...opened, stdout: JSON.parse(opened.stdout) },
          { stdout: { deliveryId: key.id, reference, unlocked: [what] }, stderr: '', exitCode: 0 },
        )
        assert.deepEqual(await triesOf(key), [0, null])
        const [line] = await listAudit(service.services.db, { subjectId: key.id, limit: 1 })
        assert.deepEqual(
          [line?.actor, line?.action, line?.before, line?.after],
          ['CLI', 'unlock-code', { reference, lockedCodes: [what] }, { reference, lockedCodes: [] }],
        )
        await enterWrongCode(key, 4)
        await enterRightCode(key)
      })

      test(`unlocking a ${what} code that is not locked is refused`, async () => {
        const key = await newDelivery()
        await assertVerbRefused(unlockCode(service.services, key), {
          status: 409,
          code: 'CODE_NOT_LOCKED',
          en: 'No code of this delivery is locked.',
          fr: 'Aucun code de cette livraison n’est bloqué.',
        })
      })

      /** What a wrong code must not change: everything but its count. */
      async function stateOf(key: DeliveryKey) {
        const count = {
          [`${what}_code_tries`]: 'any',
          [`${what}_code_locked_until`]: 'any',
          [`${what}_code_locks`]: 'any',
          version: 'any',
        }
        return {
          row: { ...(await rowOf(service, key)), ...count },
          history: await listHistory(service.services.db, key),
          events: await eventsOf(service, key),
        }
      }
    })
  }

  test('the tries of each code of a delivery are counted separately', async () => {
    const key = await bringTo(service, await service.openShop(), 'ASSIGNED')
    const { pickup_code: pickupCode, confirmation_code: confirmationCode } = await rowOf(service, key)
    for (const triesLeft of [4, 3, 2, 1])
      await assertVerbRefused(pickUpParcel(service.services, key, 'none'), codeWrong(triesLeft))
    await pickUpParcel(service.services, key, pickupCode)

    await assertVerbRefused(handOverParcel(service.services, key, 'none'), codeWrong(4))
    assert.equal((await handOverParcel(service.services, key, confirmationCode)).status, 'DELIVERED')
  })

  describe('the courier never handles money (decision 33)', () => {
    const payment = { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000 }
    const unsettled: [PaymentTransition[], string][] = [
      [[], 'AWAITING_CUSTOMER'],
      [['declarePaid'], 'AWAITING_MERCHANT'],
      [['refuse'], 'REFUSED'],
      [['fail'], 'FAILED'],
    ]

    for (const [transitions, paymentStatus] of unsettled) {
      test(`a parcel whose payment is ${paymentStatus} is not handed over, and no try is counted`, async () => {
        const key = await bringTo(service, await service.openShop(), 'IN_TRANSIT', { payment })
        for (const transition of transitions) await changePayment(service.services, key, transition)
        const before = await rowOf(service, key)

        for (const entered of [before.confirmation_code, 'none']) {
          await assertVerbRefused(handOverParcel(service.services, key, entered), {
            status: 409,
            code: 'PAYMENT_NOT_SETTLED',
            en: `The parcel is handed over once it is paid; the payment is ${paymentStatus}.`,
            fr: `Le colis se remet une fois payé ; le paiement est ${paymentStatus}.`,
            details: { paymentStatus },
          })
        }

        assert.deepEqual(await rowOf(service, key), before)
      })
    }

    test('a parcel that is paid is handed over', async () => {
      const key = await bringTo(service, await service.openShop(), 'IN_TRANSIT', { payment })
      await changePayment(service.services, key, 'confirm')
      const { confirmation_code: code } = await rowOf(service, key)

      assert.equal((await handOverParcel(service.services, key, code)).status, 'DELIVERED')
    })
  })
})

const codeWrong = (triesLeft: number): Refusal => ({
  status: 422,
  code: 'CODE_WRONG',
  en: `This code is wrong. Tries left: ${triesLeft}.`,
  fr: `Ce code est faux. Essais restants : ${triesLeft}.`,
  details: { triesLeft },
})

const codeLocked = (retryAfterSeconds: number, minutes: number): Refusal => ({
  status: 423,
  code: 'CODE_LOCKED',
  en: `Too many wrong codes. Try again in ${minutes} min.`,
  fr: `Trop de codes faux. Réessayez dans ${minutes} min.`,
  details: { retryAfterSeconds },
})

const codeClosed: Refusal = {
  status: 423,
  code: 'CODE_CLOSED',
  en: 'Too many wrong codes: only the operator can open this code again.',
  fr: 'Trop de codes faux : seul l’exploitant du service peut débloquer ce code.',
}
