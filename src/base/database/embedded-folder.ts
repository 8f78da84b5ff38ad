import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartRefused } from './start-refused.ts'

/** The version of PostgreSQL that is embedded: it opens the folders of no other. */
const postgresVersion = '18'

/**
 * Returns the folder of the embedded database within the data folder, filled if it is new. Throws
 * StartRefused, and the system's error, where it is none that this version can work with: opened all the
 * same, it would be overwritten.
 */
export async function prepareEmbeddedFolder(folder: string): Promise<string> {
  if (existsSync(join(folder, 'PG_VERSION')))
    throw new StartRefused(
      `${folder} is itself a folder of a PostgreSQL database. Give DATABASE_URL another folder, or the one ` +
        'above it if Colis made it.',
    )
  const database = join(folder, 'database')
  if (!existsSync(database) || isEmpty(database)) await fillApart(database)
  checkContents(database)
  return database
}

const isEmpty = (folder: string): boolean => readdirSync(folder).length === 0

/** Opened without a PG_VERSION, a folder would be filled anew, whatever it holds. */
function checkContents(database: string): void {
  const entries = readdirSync(database, { withFileTypes: true, recursive: true })
  for (const { parentPath, name } of entries)
    accessSync(join(parentPath, name), constants.R_OK | constants.W_OK)
  const versionFile = join(database, 'PG_VERSION')
  const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : ''
  if (version === postgresVersion) return
  throw new StartRefused(
    /^\d{1,3}(\.\d+)?$/.test(version)
      ? `${database} is of PostgreSQL ${version}, and this version of Colis works with ${postgresVersion}. ` +
          'Start the version of Colis that ran on it last.'
      : damagedSentence(database, 'its PG_VERSION is missing or damaged'),
  )
}

const damagedSentence = (database: string, detail: string) =>
  `${database} is damaged, incomplete or not of Colis (${detail}). Restore a copy of the whole data ` +
  'folder, or give DATABASE_URL another one.'

/** Why the embedded database does not open. */
export const embeddedRefusal = (database: string, cause: unknown): StartRefused =>
  new StartRefused(damagedSentence(database, 'it does not open'), { cause })

/**
 * How much room the disk must have for anything to be written: PostgreSQL inside this process never returns
 * from a write to its log that fails, and a part of that log is made at once.
 */
const neededBytes = 64 * 1024 * 1024

/** Throws StartRefused, with the code of a full disk, when there is too little room. */
export async function requireRoom(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= neededBytes) return
  const message = `The disk of ${folder} has less than ${neededBytes / 1024 / 1024} MB left: free some space.`
  throw Object.assign(new StartRefused(message), { code: 'ENOSPC' })
}

const unfinished = 'database.new-'

/**
 * Fills a new folder in a process of its own, whose half gigabyte of memory is freed when it ends: this one
 * would keep that for as long as it lives. The folder gets its name when it is complete, so a start that was
 * killed leaves only what the next one removes.
 */
async function fillApart(database: string): Promise<void> {
  const parent = dirname(database)
  for (const name of readdirSync(parent))
    if (name.startsWith(unfinished)) rmSync(join(parent, name), { recursive: true, force: true })
  const filling = join(parent, `${unfinished}${randomUUID()}`)
  const child = fork(fileURLToPath(new URL('create-embedded-folder.ts', import.meta.url)), [filling], {
    stdio: 'ignore',
    // The child does not inherit the options of this process: those of a test run would start the run again
    // in it.
    execArgv: [],
  })
  const end = await new Promise<string | number | null>((resolve) =>
    child
      .once('exit', (code, signal) => resolve(code ?? signal))
      .once('error', ({ message }) => resolve(message)),
  )
  if (end === 0) return renameSync(filling, database)
  rmSync(filling, { recursive: true, force: true })
  throw new StartRefused(
    `The new database ${database} could not be filled (${end}). It takes about 50 MB of disk and 700 MB of memory.`,
  )
}
