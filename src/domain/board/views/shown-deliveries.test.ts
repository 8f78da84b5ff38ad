import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BoardDelivery } from '../board.ts'
import { type BoardFilter, shownBy } from './shown-deliveries.ts'

const row: BoardDelivery = {
  id: 'a',
  shopId: 'shop',
  shop: 'Chez Afi',
  cityId: 'cotonou',
  city: 'Cotonou',
  reference: 'COL-7K2M9Q',
  externalRef: 'CMD-7',
  customer: 'Sèna',
  status: 'IN_TRANSIT',
  createdAt: 0,
  statusSince: 0,
  wait: 'HANDOVER',
  waitSince: 0,
  lateAt: null,
  pickup: [6.35, 2.4],
  dropoff: [6.36, 2.45],
  from: 'Ganhi',
  to: { id: 'akpakpa', name: 'Akpakpa' },
  courierId: 'koffi',
  courier: 'Koffi',
  arrivesAt: null,
  amountFcfa: 8_500,
  payment: 'AWAITING_MERCHANT',
  isPaymentWaiting: true,
  isCodeLocked: false,
  isCalledBack: false,
  problem: null,
  late: [{ reason: 'PAYMENT_UNANSWERED', since: 1 }],
}
const searching: BoardDelivery = {
  ...row,
  status: 'SEARCHING_COURIER',
  wait: 'COURIER',
  to: null,
  courierId: null,
  courier: null,
  payment: 'NOT_DUE',
  late: [],
}

const cases: [filter: BoardFilter, isShown: boolean, isSearchingShown: boolean][] = [
  [{}, true, true],
  [{ view: 'late' }, true, false],
  [{ view: 'no-courier' }, false, true],
  [{ view: 'payment' }, true, false],
  [{ view: 'handover' }, true, false],
  [{ view: 'return' }, false, false],
  [{ cityId: 'cotonou' }, true, true],
  [{ cityId: 'parakou' }, false, false],
  [{ zoneId: 'akpakpa' }, true, false],
  [{ shopId: 'another' }, false, false],
  [{ courierId: 'koffi' }, true, false],
  [{ status: 'IN_TRANSIT' }, true, false],
  [{ text: 'sena' }, true, true],
  [{ text: 'AKPAKPA afi' }, true, false],
  [{ text: '7k2' }, true, true],
  [{ text: 'cmd-7 koffi' }, true, false],
  [{ text: 'mariam' }, false, false],
  [{ view: 'late', shopId: 'shop', text: 'ganhi' }, true, false],
]

for (const [filter, isShown, isSearchingShown] of cases)
  test(`what ${JSON.stringify(filter)} asks for is shown, all of it at once`, () =>
    assert.deepEqual(
      [row, searching].map((each) => shownBy(filter)(each)),
      [isShown, isSearchingShown],
    ))
