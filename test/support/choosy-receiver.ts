import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { verifyWebhook } from '../../sdk/typescript/src/verify-webhook.ts'
import { eventTypes } from '../../src/contract/vocabulary.ts'

/**
 * A receiver that verifies well, then refuses types that it does not know, fails on an event that it has seen, and
 * works for `WORK_MS` before it responds to a delivery that is handed over.
 */
const secret = process.env.WEBHOOK_SECRET ?? ''
const seen = new Set<string>()

createServer(async (request, response) => {
  try {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    response.writeHead(await statusFor(String(request.headers['svc-signature']), body)).end()
  } catch {
    response.destroy()
  }
}).listen(process.env.PORT)

async function statusFor(header: string, body: Buffer): Promise<number> {
  try {
    await verifyWebhook({ header, body, secret })
  } catch {
    return 400
  }
  const { id, type } = JSON.parse(body.toString('utf8'))
  if (!eventTypes.includes(type)) return 422
  if (seen.has(id)) return 500
  seen.add(id)
  if (type === 'delivery.delivered') await wait(Number(process.env.WORK_MS ?? 11_000))
  return 204
}
