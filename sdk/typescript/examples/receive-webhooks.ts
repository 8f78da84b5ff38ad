import { createServer } from 'node:http'
import { verifyWebhook, WebhookRefused } from '@colis/sdk'

/** A server that takes webhooks: WEBHOOK_SECRET is the signing secret, `whsec_…`, PORT where it listens. */
const secret = process.env.WEBHOOK_SECRET ?? ''
if (!secret.startsWith('whsec_')) throw new Error('Set WEBHOOK_SECRET to your signing secret, whsec_…')
const port = Number(process.env.PORT ?? 3000)

/** In your database, so that it survives a restart: ids of events, each kept before the answer. */
const kept = new Set<string>()

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const header = request.headers['svc-signature']?.toString()
  try {
    const event = await verifyWebhook({ header, body: Buffer.concat(chunks), secret })
    const isNew = !kept.has(event.id)
    kept.add(event.id)
    response.writeHead(204).end()
    if (isNew) console.log(`${event.type} ${event.data.reference ?? ''}`)
  } catch (error) {
    response.writeHead(error instanceof WebhookRefused ? 400 : 500).end()
  }
})
server.listen(port, '127.0.0.1', () => console.log(`Listening on ${port}.`))
