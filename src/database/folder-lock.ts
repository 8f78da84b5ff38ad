import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pid } from 'node:process'

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
 * Takes the data folder for this process until the answer is called. Throws FolderInUse while a living
 * process holds it; a lock left by a process that is gone is taken over.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'lock')
  const mine = holderLine(pid)
  for (;;) {
    try {
      writeFileSync(path, mine, { flag: 'wx', mode: 0o600 })
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      removeStaleLock(folder, path)
    }
  }
}

/** Two processes may find the same stale lock: whoever moved a fresh one away puts it back. */
function removeStaleLock(folder: string, path: string): void {
  const seen = readLock(path)
  if (seen === undefined) return
  if (isAlive(seen)) throw new FolderInUse(folder, seen)
  const aside = `${path}.${pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  const moved = readLock(aside)
  if (moved !== seen) linkSync(aside, path)
  rmSync(aside, { force: true })
}

function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** A process is known by its number and the moment it started: numbers are used again. */
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

/** Clock ticks from boot to the start of a process, where the system tells (Linux); else empty. */
function startOf(holder: number): string {
  try {
    const stat = readFileSync(`/proc/${holder}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
