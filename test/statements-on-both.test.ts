import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenDatabase } from '../src/base/database/open-database.ts'
import { openEmbedded, openOnServer, skipServer } from './support/databases.ts'
import { missingElsewhere } from './support/missing-elsewhere.ts'
import { listSentStatements } from './support/sent-statements.ts'

const statements = listSentStatements()
const skip = statements ? skipServer : 'It prepares what the whole suite sends: run npm test.'

/** The same SQL runs on both databases; most promises are tested on one, so the dialect of the other is asked here. */
test('each statement that the suite sent is prepared by the embedded database as by a server', {
  skip,
}, async (t) => {
  assert.ok(statements && statements.length > 0)
  const [embedded, server] = await Promise.all([openEmbedded(), openOnServer()])
  t.after(() => Promise.all([embedded.database.close(), server.database.close()]))
  const onEmbedded = await refusalsOf(embedded.database, statements)
  const onServer = await refusalsOf(server.database, statements)
  t.diagnostic(`${statements.length} statements, ${onServer.size} of tables that tests make for themselves`)
  const differing = statements.filter((text) => onEmbedded.has(text) !== onServer.has(text))
  assert.deepEqual(
    differing.map((text) => ({ text, embedded: onEmbedded.get(text), server: onServer.get(text) })),
    [],
  )
})

test('of what YugabyteDB documents as missing, the suite sent system columns and notices alone', {
  skip: statements ? false : skip,
}, () => {
  const used = Object.entries(missingElsewhere).flatMap(([feature, pattern]) =>
    statements?.some((text) => text.search(pattern) >= 0) ? [feature] : [],
  )
  assert.deepEqual(
    used.filter((feature) => !/^(a system column|listen and notify) /.test(feature)),
    [],
  )
})

/** Those of the statements that a database does not prepare, each with what it says of it. */
function refusalsOf(database: OpenDatabase, texts: readonly string[]): Promise<Map<string, string>> {
  return database.withSession(async (session) => {
    const refusals = new Map<string, string>()
    for (const text of texts) {
      try {
        await session.runScript(`prepare each as ${text}`)
        await session.runScript('deallocate each')
      } catch (error) {
        refusals.set(text, (error as Error).message)
      }
    }
    return refusals
  })
}
