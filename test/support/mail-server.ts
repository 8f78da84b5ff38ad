import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail server of this machine that keeps what it is given. */
export type MailServer = {
  url: string
  /** What came, in its order: to whom, and what it says. */
  received: { to: string[]; subject: string; text: string }[]
  close(): Promise<void>
}

/** Opens a mail server that takes everything. */
export async function openMailServer(): Promise<MailServer> {
  const received: MailServer['received'] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    logger: false,
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const { subject = '', text = '' } = await PostalMime.parse(Buffer.concat(chunks))
        received.push({ to: envelope.rcptTo.map(({ address }) => address), subject, text })
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
