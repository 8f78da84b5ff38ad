import type { KyselyPlugin } from 'kysely'
import type { Database } from '../../src/base/database/open-database.ts'

/** Every statement that goes to a database, as text with places for its values. */
type Statements = { db: Database; texts: string[] }

/** The same database, with a record of what is asked of it. */
export function recordStatements(plain: Database): Statements {
  const texts: string[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      texts.push(plain.getExecutor().compileQuery(node, queryId).sql.replaceAll(/\s+/g, ' ').trim())
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: plain.withPlugin(recorder), texts }
}
