import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import { makeContentsPrivate, makePrivateFolder } from '../kernel/private-files.ts'
import { lockFolder } from './folder-lock.ts'
import type { ChangedTopic, OpenDatabase, Session } from './open-database.ts'
import type { Tables } from './tables.ts'

/** Where the embedded database starts from: a data folder, a snapshot in memory, or nothing. */
export type EmbeddedOptions = { folder?: string; snapshot?: Blob }

/**
 * Opens PostgreSQL inside this process (PGlite). It has one connection and does not lock its files, so
 * the folder is locked here; a query on the outer handle inside a transaction never returns.
 */
export async function openEmbeddedDatabase({ folder, snapshot }: EmbeddedOptions): Promise<OpenDatabase> {
  const unlock = folder === undefined ? undefined : lockFolder(folder)
  try {
    const dataDir = folder === undefined ? undefined : join(folder, 'database')
    if (dataDir !== undefined) makePrivateFolder(dataDir)
    const pglite = await PGlite.create({
      ...(dataDir !== undefined && { dataDir }),
      ...(snapshot && { loadDataDir: snapshot }),
    })
    // It opens each file that it makes to everybody, whatever the umask says.
    if (dataDir !== undefined) makeContentsPrivate(dataDir)
    return embeddedDatabase(pglite, unlock)
  } catch (error) {
    unlock?.()
    throw error
  }
}

function embeddedDatabase(pglite: PGlite, unlock: (() => void) | undefined): OpenDatabase {
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
  const session: Session = {
    runScript: async (sql) => void (await pglite.exec(sql)),
    query: async <Row>(sql: string, params?: unknown[]) => (await pglite.query<Row>(sql, params)).rows,
  }
  return {
    db,
    kind: 'embedded',
    withSession: (work) => work(session),
    listen: (onChange) => pglite.listen('colis_changed', (topic) => onChange(topic as ChangedTopic)),
    close: async () => {
      if (!pglite.closed) await pglite.close()
      unlock?.()
    },
  }
}
