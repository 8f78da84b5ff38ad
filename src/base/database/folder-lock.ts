import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { pid } from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { makeFilePrivate, makePrivateFolder } from '../kernel/private-files.ts'
import { holderLine, isAlive } from './lock-holder.ts'
import { StartRefused } from './start-refused.ts'

/** Another living process works on the data folder. */
export class FolderInUse extends StartRefused {
  constructor(folder: string, holder: string) {
    super(`The data folder ${resolve(folder)} is in use by ${holder}.`)
    this.name = 'FolderInUse'
  }
}

/** Long enough for a process that was told to stop, or was killed, to be gone. */
const defaultPatienceMs = 10_000
const pauseMs = 100
/**
 * Of processes that ask at the same moment each may see another's question and give way: they ask again
 * within this time.
 */
const tiesMs = 20

/** Whether a process has noted that it holds the data folder; one that was killed has left its note behind. */
export const isNotedAsHeld = (folder: string): boolean => existsSync(join(folder, 'lock'))

/** Locks that this process holds: one that were collected as garbage would be released. */
const held = new Set<DatabaseSync>()

/**
 * Locks the data folder for this process until the returned function is called or the process ends, however
 * it ends. Throws FolderInUse when another still holds it after `patienceMs`. From then on only the owner may
 * enter the folder, which holds customers' phones and secrets.
 *
 * The lock is one of the operating system, on the file `lock.held`: processes of other containers see it, and
 * of other machines where the file system passes locks on. Node.js offers such locks through SQLite alone.
 * The file is empty and stays: if it were removed, two processes could each hold a file of that name. No
 * other code of this process may open it, because closing it would release the lock.
 */
export async function lockFolder(folder: string, patienceMs = defaultPatienceMs): Promise<() => void> {
  makePrivateFolder(folder)
  const path = join(folder, 'lock')
  for (let triesLeft = Math.ceil(patienceMs / pauseMs); ; triesLeft -= 1) {
    const lock = tryLock(`${path}.held`)
    if (lock && isNoted(path, lock)) return () => release(path, lock)
    if (triesLeft <= 0) throw new FolderInUse(folder, describeHolder(path))
    await wait(pauseMs)
  }
}

/** The lock, or undefined while another process holds it. */
function tryLock(path: string): DatabaseSync | undefined {
  accessSync(existsSync(path) ? path : join(path, '..'), constants.W_OK)
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(path, { timeout: tiesMs })
    // Without a journal there are no files beside it, and nothing is ever written.
    file.exec('pragma journal_mode = memory; begin exclusive')
    makeFilePrivate(path)
    held.add(file)
    return file
  } catch (error) {
    file?.close()
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined
    throw new StartRefused(
      `The file ${path} cannot be locked (${(error as Error).message}). Remove it if it is not of Colis; ` +
        'else put the folder on a file system that has locks, such as a local disk.',
    )
  }
}

const sqliteBusy = 5

/**
 * Writes down who holds the lock, in `lock.holder` and, for versions of November 2026, in `lock`: they know a
 * folder to be held by that file alone. False when one of them holds the folder; then this lock is given up.
 */
function isNoted(path: string, lock: DatabaseSync): boolean {
  const line = readText(path)
  const isOfOlderVersion = line !== readText(`${path}.holder`).split('\n')[0]
  if (isOfOlderVersion && isAlive(line)) {
    unlock(lock)
    return false
  }
  try {
    writeFileSync(`${path}.holder`, `${holderLine(pid)}\n${hostname()}`, { mode: 0o600 })
    writeFileSync(path, holderLine(pid), { mode: 0o600 })
    return true
  } catch (error) {
    // The lock holds without the note, and a start on a full disk is refused with a better reason.
    if (/^(ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException).code ?? '')) return true
    unlock(lock)
    throw error
  }
}

function release(path: string, lock: DatabaseSync): void {
  if (!held.has(lock)) return
  rmSync(path, { force: true })
  rmSync(`${path}.holder`, { force: true })
  unlock(lock)
}

function unlock(lock: DatabaseSync): void {
  held.delete(lock)
  lock.close()
}

function describeHolder(path: string): string {
  const line = readText(path)
  const process = `process ${line.split(' ')[0] || 'unknown'}`
  if (isAlive(line)) return process
  const [, host = 'another machine'] = readText(`${path}.holder`).split('\n')
  return `${process} of ${host}, which is not seen from here`
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
