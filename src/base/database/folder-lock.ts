import { createHash } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pid } from 'node:process'
import { makePrivateFolder } from '../kernel/private-files.ts'

/** Another living process works on the data folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
  readonly folder: string
  constructor(folder: string, holder: string) {
    super(`The data folder ${resolve(folder)} is in use by process ${holder.split(' ')[0]}.`)
    this.folder = folder
  }
}

/**
 * Locks the data folder for this process until the returned function is called. Throws FolderInUse while a
 * running process holds it; the lock of a process that has died is taken over. From then on only the owner may
 * enter the folder, which holds customers' phones and secrets.
 */
export function lockFolder(folder: string): () => void {
  makePrivateFolder(folder)
  const path = join(folder, 'lock')
  // Asked before anything is written: the disk may be full.
  const holder = readLock(path)
  if (holder !== undefined && isAlive(holder)) throw new FolderInUse(folder, holder)
  const mine = `${path}.${pid}`
  writeFileSync(mine, holderLine(pid), { mode: 0o600 })
  try {
    take(path, mine, folder)
  } finally {
    rmSync(mine, { force: true })
  }
  return () => rmSync(path, { force: true })
}

/**
 * Hard-links `path` to the file `mine`, so that it appears complete or not at all. Only one process takes over
 * the lock of a dead one: the process that creates the link derived from that lock replaces it, if it is
 * still the lock it saw. However many processes find the lock, one gets the folder.
 */
function take(path: string, mine: string, folder: string): void {
  while (!linkedAs(mine, path)) {
    const seen = readLock(path)
    if (seen === undefined) continue
    if (isAlive(seen)) throw new FolderInUse(folder, seen)
    const heir = `${path}.${createHash('sha256').update(seen).digest('hex').slice(0, 16)}`
    take(heir, mine, folder)
    if (readLock(path) === seen) {
      renameSync(heir, path)
      return
    }
    rmSync(heir, { force: true })
  }
}

/** Hard-links `file` as `path`; false when `path` exists already. */
function linkedAs(file: string, path: string): boolean {
  try {
    linkSync(file, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** A process is identified by its id and its start time, because ids are reused. */
function holderLine(holder: number): string {
  return `${holder} ${startOf(holder)}`
}

function isAlive(line: string): boolean {
  const holder = Number(line.split(' ')[0])
  if (!Number.isInteger(holder) || holder <= 0) return false
  try {
    process.kill(holder, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return line === holderLine(holder)
}

/** The start of a process in clock ticks since boot, where the system provides it (Linux); else empty. */
function startOf(holder: number): string {
  try {
    const stat = readFileSync(`/proc/${holder}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
