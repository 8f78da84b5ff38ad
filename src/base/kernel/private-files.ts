import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const folderMode = 0o700
const fileMode = 0o600
/**
 * The sticky bit, set on folders that everybody may write to, such as /tmp: their permissions are left alone.
 */
const stickyBit = 0o1000

/** Makes a folder that only its owner may enter, and restricts an existing one to its owner. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: folderMode })
  const { mode } = lstatSync(folder)
  if ((mode & stickyBit) === 0) setMode(folder, mode, folderMode)
}

/** Restricts a data folder and everything in it to its owner. */
export function makeContentsPrivate(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) setMode(path, lstatSync(path).mode, folderMode)
    if (entry.isFile()) makeFilePrivate(path)
  }
}

export function makeFilePrivate(path: string): void {
  setMode(path, lstatSync(path).mode, fileMode)
}

function setMode(path: string, mode: number, wanted: number): void {
  if ((mode & 0o777) === wanted) return
  try {
    chmodSync(path, wanted)
  } catch (error) {
    // A volume with another owner, or a file system without modes: its owner decides who has access.
    if (!['EPERM', 'ENOTSUP', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
