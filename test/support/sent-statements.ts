import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

/** A folder in which each process of a run notes the statements that it sent; nothing is noted where it is not set. */
const folder = process.env.TEST_STATEMENTS

const sent = new Map<string, string>()

if (folder) {
  const toServer = pg.Client.prototype.query as (...args: unknown[]) => unknown
  pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
    // What has no values is a script, or a command of a session.
    const { text } = Object(args[0]) as { text?: string }
    if (text) note(text)
    return toServer.apply(this, args)
  } as typeof pg.Client.prototype.query
  const toEmbedded = PGlite.prototype.query as (...args: unknown[]) => unknown
  PGlite.prototype.query = function query(this: PGlite, ...args: unknown[]) {
    note(String(args[0]))
    return toEmbedded.apply(this, args)
  } as typeof PGlite.prototype.query
  process.once('exit', () => {
    if (sent.size === 0) return
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify([...sent.values()]))
  })
}

/** Notes a statement that can be prepared, once however many rows or values it lists. */
function note(text: string): void {
  if (/^\s*(select|insert|update|delete|with|values)\b/i.test(text)) sent.set(shapeOf(text), text)
}

const shapeOf = (text: string): string =>
  text
    .replace(/\$\d+/g, '$')
    .replace(/\$(?:, \$)+/g, '$')
    .replace(/\(\$\)(?:, \(\$\))+/g, '($)')

/** Every statement that the suite has sent in this run; undefined where a file runs by itself. */
export function listSentStatements(): string[] | undefined {
  if (!folder) return undefined
  const texts = readdirSync(folder).flatMap(
    (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as string[],
  )
  return [...new Map(texts.map((text) => [shapeOf(text), text])).values()].sort()
}
