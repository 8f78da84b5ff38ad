import { fork } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pid } from 'node:process'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import { makeContentsPrivate, makePrivateFolder } from '../kernel/private-files.ts'
import { smallServer } from './embedded-settings.ts'
import { lockFolder } from './folder-lock.ts'
import type { ChangedTopic, OpenDatabase, Session } from './open-database.ts'
import type { Tables } from './tables.ts'
import { tryToWrite } from './try-to-write.ts'
import { type OnOutage, watchOutages } from './watch-outages.ts'
import { watchedDialect } from './watched-dialect.ts'

/** What the embedded database is opened from: a data folder, a snapshot in memory, or nothing. */
type EmbeddedOptions = { folder?: string; snapshot?: Blob; onOutage?: OnOutage }

/**
 * Opens PostgreSQL inside this process (PGlite). It has one connection and does not lock its files, so
 * the folder is locked here; a query on the outer handle inside a transaction never returns.
 */
export async function openEmbeddedDatabase(options: EmbeddedOptions): Promise<OpenDatabase> {
  const { folder, snapshot } = options
  const unlock = folder === undefined ? undefined : lockFolder(folder)
  try {
    if (folder !== undefined) await requireRoom(folder)
    const dataDir = folder === undefined ? undefined : join(folder, 'database')
    if (dataDir !== undefined) {
      await fillApart(dataDir)
      makePrivateFolder(dataDir)
    }
    const pglite = await PGlite.create({
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

/**
 * Fills a new folder in a process of its own, whose half gigabyte of memory is freed when it ends: this one would
 * keep that for as long as it lives. The folder gets its name when it is complete, so a start that was killed
 * leaves only what the next one removes. What fails there fails again here, and is reported here.
 */
async function fillApart(folder: string): Promise<void> {
  if (existsSync(folder)) return
  const parent = dirname(folder)
  for (const name of readdirSync(parent)) {
    if (name.startsWith(unfinished)) rmSync(join(parent, name), { recursive: true, force: true })
  }
  const filling = join(parent, `${unfinished}${pid}`)
  const child = fork(fileURLToPath(new URL('create-embedded-folder.ts', import.meta.url)), [filling], {
    stdio: 'ignore',
    // The child does not inherit the options of this process: those of a test run would start the run again in it.
    execArgv: [],
  })
  const exitCode = await new Promise<number | null>((resolve) =>
    child.once('exit', resolve).once('error', () => resolve(null)),
  )
  if (exitCode === 0) renameSync(filling, folder)
  else rmSync(filling, { recursive: true, force: true })
}

const unfinished = 'database.new-'

/**
 * How much room the disk must have for anything to be written: PostgreSQL inside this process never returns from a write to
 * its log that fails, and a part of that log is made at once.
 */
const neededBytes = 64 * 1024 * 1024
/** How often the room is looked at. */
const lookEveryMs = 1_000

/** Throws an error as that of a full disk when there is too little room. */
async function requireRoom(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= neededBytes) return
  const message = `The disk of ${folder} has less than ${neededBytes / 1024 / 1024} MB left: free some space.`
  throw Object.assign(new Error(message), { code: 'ENOSPC' })
}

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
    withSession: (work) => work(session),
    listen: (onChange) => pglite.listen('colis_changed', (topic) => onChange(topic as ChangedTopic)),
    close: async () => {
      clearInterval(looking)
      const isFull = outages.current()?.reason === 'FULL'
      outages.stop()
      // Closing writes as well; a process that is killed loses nothing.
      if (!pglite.closed && !isFull) await pglite.close()
      unlock?.()
    },
  }
}
