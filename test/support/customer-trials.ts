import { eraseCustomer } from '../../src/domain/customers/erase-customer.ts'
import { exportCustomer } from '../../src/domain/customers/export-customer.ts'
import { blockCustomer } from '../../src/domain/deliveries/blocking/block-customer.ts'
import { unblockCustomer } from '../../src/domain/deliveries/blocking/unblock-customer.ts'
import { exportDeliveries } from '../../src/domain/deliveries/finding/export-deliveries.ts'
import { closeProblem } from '../../src/domain/feedback/close-problem.ts'
import { listProblemsOf } from '../../src/domain/feedback/problem-report-store.ts'
import { reportProblem } from '../../src/domain/feedback/report-problem.ts'
import { takeProblem } from '../../src/domain/feedback/take-problem.ts'
import { bringTo } from './delivery-verbs.ts'
import type { TestService, TestShop } from './open-service.ts'

type Scene = { service: TestService; shop: TestShop; as: TestService['services'] }

let numbers = 0
const newPhone = () => `+22901688${String(++numbers).padStart(5, '0')}`
const masked = (phone: string) => `…${phone.slice(-4)}`
const reason = 'Demande écrite'
const values = { reason, until: null }

/** A problem that a customer reported and nobody has taken. */
async function problemOfNobody({ service, shop }: Scene): Promise<{ id: string; deliveryId: string }> {
  const key = await bringTo(service, shop, 'CANCELLED')
  const problem = { reason: 'DAMAGED', words: 'Tout est cassé', timesReported: 0 } as const
  await reportProblem(service.services, { ...key, linkVersion: 1 }, problem)
  const [report] = await listProblemsOf(service.services.db, key)
  return { id: report?.id ?? '', deliveryId: key.id }
}

/** What the verbs on customers and on all shops' deliveries write to the audit. */
export const customerTrials = {
  'block-customer': {
    subjectType: 'CUSTOMER',
    act: async ({ as }: Scene) => {
      const { phone } = await blockCustomer(as, { phone: newPhone(), ...values })
      return masked(phone)
    },
    before: null,
    after: values,
  },
  'unblock-customer': {
    subjectType: 'CUSTOMER',
    prepare: ({ as }: Scene) => blockCustomer(as, { phone: newPhone(), ...values }),
    act: async ({ as }: Scene, { phone }: { phone: string }) => {
      await unblockCustomer(as, { phone, reason: 'Il s’est excusé' })
      return masked(phone)
    },
    before: values,
    after: { unblockedBecause: 'Il s’est excusé' },
  },
  'export-customer': {
    subjectType: 'CUSTOMER',
    act: async ({ as }: Scene) => {
      const phone = newPhone()
      await exportCustomer(as, { phone, reason })
      return masked(phone)
    },
    before: null,
    after: { reason, deliveries: 0 },
  },
  'erase-customer': {
    subjectType: 'CUSTOMER',
    prepare: async ({ service, shop }: Scene) => {
      const phone = newPhone()
      await bringTo(service, shop, 'CANCELLED', { customer: { lastName: 'A', firstName: 'B', phone } })
      return phone
    },
    act: async ({ as }: Scene, phone: string) => {
      await eraseCustomer(as, { phone, reason })
      return masked(phone)
    },
    before: null,
    after: { reason, deliveries: 1, photos: 0, files: 0 },
  },
  'take-problem': {
    subjectType: 'DELIVERY',
    ofShop: true as const,
    prepare: problemOfNobody,
    act: async ({ as, shop }: Scene, { id, deliveryId }: { id: string; deliveryId: string }) => {
      await takeProblem(as, { shopId: shop.shopId, id })
      return deliveryId
    },
    before: { number: 1, problem: 'DAMAGED', standing: 'OPEN' },
    after: { number: 1, problem: 'DAMAGED', standing: 'TAKEN' },
  },
  'close-problem': {
    subjectType: 'DELIVERY',
    ofShop: true as const,
    prepare: problemOfNobody,
    act: async ({ as, shop }: Scene, { id, deliveryId }: { id: string; deliveryId: string }) => {
      await closeProblem(as, { shopId: shop.shopId, id }, 'Remboursée')
      return deliveryId
    },
    before: { number: 1, problem: 'DAMAGED', standing: 'OPEN' },
    after: { number: 1, problem: 'DAMAGED', standing: 'CLOSED' },
  },
  'export-deliveries': {
    subjectType: 'SERVICE',
    act: async ({ as }: Scene) => {
      const search = { typed: 'Dossou', country: 'BJ', filter: {}, allCityIds: [], now: as.clock.now() }
      await exportDeliveries(as, search, 'csv')
      return 'deliveries'
    },
    before: null,
    after: { format: 'csv', hasWords: true },
  },
}
