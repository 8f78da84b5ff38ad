import assert from 'node:assert/strict'
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { certificateAuthority } from './certificates.ts'
import { until } from './until.ts'

/** A message as a phone would read it. */
export type Pushed = { headers: IncomingHttpHeaders; text: string; at: number }

/** What a push service does with a request that was verified. */
export type PushAnswer = (response: ServerResponse) => unknown

/** A browser that is subscribed at the server, with the private keys that only it has. */
export type PushBrowser = {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** Everything that was pushed to it, decrypted. */
  received: Pushed[]
  /** What the server answers from now on. */
  answering: PushAnswer
  hasReceived(count: number): Promise<void>
}

export type PushServer = {
  ca: string
  port: number
  browser(answering?: PushAnswer, host?: string): PushBrowser
  /** What was wrong with requests. */
  faults: string[]
  /** The endpoints that never answer, and are not waited for long. */
  hanging: Set<string>
  close(): Promise<void>
}

/** The name on the certificate; names under example.com belong to nobody (RFC 2606). */
export const pushHost = 'push.example.com'

/**
 * A push service on this machine (RFC 8030), which does what browsers' do: it checks the signature by which the sender is
 * known (RFC 8292) and here also decrypts for the browser (RFC 8291), by code of its own.
 */
export async function openPushServer(publicKey: string): Promise<PushServer> {
  const authority = certificateAuthority()
  const browsers = new Map<string, { browser: PushBrowser; pair: ECDH; auth: Buffer }>()
  const faults: string[] = []
  const server = createServer(authority.issue([pushHost]), (request, response) => {
    receive(request, response).catch((error: Error) => {
      faults.push(error.message)
      if (!response.headersSent) response.writeHead(403).end()
    })
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const known = browsers.get(request.url ?? '')
    if (!known) return void response.writeHead(404).end()
    const body = Buffer.concat(await Array.fromAsync(request))
    const { headers } = request
    assert.equal(request.method, 'POST')
    assert.equal(headers['content-encoding'], 'aes128gcm')
    assert.match(String(headers.ttl), /^\d+$/)
    assertSigned(headers.authorization ?? '', `https://${headers.host}`, publicKey)
    const text = decrypted(body, known.pair, known.auth)
    known.browser.received.push({ headers, text, at: performance.now() })
    known.browser.answering(response)
  }

  return {
    ca: authority.ca,
    port,
    faults,
    hanging: new Set(),
    browser: (answering = accepts, host = pushHost) => {
      const path = `/send/${randomBytes(16).toString('base64url')}`
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const auth = randomBytes(16)
      const keys = { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') }
      const browser: PushBrowser = {
        subscription: { endpoint: `https://${host}:${port}${path}`, keys },
        received: [],
        answering,
        hasReceived: (count) => until(() => browser.received.length >= count, `${count} pushes`),
      }
      browsers.set(path, { browser, pair, auth })
      return browser
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** The push service took the message. */
export const accepts: PushAnswer = (response) => response.writeHead(201).end()

export const answersWith =
  (status: number, headers: Record<string, string> = {}, body = ''): PushAnswer =>
  (response) =>
    response.writeHead(status, headers).end(body)

/** Rejects unless a request was signed by the holder of `publicKey` for this server, for a day at most. */
function assertSigned(authorization: string, audience: string, publicKey: string): void {
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  assert.equal(key, publicKey, 'It is signed with another key.')
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const signer = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' } as never)
  const signed = { key: signer, dsaEncoding: 'ieee-p1363' as const }
  assert.ok(verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url')))
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  assert.equal(aud, audience)
  assert.ok(exp > Date.now() / 1_000 && exp <= Date.now() / 1_000 + 24 * 60 * 60)
  assert.match(sub, /^(mailto:|https:)/)
}

/** What a browser reads in a message of one record (RFC 8188 and 8291). */
function decrypted(body: Buffer, pair: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const shared = pair.computeSecret(sender)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = plain.lastIndexOf(2)
  assert.ok(end >= 0, 'The last record ends with a delimiter.')
  return plain.subarray(0, end).toString('utf8')
}
