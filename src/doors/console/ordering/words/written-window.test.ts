import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { writtenWindow } from './written-window.ts'

/** 10:00 in Cotonou, an hour ahead of UTC. */
const clock = { now: new Date('2026-11-21T09:00:00.000Z'), timeZone: 'Africa/Porto-Novo' }

const said = (cells: { window?: string; from?: string; to?: string }) => {
  const { from, to } = writtenWindow({ window: '', from: '', to: '', ...cells }, clock) ?? {}
  return from && to && `${from.toISOString().slice(0, 16)} ${to.toISOString().slice(0, 16)}`
}

describe('a window as shops write it', () => {
  const today = '2026-11-21T13:00 2026-11-21T15:00'
  const read: [string, string][] = [
    ['14h-16h', today],
    ['14h – 16h', today],
    ['14 h 00 à 16 h 00', today],
    ['14-16h', today],
    ['14:00-16:00', today],
    ['14h/16h', today],
    ['Entre 14h et 16h', today],
    ['de 14h à 16h', today],
    ['between 2pm and 4pm', today],
    ['2-4 PM', today],
    ['Aujourd’hui 14h-16h', today],
    ['today, 14:00 to 16:00', today],
    ['21/11/2026 14h-16h', today],
    ['2026-11-21 14:00 - 16:00', today],
    ['2026-11-21T14:00/2026-11-21T16:00', today],
    ['2026-11-21T13:00:00Z/2026-11-21T16:00:00+01:00', today],
    ['demain 9h-12h', '2026-11-22T08:00 2026-11-22T11:00'],
    ['demain entre 9h30 et 12h', '2026-11-22T08:30 2026-11-22T11:00'],
    ['tomorrow 11am-12pm', '2026-11-22T10:00 2026-11-22T11:00'],
    ['aujourd’hui 22h - demain 2h', '2026-11-21T21:00 2026-11-22T01:00'],
  ]
  for (const [window, expected] of read)
    test(`“${window}” is read`, () => assert.equal(said({ window }), expected))

  test('two cells are read, the end on the day of the start', () => {
    assert.equal(said({ from: '14h', to: '16h' }), today)
    assert.equal(said({ from: 'demain 9h', to: '12:00' }), '2026-11-22T08:00 2026-11-22T11:00')
    assert.equal(said({ from: '2026-11-21T13:00:00Z', to: '2026-11-21T15:00:00Z' }), today)
  })

  const unclear = [
    '14-16',
    'matin',
    '14h',
    '16h-14h',
    '22h-2h',
    'samedi 14h-16h',
    '10-2pm',
    '9am-12',
    '25h-26h',
  ]
  const wrong = [
    '05/11 14h-16h',
    '30/02/2026 14h-16h',
    '14h70-16h',
    '14h-demain 16h',
    '13pm-14pm',
    '14h-16h-18h',
  ]
  for (const window of [...unclear, ...wrong, '9'.repeat(5000)])
    test(`“${window.slice(0, 30)}” is not guessed`, () => assert.equal(said({ window }), undefined))

  test('one cell alone, or the window in two places, is not guessed', () => {
    for (const cells of [{ from: '14h' }, { to: '16h' }, { window: '14h-16h', from: '14h' }])
      assert.equal(said(cells), undefined)
  })
})
