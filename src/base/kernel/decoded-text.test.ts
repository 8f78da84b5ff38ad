import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodedText } from './decoded-text.ts'

const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()

for (const [how, bytes] of [
  ['UTF-8', Buffer.from('Cadjèhoun')],
  ['UTF-8 with its mark', Buffer.from('\ufeffCadjèhoun')],
  ['Windows-1252', Buffer.from('Cadjèhoun', 'latin1')],
  ['UTF-16 with its mark', Buffer.from('\ufeffCadjèhoun', 'utf16le')],
  ['UTF-16 without it', Buffer.from('Cadjèhoun', 'utf16le')],
  ['UTF-16 the other way', swapped('\ufeffCadjèhoun')],
  ['UTF-16 the other way without its mark', swapped('Cadjèhoun')],
] as const)
  test(`a text in ${how} is read`, () => assert.equal(decodedText(bytes), 'Cadjèhoun'))

test('an encoding that a file names is taken where it is no UTF-8 and known', () => {
  const latin2 = Buffer.from([0xb3])
  assert.equal(
    decodedText(latin2, () => 'iso-8859-2'),
    'ł',
  )
  assert.equal(
    decodedText(latin2, () => 'x-unknown'),
    '³',
  )
  assert.equal(
    decodedText(Buffer.from('é'), () => 'iso-8859-1'),
    'é',
  )
})

test('nothing is an empty text', () => assert.equal(decodedText(new Uint8Array()), ''))
