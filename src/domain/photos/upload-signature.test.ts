import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { readSignedQuery, type SignedUpload, signedQuery } from './upload-signature.ts'

const secret = [Buffer.from('a secret of thirty-two characters')] as const
const upload: SignedUpload = {
  photoKey: 'photo_0123-abc',
  contentType: 'image/webp',
  sizeBytes: 34_567,
  expiresAt: new Date('2026-03-01T12:15:00Z'),
}

const queryOf = (signed: SignedUpload, by = secret) =>
  Object.fromEntries(new URLSearchParams(signedQuery(signed, by)))

test('the signed query holds type, size, expiry in Unix seconds, and the HMAC-SHA256 of them and key', () => {
  const text = 'photo-upload\nphoto_0123-abc\nimage/webp\n34567\n1772367300'
  const signature = createHmac('sha256', secret[0]).update(text).digest('hex')
  assert.deepEqual(queryOf(upload), { type: 'image/webp', size: '34567', expires: '1772367300', signature })
})

test('a signed query is read back as the upload it allows', () => {
  assert.deepEqual(readSignedQuery(upload.photoKey, queryOf(upload), secret), upload)
})

const given = queryOf(upload)
const signature = given.signature ?? ''
const changes: { what: string; photoKey?: string; query: Record<string, unknown> }[] = [
  { what: 'another key', photoKey: 'photo_0123-abd', query: given },
  { what: 'another type', query: { ...given, type: 'image/png' } },
  { what: 'another size', query: { ...given, size: '34568' } },
  { what: 'the same size written otherwise', query: { ...given, size: '034567' } },
  { what: 'a later expiry', query: { ...given, expires: '1772367301' } },
  {
    what: 'another signature',
    query: { ...given, signature: signature.replace(/^./, (c) => (c === '0' ? '1' : '0')) },
  },
  { what: 'a signature in capitals', query: { ...given, signature: signature.toUpperCase() } },
  { what: 'half a signature', query: { ...given, signature: signature.slice(0, 32) } },
  { what: 'a longer signature', query: { ...given, signature: `${signature}00` } },
  { what: 'a signature of other characters', query: { ...given, signature: 'é'.repeat(32) } },
  { what: 'two signatures', query: { ...given, signature: [signature, signature] } },
  { what: 'two sizes', query: { ...given, size: ['34567', '34568'] } },
  { what: 'no type', query: { ...given, type: undefined } },
  { what: 'no signature', query: { ...given, signature: undefined } },
  { what: 'no fields', query: {} },
  { what: 'fields divided otherwise', query: { ...given, size: '34567\n1772367300', expires: '' } },
  { what: 'the signature of another secret', query: queryOf(upload, [Buffer.from('another secret')]) },
]

for (const { what, photoKey = upload.photoKey, query } of changes) {
  test(`a signed query with ${what} is refused`, () => {
    assert.equal(readSignedQuery(photoKey, query, secret), undefined)
  })
}

for (const photoKey of [
  '../../../etc/passwd',
  'photo/0123-abc',
  'photo.0123-abc',
  'too-short',
  'k'.repeat(201),
  'photo_0123-abc\n',
]) {
  test(`the photo key ${JSON.stringify(photoKey.slice(0, 20))} is refused even when it was signed`, () => {
    assert.equal(readSignedQuery(photoKey, queryOf({ ...upload, photoKey }), secret), undefined)
  })
}

test('a format that is not a photo is refused even when it was signed', () => {
  const contentType = 'image/svg+xml' as SignedUpload['contentType']
  assert.equal(readSignedQuery(upload.photoKey, queryOf({ ...upload, contentType }), secret), undefined)
})
