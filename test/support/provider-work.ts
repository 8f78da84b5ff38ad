import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { DeliveryKey } from '../../src/domain/deliveries/delivery-store.ts'
import type {
  MobileMoneyProvider,
  MoneyOrder,
} from '../../src/domain/money/mobile-money/mobile-money-provider.ts'
import {
  listPaymentRequests,
  type PaymentRequestRow,
} from '../../src/domain/money/mobile-money/payment-request-store.ts'
import { processDueRequests } from '../../src/domain/money/mobile-money/process-payment-requests.ts'
import { enqueuePaymentRequests } from '../../src/domain/money/mobile-money/start-payment-requests.ts'
import { processDueTransfers } from '../../src/domain/money/transfers/process-transfers.ts'
import { bringTo, rowOf } from './delivery-verbs.ts'
import { consumeAll } from './event-work.ts'
import type { TestService, TestShop } from './open-service.ts'
import type { ProviderServer } from './provider-server.ts'

const secure = { payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 5000, collection: 'SECURE' } }

/** A service whose mobile money goes through a provider on this machine, worked on by the verbs of its loops. */
export function providerWork(service: TestService, shop: TestShop, server: ProviderServer) {
  const reported: string[] = []
  const deps = {
    ...service.services,
    answerMs: 1_500,
    onError: (message: string, error: unknown) =>
      void reported.push(`${message} ${(error as Error).message}`),
  }
  const provider = service.services.mobileMoney.providers.named(server.name) as MobileMoneyProvider

  return {
    deps,
    provider,
    /** The errors that were logged. */
    reported,
    round: (answerMs = deps.answerMs) => processDueRequests({ ...deps, answerMs }, randomUUID()),
    /** Moves the clock on and does one round. */
    roundAfter: async (ms: number) => {
      service.clock.forward(ms)
      await processDueRequests(deps, randomUUID())
    },
    transferRound: async (ms = 0) => {
      service.clock.forward(ms)
      await processDueTransfers(deps, randomUUID())
    },
    /** A parcel on its way whose customer is still to be asked to pay 5,600 FCFA. */
    pickedUp: async (): Promise<DeliveryKey> => {
      const key = await bringTo(service, shop, 'IN_TRANSIT', secure)
      await consumeAll(service.services, enqueuePaymentRequests(deps))
      return key
    },
    requestOf: async (key: DeliveryKey): Promise<PaymentRequestRow> => {
      const [request] = await listPaymentRequests(service.services.db, key)
      assert.ok(request)
      return request
    },
    paymentOf: async (key: DeliveryKey) => (await rowOf(service, key)).payment_status,
    /** What only a person can mend, as it was logged for the operator. */
    alerts: (): string[] =>
      service.logged
        .map((line) => JSON.parse(line))
        .filter(({ level }: { level: number }) => level >= 50)
        .map(({ msg }: { msg: string }) => msg),
    /** Fails when anything that was logged or reported holds a credential or a whole phone number. */
    assertDiscreet: () => {
      const text = [...service.logged, ...reported].join('\n')
      for (const secret of [...server.secrets, '2290197000001', '0197000001'])
        assert.ok(!text.includes(secret), `${secret} was logged`)
    },
  }
}

export type ProviderWork = ReturnType<typeof providerWork>

let made = 0

/** An order as a loop gives it to a provider. */
export const moneyOrder = (changes: Partial<MoneyOrder> = {}): MoneyOrder => ({
  id: `0192f0c1-7a3e-7c11-9d5b-${String(++made).padStart(12, '0')}`,
  phone: '+2290197000001',
  amountFcfa: 5_600,
  currency: 'XOF',
  reference: 'LIV-2QX7',
  providerRef: null,
  ...changes,
})
