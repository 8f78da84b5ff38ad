import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { verifiedApplicant } from './support/applicant-work.ts'
import { type ConsoleVisitor, openConsole } from './support/console-work.ts'
import { pagePath } from './support/customer-visit.ts'
import { openAny } from './support/databases.ts'
import { bringTo } from './support/delivery-verbs.ts'
import { openService, type TestService } from './support/open-service.ts'
import { openOperations } from './support/operations-work.ts'
import type { Visitor } from './support/visitor.ts'
import { openWhatsAppServer, reportOf, signatureOf, type WhatsAppServer } from './support/whatsapp-server.ts'

// What does not arrive holds no place that others need (decision 277).

let whatsApp: WhatsAppServer
let service: TestService
let url: URL
before(async () => {
  whatsApp = await openWhatsAppServer()
  service = await openService(await openAny(), whatsApp.env)
  url = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 }))
})
after(async () => {
  await whatsApp.close()
  await service.close()
})

const boundary = 'colis-slow'
const formHeaders = {
  'content-type': `multipart/form-data; boundary=${boundary}`,
  origin: 'http://colis.test',
}
const part = (name: string, value: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}`
const cookiesOf = ({ cookies }: Visitor) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** Requests of which only the first bytes come, once the service has them. */
async function holding(
  count: number,
  path: string,
  headers: Record<string, string>,
  start: string,
): Promise<{ release: () => void }> {
  const head = Object.entries({
    host: 'colis.test',
    expect: '100-continue',
    'content-length': '5000',
    ...headers,
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const sockets = await Promise.all(
    Array.from({ length: count }, async (): Promise<Socket> => {
      const socket = connect(Number(url.port), url.hostname)
      socket.on('error', () => {})
      socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n`)
      const [answer] = await once(socket, 'data')
      assert.match(String(answer), /^HTTP\/1.1 100 /)
      socket.write(start)
      return socket
    }),
  )
  return { release: () => sockets.forEach((socket) => void socket.destroy()) }
}

/** A whole form over the wire; returns the status. */
async function sendForm(path: string, visitor: Visitor, fields: Record<string, string>) {
  const parts = Object.entries(fields).map(([name, value]) => `${part(name, value)}\r\n`)
  const cookie = cookiesOf(visitor)
  return send(path, { ...formHeaders, ...(cookie && { cookie }) }, `${parts.join('')}--${boundary}--\r\n`)
}

async function send(path: string, headers: Record<string, string>, body: string | Buffer) {
  const outgoing = request(new URL(path, url), {
    method: 'POST',
    headers: { host: 'colis.test', ...headers },
  })
  outgoing.end(body)
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

const start = part('message', 'Afi')

test('seventy forms of a shop that stand still stop neither it nor another shop nor the operator', async () => {
  const [shop, other] = [await service.openShop(), await service.openShop()]
  const [seller, honest] = [
    await openConsole(service, { shopId: shop.shopId }),
    await openConsole(service, { shopId: other.shopId }),
  ]
  const operator = await openOperations(service)
  const path = (of: typeof shop) => `/console/shops/${of.shopId}/deliveries/new`
  const held = await holding(70, path(shop), { ...formHeaders, cookie: cookiesOf(seller) }, start)
  const message = { act: 'read', message: 'Afi Dossou 97 00 00 01 robe 15000' }
  for (const [visitor, to] of [
    [seller, path(shop)],
    [honest, path(other)],
  ] as [ConsoleVisitor, string][])
    assert.equal(await sendForm(to, visitor, message), 200)
  const [city] = service.services.pricing.map.current().cities
  const imported = await sendForm(`/operations/cities/${city?.id}/zones/import`, operator, { x: '1' })
  assert.equal(imported, 422)
  held.release()
})

test('thirty notes for the courier that stand still stop no other customer', async () => {
  const shop = await service.openShop()
  const [slow, quick] = [
    await bringTo(service, shop, 'SEARCHING_COURIER'),
    await bringTo(service, shop, 'SEARCHING_COURIER'),
  ]
  const held = await holding(30, `${pagePath(service, slow)}/door`, formHeaders, part('act', 'photo'))
  const visitor = { cookies: new Map() } as Visitor
  const answer = await sendForm(`${pagePath(service, quick)}/door`, visitor, { act: 'photo' })
  assert.equal(answer, 422)
  held.release()
})

test('applications that stand still stop nobody of the same network', async () => {
  const { visitor } = await verifiedApplicant(service)
  const path = '/courier/apply/form'
  const held = await holding(12, path, { ...formHeaders, cookie: cookiesOf(visitor) }, part('firstName', 'C'))
  assert.equal(await sendForm(path, visitor, { firstName: 'Codjo' }), 422)
  held.release()
})

test('callbacks that stand still stop none that is signed', async () => {
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }
  const held = await holding(64, '/whatsapp/webhook', headers, '{')
  const bytes = reportOf({ id: 'wamid.unknown', status: 'read' })
  assert.equal(
    await send('/whatsapp/webhook', { ...headers, 'x-hub-signature-256': signatureOf(bytes) }, bytes),
    200,
  )
  held.release()
})

test('nothing is received of a form with files of a shop that waits for its approval', async () => {
  const shop = await service.openShop({ approvedAt: null })
  const visitor = await openConsole(service, { shopId: shop.shopId })
  for (const path of ['deliveries/new', 'deliveries/new/many', 'settings/appearance/logo']) {
    const socket = connect(Number(url.port), url.hostname)
    const head = `Host: colis.test\r\nOrigin: http://colis.test\r\nCookie: ${cookiesOf(visitor)}\r\nContent-Type: ${formHeaders['content-type']}`
    socket.write(
      `POST /console/shops/${shop.shopId}/${path} HTTP/1.1\r\n${head}\r\nContent-Length: 5000\r\n\r\n${start}`,
    )
    let answer = ''
    for await (const bytes of socket) answer += bytes
    assert.match(answer, /^HTTP\/1.1 403 /, path)
    assert.match(answer, /n’est pas encore approuvée\s: elle peut tout préparer/)
  }
})
