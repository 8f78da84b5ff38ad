import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import { makeContentsPrivate, makePrivateFolder } from '../kernel/private-files.ts'
import { embeddedRefusal, prepareEmbeddedFolder, requireRoom } from './embedded-folder.ts'
import { smallServer } from './embedded-settings.ts'
import { lockFolder } from './folder-lock.ts'
import type { ChangedTopic, OpenDatabase, Session } from './open-database.ts'
import type { Tables } from './tables.ts'
import { tryToWrite } from './try-to-write.ts'
import { type OnOutage, watchOutages } from './watch-outages.ts'
import { watchedDialect } from './watched-dialect.ts'

/** What the embedded database is opened from: a data folder, a snapshot in memory, or nothing. */
type EmbeddedOptions = {
  folder?: string
  folderPatienceMs?: number
  snapshot?: Blob
  onOutage?: OnOutage
}

/**
 * Opens PostgreSQL inside this process (PGlite). It has one connection and does not lock its files, so
 * the folder is locked here; a query on the outer handle inside a transaction never returns.
 */
export async function openEmbeddedDatabase(options: EmbeddedOptions): Promise<OpenDatabase> {
  const { folder, folderPatienceMs, snapshot } = options
  const unlock = folder === undefined ? undefined : await lockFolder(folder, folderPatienceMs)
  try {
    if (folder !== undefined) await requireRoom(folder)
    const dataDir = folder === undefined ? undefined : await prepareEmbeddedFolder(folder)
    if (dataDir !== undefined) makePrivateFolder(dataDir)
    const pglite = await createPglite({
      startParams: [...PGlite.defaultStartParams, ...smallServer],
      ...(dataDir !== undefined && { dataDir }),
      ...(snapshot && { loadDataDir: snapshot }),
    })
    // PGlite makes each new file accessible to everybody, whatever the umask says.
    if (dataDir !== undefined) makeContentsPrivate(dataDir)
    return embeddedDatabase(pglite, options, unlock)
  } catch (error) {
    unlock?.()
    throw error
  }
}

/** Throws StartRefused for a folder that does not open: what PGlite throws then says nothing to a person. */
async function createPglite(options: PGliteOptions): Promise<PGlite> {
  try {
    return await PGlite.create(options)
  } catch (error) {
    throw options.dataDir === undefined ? error : embeddedRefusal(options.dataDir, error)
  }
}

/** How often the room is looked at. */
const lookEveryMs = 1_000

function embeddedDatabase(
  pglite: PGlite,
  { folder, onOutage = () => {} }: EmbeddedOptions,
  unlock: (() => void) | undefined,
): OpenDatabase {
  const outages = watchOutages({
    tryWrite: async () => {
      if (folder !== undefined) await requireRoom(folder)
      await pglite.exec(tryToWrite)
    },
    onOutage,
  })
  const looking = setInterval(() => {
    if (folder !== undefined) requireRoom(folder).catch(outages.note)
  }, lookEveryMs).unref()
  const db = new Kysely<Tables>({ dialect: watchedDialect(new PGliteDialect({ pglite }), outages) })
  const session: Session = {
    runScript: async (sql) => {
      outages.refuseWrite(sql)
      await pglite.exec(sql)
    },
    query: async <Row>(sql: string, params?: unknown[]) => (await pglite.query<Row>(sql, params)).rows,
  }
  return {
    db,
    lookups: db,
    kind: 'embedded',
    outages,
    pools: () => [],
    withSession: (work) => work(session),
    listen: async (onChange) => ({
      stop: await pglite.listen('colis_changed', (topic) => onChange(topic as ChangedTopic)),
      hold: ({ onHeld }) => {
        onHeld()
        return { asked: Promise.resolve(), stop: async () => {} }
      },
    }),
    close: async () => {
      clearInterval(looking)
      const isFull = outages.current()?.reason === 'FULL'
      outages.stop()
      try {
        // Closing writes as well; a process that is killed loses nothing.
        if (!pglite.closed && !isFull) await pglite.close()
      } finally {
        unlock?.()
      }
    },
  }
}
