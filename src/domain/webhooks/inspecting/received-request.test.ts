import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namedEventId, type PastedRequest, readReceivedRequest } from './received-request.ts'

const signature = `t=1795255200,v1=${'ab'.repeat(32)}`
const id = '0192f0c1-7a3e-7c11-9d5b-3f5f7b1c2d4e'
const body = `{"id":"${id}","type":"ping"}`

const cases: Record<string, PastedRequest> = {
  'a raw request': {
    request: [
      'POST /hook?a=b HTTP/1.1',
      'Host: shop.example',
      `Svc-Signature: ${signature}`,
      `Svc-Event-Id: ${id}`,
      '',
      body,
    ].join('\r\n'),
  },
  'a raw request with line feeds alone, after empty lines': {
    request: `\n\nPOST /hook HTTP/1.1\nsvc-event-id: ${id}\nSVC-SIGNATURE:${signature}\n\n${body}`,
  },
  'a raw request whose Content-Length tells that the last line break was pasted': {
    request: `Svc-Signature: ${signature}\nContent-Length: ${body.length}\n\n${body}\n`,
  },
  'headers and body in two fields': { headers: `Svc-Signature: ${signature}`, body },
  'the value of the header alone': { headers: signature, body },
  'the value of the header alone, between quotes': { headers: ` "${signature}" `, body },
  'headers as JSON, over several lines': {
    headers: JSON.stringify({ host: 'shop.example', 'svc-signature': signature }, null, 2),
    body,
  },
  'headers as JSON, in one line': { headers: JSON.stringify({ 'Svc-Signature': signature }), body },
  'headers as JavaScript prints them': { headers: `{ host: 'a', 'svc-signature': '${signature}' }`, body },
  'headers as Python prints them': { headers: `{'Host': 'a', 'Svc-Signature': '${signature}'}`, body },
  'headers as PHP prints them': { headers: `[HTTP_HOST] => a\n[HTTP_SVC_SIGNATURE] => ${signature}`, body },
  'headers as an environment has them': { headers: `HTTP_SVC_SIGNATURE=${signature}`, body },
  'a curl command’s headers': { headers: `-H 'Host: a' \\\n-H 'Svc-Signature: ${signature}' \\`, body },
  'headers as curl -v prints them': { headers: `> Host: a\n> svc-signature: ${signature}\n>`, body },
  'headers without an empty line before the body': {
    request: `Svc-Signature: ${signature}\nHost: a\n${body}`,
  },
  'a header that comes twice': {
    headers: `Svc-Signature: ${signature}\nSvc-Signature: t=1,v1=00`,
    body,
  },
}

for (const [what, pasted] of Object.entries(cases))
  test(`${what}: signature, body and event are found`, () => {
    const request = readReceivedRequest(pasted)
    assert.deepEqual(
      [request.headers.get('svc-signature'), request.body, namedEventId(request)],
      [signature, body, id],
    )
  })

for (const [what, pasted, expected] of [
  ['nothing', { request: '' }, [undefined, null]],
  ['blanks', { request: ' \n\n \n' }, [undefined, null]],
  ['headers alone', { request: `Svc-Signature: ${signature}\n` }, [signature, null]],
  ['headers as JSON alone', { request: JSON.stringify({ 'svc-signature': signature }) }, [signature, null]],
  ['an empty field for the body', { headers: signature, body: '' }, [signature, null]],
  ['other headers', { headers: 'Webhook-Signature: v1,abc=', body }, [undefined, body]],
  [
    'a body with a byte order mark',
    { headers: signature, body: `\uFEFF${body}` },
    [signature, `\uFEFF${body}`],
  ],
  [
    'a line break that nothing tells about',
    { headers: signature, body: `${body}\n` },
    [signature, `${body}\n`],
  ],
] as const)
  test(`${what}: is read as what it is`, () => {
    const request = readReceivedRequest(pasted)
    assert.deepEqual([request.headers.get('svc-signature'), request.body], expected)
  })

test('the event is named by its header, or else by the beginning of the body', () => {
  const other = '0192f0c1-7a3e-7c11-9d5b-000000000000'
  const named = (headers: string, text: string) => namedEventId(readReceivedRequest({ headers, body: text }))
  assert.equal(named(`Svc-Event-Id: ${other}`, body), other)
  assert.equal(named(`Webhook-Id: ${other}`, body), other)
  assert.equal(named('', `{\n  "id": "${id}"\n}`), id)
  assert.equal(named('', `{"x":"${'y'.repeat(2_000)}","id":"${id}"}`), undefined)
  assert.equal(named('', ''), undefined)
})
