import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readShownRecipient, shownRecipient } from './shown-recipient.ts'

const secret = [Buffer.alloc(32, 1)] as const
const id = '019aa5a0-0000-7000-8000-000000000001'
const guard = { name: 'Tata Adjovi, la porte bleue', kind: 'GUARD' } as const

test('a form names whom its page showed, and of that delivery alone', () => {
  const shown = shownRecipient(secret, id, guard)
  assert.deepEqual(readShownRecipient(secret, id, shown), guard)
  assert.equal(readShownRecipient(secret, id.replace('1', '2'), shown), undefined)
  assert.equal(readShownRecipient([Buffer.alloc(32, 2)], id, shown), undefined)
})

test('nobody else is named by changing the text, nor by any other text', () => {
  const shown = shownRecipient(secret, id, guard)
  for (const text of [
    shown.replace('Adjovi', 'Koffi'),
    shown.replace('GUARD', 'FAMILY'),
    shown.slice(1),
    `é${shown.slice(1)}`,
    'RECIPIENT',
    '',
    ' '.repeat(10_000),
  ])
    assert.equal(readShownRecipient(secret, id, text), undefined, text.slice(0, 60))
})
