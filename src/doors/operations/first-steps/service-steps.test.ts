import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ServiceState, serviceSteps } from './service-steps.ts'

const empty: ServiceState = {
  cities: [],
  channels: [],
  lacksPhoneChannel: true,
  hasProvider: false,
  hasFirstCourier: false,
  hasFirstShop: false,
  applications: 0,
  waitingShops: 0,
}
const cotonou = { id: 'c1', name: 'Cotonou', zoneCount: 9, hasTariff: true }
const bare = { id: 'c2', name: 'Bohicon', zoneCount: 0, hasTariff: false }

/** The numbers of the steps that are done, and where each leads. */
const cases: [what: string, change: Partial<ServiceState>, done: number[], ways: Record<number, string>][] = [
  ['an empty service', {}, [], { 1: '/add', 2: '/add', 3: '/add', 6: '/operations/couriers/new' }],
  [
    'a city without zones and prices',
    { cities: [bare] },
    [1],
    { 1: '/operations/cities', 2: '/operations/cities/c2/zones', 3: '/operations/cities/c2/tariff' },
  ],
  [
    'a second city that lacks everything',
    { cities: [bare, cotonou] },
    [1, 2, 3],
    { 2: '/operations/cities/c1/zones', 3: '/operations/cities/c1/tariff' },
  ],
  ['mail alone', { channels: ['EMAIL'] }, [], { 4: '/operations/service/settings#process' }],
  [
    'WhatsApp and mail',
    { channels: ['WHATSAPP', 'EMAIL'], lacksPhoneChannel: false },
    [4],
    { 4: '/operations/service/messages' },
  ],
  ['a provider', { hasProvider: true }, [5], { 5: '/operations/service/providers' }],
  ['an application', { applications: 2 }, [], { 6: '/operations/couriers/applications' }],
  ['a courier', { hasFirstCourier: true }, [6], { 6: '/operations/couriers' }],
  ['a shop that waits', { waitingShops: 1 }, [], { 7: '/operations/shops?state=WAITING' }],
  ['a shop', { hasFirstShop: true }, [7], { 7: '/operations/shops' }],
]
for (const [what, change, done, ways] of cases)
  test(`with ${what}, these of seven steps are done: ${done.join(', ') || 'none'}`, () => {
    for (const language of ['fr', 'en'] as const) {
      const steps = serviceSteps({ ...empty, ...change }, '/add', language)
      assert.equal(steps.length, 7)
      assert.deepEqual(
        steps.flatMap(({ isDone }, at) => (isDone ? [at + 1] : [])),
        done,
      )
      for (const [number, href] of Object.entries(ways))
        assert.equal(steps[Number(number) - 1]?.way?.href, href)
      for (const { title, text } of steps) assert.ok(title.length > 2 && text.length > 2)
    }
  })
