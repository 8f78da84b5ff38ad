import { createHash } from 'node:crypto'
import type { Database } from '../../../base/database/open-database.ts'
import type { Clock } from '../../../base/kernel/clock.ts'
import { type SimulatedEnding, simulatedPayment, simulatedTransfer } from './magic-number.ts'
import type { MobileMoneyProvider, MoneyOrder, OrderOutcome } from './mobile-money-provider.ts'
import {
  countRefusedTransfers,
  findSimulatedPayment,
  insertSimulatedPayment,
} from './simulated-payment-store.ts'

/**
 * The provider of the sandbox: its customers answer by the last four digits of their phone, and what is sent
 * to a phone arrives unless its digits say otherwise, all after 5 s. It stores orders in a table of its own,
 * as an external provider would, so that they survive a restart.
 */
export function simulatedProvider({ db, clock }: { db: Database; clock: Clock }): MobileMoneyProvider {
  const endingOf = ({ afterMs, ...ending }: SimulatedEnding) => ({
    ...ending,
    answersAt: new Date(clock.now().getTime() + afterMs),
  })

  async function statusOf({ id }: MoneyOrder): Promise<OrderOutcome> {
    const payment = await findSimulatedPayment(db, id)
    if (!payment) return { state: 'UNKNOWN' }
    if (clock.now() < payment.answersAt || payment.answer === 'PENDING') return { state: 'PENDING' }
    return payment.reason === null ? { state: 'PAID' } : { state: 'REFUSED', reason: payment.reason }
  }

  async function send({ id, phone }: MoneyOrder): Promise<OrderOutcome> {
    const phoneSha256 = createHash('sha256').update(phone).digest('hex')
    const ending = simulatedTransfer(phone, await countRefusedTransfers(db, phoneSha256))
    await insertSimulatedPayment(db, id, { ...endingOf(ending), phoneSha256 })
    return { state: 'PENDING' }
  }

  return {
    name: 'simulated',
    isSimulated: true,
    requestToPay: async ({ id, phone }) => {
      await insertSimulatedPayment(db, id, {
        ...endingOf(simulatedPayment(phone)),
        phoneSha256: null,
      })
      return { state: 'PENDING' }
    },
    paymentStatus: statusOf,
    payOut: send,
    payoutStatus: statusOf,
    refunds: { give: send, status: statusOf },
  }
}
