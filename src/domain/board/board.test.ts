import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Board, type BoardCourier, type BoardDelivery, boardChange, byUrgency } from './board.ts'

const delivery = (id: string, change: Partial<BoardDelivery> = {}): BoardDelivery => ({
  id,
  shopId: 'shop',
  shop: 'Boutique',
  cityId: 'cotonou',
  city: 'Cotonou',
  reference: `COL-${id}`,
  externalRef: null,
  customer: 'Mariam',
  status: 'IN_TRANSIT',
  createdAt: 0,
  statusSince: 0,
  wait: 'HANDOVER',
  waitSince: 0,
  lateAt: null,
  pickup: [6.35, 2.4],
  dropoff: null,
  from: null,
  to: null,
  courierId: null,
  courier: null,
  arrivesAt: null,
  amountFcfa: 0,
  payment: 'NOT_DUE',
  isPaymentWaiting: false,
  isCodeLocked: false,
  isCalledBack: false,
  problem: null,
  late: [],
  ...change,
})
const courier = (id: string, change: Partial<BoardCourier> = {}): BoardCourier => ({
  id,
  name: 'Koffi Mensah',
  cityIds: ['cotonou'],
  isOnDuty: true,
  carries: [],
  at: [6.35, 2.4],
  seenAt: 1,
  ...change,
})
const board = (version: number, deliveries: BoardDelivery[], couriers: BoardCourier[]): Board => ({
  version,
  at: new Date(version),
  deliveries: new Map(deliveries.map((each) => [each.id, each])),
  couriers: new Map(couriers.map((each) => [each.id, each])),
  hasMore: false,
})
const late = (...since: number[]) => since.map((at) => ({ reason: 'NO_COURIER' as const, since: at }))

test('a change holds what is new, what is other, what is gone, and who only moved', () => {
  const [same, other, gone, fresh] = [delivery('a'), delivery('b'), delivery('c'), delivery('d')]
  const [stays, moves, loads, leaves] = [courier('1'), courier('2'), courier('3'), courier('4')]
  const changed = delivery('b', { status: 'FAILED' })
  const loaded = courier('3', { carries: ['a'] })
  const after = [stays, courier('2', { at: [6.36, 2.41], seenAt: 2 }), loaded]
  assert.deepEqual(
    boardChange(
      board(1, [same, other, gone], [stays, moves, loads, leaves]),
      board(2, [same, changed, fresh], after),
    ),
    {
      version: 2,
      at: new Date(2),
      deliveries: [changed, fresh],
      goneDeliveries: ['c'],
      couriers: [loaded],
      moved: [['2', 6.36, 2.41, 2]],
      goneCouriers: ['4'],
      hasMore: false,
    },
  )
})

test('boards of the same rows differ in nothing, unless there is more than is shown', () => {
  const [one, rider] = [delivery('a'), courier('1')]
  const before = board(1, [one], [rider])
  assert.equal(boardChange(before, board(2, [one], [rider])), undefined)
  assert.equal(boardChange(before, { ...board(2, [one], [rider]), hasMore: true })?.hasMore, true)
})

test('what is late comes first, the longest at the front, then what waits longest', () => {
  const rows = [
    delivery('waits', { waitSince: 5 }),
    delivery('late', { late: late(50) }),
    delivery('waits longer', { waitSince: 4 }),
    delivery('later', { late: late(70, 40) }),
  ]
  assert.deepEqual(
    rows.toSorted(byUrgency).map(({ id }) => id),
    ['later', 'late', 'waits longer', 'waits'],
  )
})
