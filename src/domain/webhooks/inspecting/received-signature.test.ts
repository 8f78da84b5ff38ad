import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { signedHeaders } from '../sending/webhook-signature.ts'
import { type BodyChange, bodyChange } from './body-change.ts'
import { readReceivedRequest } from './received-request.ts'
import { judgeSignature, type SignatureFinding, type SigningSecret } from './received-signature.ts'

const current = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const previous = `whsec_${Buffer.alloc(32, 2).toString('base64')}`
const foreign = `whsec_${Buffer.alloc(32, 3).toString('base64')}`
const unknown = `whsec_${Buffer.alloc(32, 4).toString('base64')}`
const t = 1_795_255_200
const signedAt = new Date(t * 1000)
const until = new Date((t + 60) * 1000)
const endpointId = '0192f0c1-7a3e-7c11-9d5b-00000000000e'
const eventId = '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e'
/** As an event is frozen: on one line, without blanks, with letters beyond ASCII. */
const sent =
  `{"id":"${eventId}","type":"ping",` +
  '"data":{"name":"Adjovi Houénou’s","price":1500,"url":"https:\\/\\/a"}}'
const secrets: SigningSecret[] = [
  { of: 'CURRENT', secret: current },
  { of: 'PREVIOUS', secret: previous, until },
  { of: 'OTHER_ENDPOINT', secret: foreign, endpointId },
]

const hmac = (key: string | Buffer, text: string, encoding: 'hex' | 'base64' = 'hex') =>
  createHmac('sha256', key).update(text).digest(encoding)
const bare = (secret: string) => secret.slice('whsec_'.length)
const right = hmac(current, `${t}.${sent}`)

type Pasted = { header: string | null; body?: string | null; sentBody?: string | null; now?: Date }

const judge = ({ header, body = sent, sentBody = sent, now = signedAt }: Pasted) =>
  judgeSignature({
    request: readReceivedRequest({
      headers: header === null ? '' : `Svc-Signature: ${header}`,
      body: body ?? '',
    }),
    secrets,
    eventId,
    sentBody,
    now,
  })

describe('what is wrong with a signature (spec 6.4)', () => {
  test('what the service sends is well, with each secret and during an overlap', () => {
    for (const [signing, secretOf] of [
      [[current], 'CURRENT'],
      [[previous], 'PREVIOUS'],
      [[unknown, current], 'CURRENT'],
      [[current, previous], 'CURRENT'],
    ] as const) {
      const headers = signedHeaders({ id: eventId, type: 'ping', body: sent }, signing, t)
      const header = headers['svc-signature'] ?? ''
      for (const sentBody of [sent, null])
        assert.deepEqual(judge({ header, sentBody }), { findings: [], signedAt, secretOf })
    }
  })

  const withT = (v1: string) => `t=${t},v1=${v1}`
  const cases: Record<string, [Pasted, SignatureFinding[]]> = {
    'no header': [{ header: null }, [{ code: 'HEADER_MISSING', hasStandardHeader: false }]],
    'something else': [{ header: 'sha256=abc' }, [{ code: 'HEADER_MALFORMED' }]],
    'an empty header': [{ header: '""' }, [{ code: 'HEADER_MALFORMED' }]],
    'no t': [{ header: `v1=${right}` }, [{ code: 'T_MISSING' }]],
    'a t that is no number': [{ header: `t=2026-11-21,v1=${right}` }, [{ code: 'T_MALFORMED' }]],
    'no v1': [{ header: `t=${t}` }, [{ code: 'V1_MISSING' }]],
    'no v1, and old': [
      { header: `t=${t}`, now: new Date((t + 301) * 1000) },
      [{ code: 'V1_MISSING' }, { code: 'TIMESTAMP_TOO_OLD', seconds: 301 }],
    ],
    'another version alone': [{ header: `t=${t},v0=${right}` }, [{ code: 'V1_MISSING' }]],
    'half of a v1': [{ header: withT(right.slice(32)) }, [{ code: 'V1_MALFORMED', length: 32 }]],
    'an empty v1': [{ header: withT('') }, [{ code: 'V1_MALFORMED', length: 0 }]],
    'v1 in capitals': [{ header: withT(right.toUpperCase()) }, [{ code: 'V1_IN_CAPITALS' }]],
    'v1 in base64': [{ header: withT(hmac(current, `${t}.${sent}`, 'base64')) }, [{ code: 'V1_IN_BASE64' }]],
    'a request that is 300 s old': [{ header: withT(right), now: new Date((t + 300) * 1000 + 999) }, []],
    'a request that is 301 s old': [
      { header: withT(right), now: new Date((t + 301) * 1000) },
      [{ code: 'TIMESTAMP_TOO_OLD', seconds: 301 }],
    ],
    'a clock that is 300 s late': [{ header: withT(right), now: new Date((t - 300) * 1000) }, []],
    'a clock that is 301 s late': [
      { header: withT(right), now: new Date((t - 301) * 1000) },
      [{ code: 'TIMESTAMP_TOO_NEW', seconds: 301 }],
    ],
    't in milliseconds, signed as it stands': [
      { header: `t=${t}000,v1=${hmac(current, `${t}000.${sent}`)}` },
      [{ code: 'T_IN_MILLISECONDS' }],
    ],
    't in milliseconds, signed in seconds': [
      { header: `t=${t}123,v1=${right}` },
      [{ code: 'T_IN_MILLISECONDS' }],
    ],
    'the secret of another endpoint': [
      { header: withT(hmac(foreign, `${t}.${sent}`)) },
      [{ code: 'SECRET_OF_OTHER_ENDPOINT', endpointId }],
    ],
    'the secret before, after its end': [
      { header: `t=${t + 60},v1=${hmac(previous, `${t + 60}.${sent}`)}`, now: until },
      [{ code: 'SECRET_ENDED', until }],
    ],
    'the secret without whsec_': [
      { header: withT(hmac(bare(current), `${t}.${sent}`)) },
      [{ code: 'SECRET_WITHOUT_PREFIX' }],
    ],
    'the secret decoded from base64': [
      { header: withT(hmac(Buffer.from(bare(current), 'base64'), `${t}.${sent}`)) },
      [{ code: 'SECRET_DECODED' }],
    ],
    'the body alone': [{ header: withT(hmac(current, sent)) }, [{ code: 'SIGNED_BODY_ALONE' }]],
    'the body alone, in base64, with the decoded secret': [
      { header: withT(hmac(Buffer.from(bare(current), 'base64'), sent, 'base64')) },
      [{ code: 'SECRET_DECODED' }, { code: 'SIGNED_BODY_ALONE' }, { code: 'V1_IN_BASE64' }],
    ],
    'the signature of Standard Webhooks': [
      { header: withT(hmac(Buffer.from(bare(current), 'base64'), `${eventId}.${t}.${sent}`, 'base64')) },
      [{ code: 'SECRET_DECODED' }, { code: 'SIGNED_WITH_ID' }, { code: 'V1_IN_BASE64' }],
    ],
    'no body, of an event that is known': [{ header: withT(right), body: null }, [{ code: 'BODY_MISSING' }]],
    'no body, of an unknown event': [
      { header: withT(right), body: null, sentBody: null },
      [{ code: 'V1_MATCHES_NOTHING', isBodyAsSent: null }, { code: 'BODY_MISSING' }],
    ],
    'another body, signed with the secret': [
      { header: withT(hmac(current, `${t}.{}`)), body: '{}' },
      [{ code: 'BODY_NOT_AS_SENT', change: 'OTHER_CONTENT' }],
    ],
    'a secret that nobody knows': [
      { header: withT(hmac(unknown, `${t}.${sent}`)) },
      [{ code: 'V1_MATCHES_NOTHING', isBodyAsSent: true }],
    ],
    'a secret that nobody knows, of an unknown event': [
      { header: withT(hmac(unknown, `${t}.${sent}`)), sentBody: null },
      [{ code: 'V1_MATCHES_NOTHING', isBodyAsSent: null }],
    ],
    'a secret that nobody knows, and a changed body': [
      { header: withT(hmac(unknown, `${t}.${sent}`)), body: `${sent}\n` },
      [
        { code: 'V1_MATCHES_NOTHING', isBodyAsSent: false },
        { code: 'BODY_CHANGED', change: 'TRAILING_NEWLINE' },
      ],
    ],
    'a v1 of another moment': [
      { header: `t=${t + 1},v1=${right}` },
      [{ code: 'V1_MATCHES_NOTHING', isBodyAsSent: true }],
    ],
  }
  for (const [what, [pasted, findings]] of Object.entries(cases))
    test(`${what}: ${findings.map(({ code }) => code).join(', ') || 'nothing'}`, () =>
      assert.deepEqual(judge(pasted).findings, findings))

  test('Standard Webhooks’ header without ours is named', () => {
    const request = readReceivedRequest({ headers: 'Webhook-Signature: v1,abc=', body: sent })
    assert.deepEqual(judgeSignature({ request, secrets, eventId, sentBody: sent, now: signedAt }).findings, [
      { code: 'HEADER_MISSING', hasStandardHeader: true },
    ])
  })

  const plain = JSON.parse(sent) as object
  const changes: [string, string, BodyChange, { onlyKnown?: boolean; sent?: string }?][] = [
    ['a line break at the end', `${sent}\n`, 'TRAILING_NEWLINE'],
    ['a line break of Windows at the end', `${sent}\r\n`, 'TRAILING_NEWLINE'],
    ['a byte order mark', `\uFEFF${sent}`, 'BYTE_ORDER_MARK'],
    ['blanks around', ` ${sent} `, 'SURROUNDING_BLANKS'],
    ['UTF-8 that was read as Windows-1252', Buffer.from(sent).reduce(as1252, ''), 'WRONG_ENCODING'],
    ['characters that were replaced', sent.replace('é', '\uFFFD'), 'WRONG_ENCODING', { onlyKnown: true }],
    ['the end is missing', sent.slice(0, 60), 'TRUNCATED', { onlyKnown: true }],
    ['another order of names', reordered(), 'KEYS_REORDERED', { onlyKnown: true }],
    ['another price', sent.replace('1500', '1501'), 'OTHER_CONTENT', { onlyKnown: true }],
    ['no JSON', 'hello', 'OTHER_CONTENT', { onlyKnown: true }],
    ['JSON too deep to read', '['.repeat(100_000), 'OTHER_CONTENT', { onlyKnown: true }],
    ['JSON over several lines', JSON.stringify(plain, null, 2), 'PRETTY_PRINTED', { sent: compact() }],
    ['JSON with blanks', compact().replaceAll(',', ', '), 'RESERIALISED', { sent: compact() }],
    ['letters as escapes', compact().replace('é', '\\u00e9'), 'RESERIALISED', { sent: compact() }],
    ['slashes as escapes', compact().replaceAll('/', '\\/'), 'RESERIALISED', { sent: compact() }],
  ]
  for (const [what, body, change, { onlyKnown = false, sent: own = sent } = {}] of changes)
    test(`${what}: the body was changed by ${change}`, () => {
      assert.equal(bodyChange(body, own), change)
      const header = withT(hmac(current, `${t}.${own}`))
      assert.deepEqual(judge({ header, body, sentBody: own }).findings, [{ code: 'BODY_CHANGED', change }])
      const blind = judge({ header, body, sentBody: null }).findings
      assert.deepEqual(
        blind,
        onlyKnown ? [{ code: 'V1_MATCHES_NOTHING', isBodyAsSent: null }] : [{ code: 'BODY_CHANGED', change }],
      )
    })

  test('a body as it was sent has no change', () => assert.equal(bodyChange(sent, sent), null))

  test('the largest input, with the secrets of ten endpoints, is judged', () => {
    const body = `{"a":"${'é'.repeat(120_000)}"}`
    const many = Array.from({ length: 20 }, (_, at) => ({
      of: 'OTHER_ENDPOINT' as const,
      secret: `whsec_${at}`,
      endpointId,
    }))
    const request = readReceivedRequest({ headers: withT('0'.repeat(64)), body })
    const { findings } = judgeSignature({
      request,
      secrets: [...secrets, ...many],
      eventId,
      sentBody: sent,
      now: signedAt,
    })
    assert.equal(findings[0]?.code, 'V1_MATCHES_NOTHING')
  })

  function compact(): string {
    return JSON.stringify(plain)
  }

  function reordered(): string {
    return JSON.stringify(Object.fromEntries(Object.entries(plain).reverse()))
  }
})

/** A byte read as Windows-1252, after others. */
function as1252(text: string, byte: number): string {
  return text + new TextDecoder('windows-1252').decode(Uint8Array.of(byte))
}
