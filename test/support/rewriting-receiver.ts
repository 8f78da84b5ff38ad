import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'

/** A receiver that signs the body after parsing and writing it again, never looks at the time, and redirects. */
const secret = process.env.WEBHOOK_SECRET ?? ''

createServer(async (request, response) => {
  try {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const event = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    const [t = '', ...signatures] = String(request.headers['svc-signature'] ?? '').split(',')
    const expected = createHmac('sha256', secret)
      .update(`${t.replace('t=', '')}.${JSON.stringify(event)}`)
      .digest('hex')
    if (!signatures.includes(`v1=${expected}`)) return response.writeHead(401).end()
    response.writeHead(302, { location: '/thanks' }).end()
  } catch {
    response.destroy()
  }
}).listen(process.env.PORT)
