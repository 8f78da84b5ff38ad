import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mp4Note, noSounds, oggNote, webmNote } from '../../../test/support/door-notes.ts'
import { audioSecondsOf } from './audio-length.ts'
import { audioTypeOf } from './audio-type.ts'

const duration = (bytes: string) => Buffer.concat([webmNote(0), Buffer.from(`4489${bytes}`, 'hex')])

const cases: [name: string, bytes: Buffer, type: string | undefined, seconds: number | undefined][] = [
  ['a recording of Chrome', webmNote(), 'audio/webm', undefined],
  ['a WebM that says 12 seconds in 8 bytes', duration('8840c7700000000000'), 'audio/webm', 12],
  [
    'a WebM that says 12 seconds in 4 bytes',
    Buffer.concat([duration('84463b8000'), Buffer.alloc(8)]),
    'audio/webm',
    12,
  ],
  ['a recording of a phone', mp4Note(29), 'audio/mp4', 29],
  ['a voice message of half a minute', oggNote(30), 'audio/ogg', 30],
  ['an MP3 with tags', Buffer.from('ID3\x04\0\0\0\0\0\0sound', 'latin1'), 'audio/mpeg', undefined],
  ['an MP3 without', Buffer.from([0xff, 0xfb, 0x90, 0x44, 0, 0]), 'audio/mpeg', undefined],
  ...Object.entries(noSounds).map(([name, bytes]): [string, Buffer, undefined, undefined] => [
    name,
    bytes,
    undefined,
    undefined,
  ]),
]

for (const [name, bytes, type, seconds] of cases)
  test(`${name} is ${type ?? 'no recording'}${seconds === undefined ? '' : ` of ${seconds} seconds`}`, () => {
    assert.equal(audioTypeOf(bytes), type)
    assert.equal(audioSecondsOf(bytes), seconds)
  })

test('a recording that is cut off anywhere is read without a fault', () => {
  for (const whole of [mp4Note(12), oggNote(12), duration('8840c7700000000000')])
    for (let length = 0; length < whole.length; length += 1) audioSecondsOf(whole.subarray(0, length))
})
