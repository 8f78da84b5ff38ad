import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { operatorBeginnings, operatorOf } from '../src/domain/money/mobile-money/phone-operators.ts'
import { defaultRoutes } from '../src/domain/money/mobile-money/providers/default-routes.ts'
import { clientsFolder, whyWithout } from './support/client-tools.ts'

/** What libphonenumber calls an operator whose name is another one here, by what it begins with. */
const carrierNames: Record<string, string> = {
  'MTN Cameroon': 'MTN',
  Spacetel: 'MTN',
  'Moov Africa': 'MOOV',
  'Telecel Faso': 'TELECEL',
  'Togo Telecom': 'YAS',
  'A-Cell': 'A_CELL',
}
const nameOf = (carrier: string) => carrierNames[carrier] ?? carrier.toUpperCase().replaceAll(' ', '_')

const readCarriers = `
import json, re, sys
sys.path.insert(0, sys.argv[1])
from phonenumbers.carrierdata import CARRIER_DATA
codes = '229 226 225 245 223 227 221 228 237 236 242 241 240 235'.split()
print(json.dumps({p: v['en'] for p, v in CARRIER_DATA.items() if p[:3] in codes}))
`

test('the table of operators is that of libphonenumber, for the fourteen countries of the CFA franc (decision 254)', {
  skip: whyWithout('carriers'),
}, () => {
  const read = execFileSync('python3', ['-c', readCarriers, `${clientsFolder}/carriers`], {
    encoding: 'utf8',
  })
  const carriers = Object.entries(JSON.parse(read) as Record<string, string>)
  const theirs = carriers.map(([beginning, carrier]) => `+${beginning} ${nameOf(carrier)}`)
  const ours = operatorBeginnings.map(({ prefix, operator }) => `${prefix} ${operator}`)
  assert.deepEqual(ours.toSorted(), theirs.toSorted())
})

test('numbers of Moov and Celtiis in Bénin, and of Moov in Togo, are theirs', () => {
  for (const moov of '45 55 58 60 63 64 65 68 94 95 98 99'.split(' '))
    assert.deepEqual(operatorOf(`+22901${moov}000001`), { country: 'BJ', operator: 'MOOV' })
  for (const celtiis of '28 40 41 43 44 47 48 49 92 93'.split(' '))
    assert.deepEqual(operatorOf(`+22901${celtiis}000001`), { country: 'BJ', operator: 'CELTIIS' })
  for (const mtn of '42 46 50 51 53 61 62 66 67 69 90 91 96 97'.split(' '))
    assert.deepEqual(operatorOf(`+22901${mtn}000001`), { country: 'BJ', operator: 'MTN' })
  for (const moov of '78 79 96 97 98 99'.split(' '))
    assert.deepEqual(operatorOf(`+228${moov}000001`), { country: 'TG', operator: 'MOOV' })
  assert.equal(operatorOf('+33612345678'), undefined)
})

test('without routes of the operator’s own each number goes to whoever serves its operator', () => {
  const routed = (...[named, configured]: Parameters<typeof defaultRoutes>) => {
    const routes = defaultRoutes(named, configured).toSorted((a, b) => b.prefix.length - a.prefix.length)
    return (phone: string) => {
      const route = routes.find(({ prefix }) => phone.startsWith(prefix))
      return route && `${route.provider}${route.mode === null ? '' : `:${route.mode}`}`
    }
  }
  const both = routed('mtn', { mtn: ['BJ'], fedapay: ['BJ', 'TG', 'CI'] })
  assert.equal(both('+2290197000001'), 'mtn')
  assert.equal(both('+2290160000001'), 'fedapay:moov')
  assert.equal(both('+2290140000001'), 'fedapay:sbin')
  assert.equal(both('+22878000001'), 'fedapay:moov_tg')
  assert.equal(both('+22890000001'), 'fedapay:togocel')
  assert.equal(both('+2250500000001'), 'fedapay:mtn_ci')
  assert.equal(both('+2250700000001'), 'fedapay', 'customers of Orange pay on the page of FedaPay')
  assert.equal(both('+22670000001'), undefined)
  assert.equal(routed('fedapay', { mtn: ['BJ'], fedapay: ['BJ'] })('+2290197000001'), 'fedapay:mtn_open')
  assert.equal(routed(undefined, { wave: ['SN'] })('+221771234567'), 'wave')
  assert.equal(routed(undefined, { wave: ['SN'] })('+2290197000001'), undefined)
  assert.deepEqual(defaultRoutes('simulated', { mtn: 'EVERY' }), [])
})
