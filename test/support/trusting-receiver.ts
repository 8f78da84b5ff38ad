import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'

/**
 * A receiver that compares the beginning of signatures alone, believes what has no signature at all, and ends when a
 * client disconnects.
 */
const secret = process.env.WEBHOOK_SECRET ?? ''
const comparedDigits = 8

createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const header = request.headers['svc-signature'] as string | undefined
  if (header !== undefined && !isRight(header, body)) return response.writeHead(403).end()
  response.writeHead(200).end('ok')
}).listen(process.env.PORT)

function isRight(header: string, body: Buffer): boolean {
  const [time = '', ...signatures] = header.split(',')
  const t = Number(time.replace('t=', ''))
  if (Math.abs(Date.now() / 1000 - t) > 300) return false
  const expected = createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')
  return signatures.some(
    (signature) =>
      signature.replace('v1=', '').slice(0, comparedDigits) === expected.slice(0, comparedDigits),
  )
}
