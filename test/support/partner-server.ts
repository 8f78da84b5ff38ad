import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { createSecureContext } from 'node:tls'
import { verifyWebhook } from '../../sdk/typescript/src/verify-webhook.ts'
import { type Authority, type Certificate, certificateAuthority } from './certificates.ts'
import { until } from './until.ts'

/** A request as it arrived. */
export type Received = { headers: IncomingHttpHeaders; body: string }

/** What a receiver does with a request that has arrived whole. */
export type Answering = (response: ServerResponse, received: Received) => unknown

/** One address of a partner. */
export type Hook = {
  url: string
  /** Every request that arrived whole, in that order. */
  received: Received[]
  /** What it does from now on. */
  answering: Answering
  /** Requests under way now, and the most there were at once. */
  underWay: number
  maxAtOnce: number
  /** Waits until so many requests have arrived. */
  hasReceived(count: number): Promise<void>
}

export type PartnerServer = {
  /** The authority that its certificates are from. */
  authority: Authority
  port: number
  /** An address of its own, that responds with 200 by default; `host` names a certificate. */
  hook(answering?: Answering, host?: string): Hook
  /** Breaks the connection of a response off, without a goodbye. */
  reset(response: ServerResponse): void
  close(): Promise<void>
}

/** The name on the certificate of the server. Names under example.com belong to nobody (RFC 2606). */
export const partnerHost = 'hooks.example.com'

/**
 * A partner's HTTPS server on this machine, under a certificate made for the test. `certificates` are shown
 * to callers of other host names; a host without one sees that of `partnerHost`.
 */
export async function openPartnerServer(
  certificates: (authority: Authority) => Record<string, Certificate> = () => ({}),
): Promise<PartnerServer> {
  const authority = certificateAuthority()
  const contexts = new Map(
    Object.entries(certificates(authority)).map(([host, certificate]) => [
      host,
      createSecureContext(certificate),
    ]),
  )
  const hooks = new Map<string, Hook>()
  const server = createServer(
    { ...authority.issue([partnerHost]), SNICallback: (host, done) => done(null, contexts.get(host)) },
    // A caller that goes away in mid-request has sent none.
    (request, response) => receive(hooks.get(request.url ?? ''), request, response).catch(() => {}),
  )
  const connections = new Map<number | undefined, Socket>()
  server.on('connection', (socket: Socket) => {
    const { remotePort } = socket
    connections.set(remotePort, socket)
    socket.once('close', () => connections.delete(remotePort))
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    authority,
    port,
    hook: (answering = answers(200), host = partnerHost) => {
      const path = `/hook/${hooks.size + 1}`
      const hook: Hook = {
        url: `https://${host}:${port}${path}`,
        received: [],
        answering,
        underWay: 0,
        maxAtOnce: 0,
        hasReceived: (count) => until(() => hook.received.length >= count, `${count} requests at ${path}`),
      }
      hooks.set(path, hook)
      return hook
    },
    reset: ({ socket }) => void connections.get(socket?.remotePort)?.resetAndDestroy(),
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function receive(hook: Hook | undefined, request: IncomingMessage, response: ServerResponse) {
  if (!hook) return response.writeHead(404).end()
  hook.underWay += 1
  hook.maxAtOnce = Math.max(hook.maxAtOnce, hook.underWay)
  response.once('close', () => {
    hook.underWay -= 1
  })
  response.on('error', () => {})
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const received = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') }
  hook.received.push(received)
  hook.answering(response, received)
}

/** Answers every request alike. */
export const answers =
  (status: number, body = 'ok', headers: Record<string, string> = {}): Answering =>
  (response) =>
    response.writeHead(status, headers).end(body)

/** Sends no response until it is released. */
export function holds(): { answering: Answering; held: ServerResponse[]; release(status: number): void } {
  const held: ServerResponse[] = []
  return {
    held,
    answering: (response) => held.push(response),
    release: (status) => {
      for (const response of held.splice(0)) response.writeHead(status).end()
    },
  }
}

/** Rejects unless a request was signed with `secret` at the second of `at` (spec 6.4). */
export async function assertSignedAt({ headers, body }: Received, secret: string, at: Date): Promise<void> {
  const header = headers['svc-signature'] as string
  await verifyWebhook({ header, body, secret, now: at })
  assert.equal(header.split(',')[0], `t=${Math.floor(at.getTime() / 1000)}`)
}

/** Whether a receiver that knows `secret` accepts a request. */
export async function accepts(secret: string, { headers, body }: Received, now: Date): Promise<boolean> {
  try {
    await verifyWebhook({ header: headers['svc-signature'] as string, body, secret, now })
    return true
  } catch {
    return false
  }
}
