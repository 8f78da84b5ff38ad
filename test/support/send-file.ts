import type { TestService } from './open-service.ts'
import type { Page, Visitor } from './visitor.ts'

/** Sends a form with one file in it, as browsers do; redirects are followed. */
export async function sendFile(
  { app }: TestService,
  visitor: Visitor,
  path: string,
  { field, name, type, bytes }: { field: string; name: string; type: string; bytes: Buffer },
): Promise<Page> {
  const boundary = 'colis-test-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  const answer = await app.inject({
    method: 'POST',
    url: path,
    headers: {
      host: 'colis.test',
      origin: 'http://colis.test',
      cookie: [...visitor.cookies].map(([cookie, value]) => `${cookie}=${value}`).join('; '),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  if (answer.statusCode === 303) return visitor.open(String(answer.headers.location))
  return { status: answer.statusCode, path, html: answer.body, headers: answer.headers }
}

/** A file of a form; its name and its type are what the browser says of it. */
export type SentFile = { name: string; type: string; bytes: Buffer }

/** Sends a form with fields and several files in it, as browsers do; redirects are followed. */
export async function sendFiles(
  { app }: TestService,
  visitor: Visitor,
  path: string,
  { fields, files }: { fields: Record<string, string>; files: Record<string, SentFile> },
  remoteAddress = '10.9.0.1',
): Promise<Page> {
  const boundary = 'colis-test-boundary'
  const part = (head: string, content: Buffer) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ])
  const answer = await app.inject({
    method: 'POST',
    url: path,
    remoteAddress,
    headers: {
      host: 'colis.test',
      origin: 'http://colis.test',
      cookie: [...visitor.cookies].map(([cookie, value]) => `${cookie}=${value}`).join('; '),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.concat([
      ...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, Buffer.from(value))),
      ...Object.entries(files).map(([field, { name, type, bytes }]) =>
        part(`name="${field}"; filename="${name}"\r\ncontent-type: ${type}`, bytes),
      ),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  })
  if (answer.statusCode === 303) return visitor.open(String(answer.headers.location))
  return { status: answer.statusCode, path, html: answer.body, headers: answer.headers }
}
