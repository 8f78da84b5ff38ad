import { readFileSync } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { type Cell, CellsRefused, directoryText, readDirectory } from './cell-directory.ts'

/** The cells of the file at `path`; none where there is no file. Throws CellsRefused. */
export async function readCells(path: string): Promise<Cell[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new CellsRefused(`${path} cannot be read (${error.code}).`)
  })
  if (text === undefined) return []
  try {
    return readDirectory(text)
  } catch (error) {
    if (error instanceof CellsRefused)
      throw new CellsRefused(`${path} is no directory of cells. ${error.message}`)
    throw error
  }
}

/**
 * Replaces the file by what `change` makes of its cells, in one step, so that whoever reads it finds the one
 * or the other. Throws CellsRefused, also while somebody else changes it.
 */
export async function changeCells(path: string, change: (cells: readonly Cell[]) => Cell[]): Promise<void> {
  const draft = `${path}.new`
  const file = await open(draft, 'wx', 0o644).catch((error: NodeJS.ErrnoException) => {
    throw new CellsRefused(
      error.code === 'EEXIST'
        ? `Somebody else changes ${path}. If nobody does, remove ${draft}.`
        : `${draft} cannot be written (${error.code}).`,
    )
  })
  try {
    // Whatever the umask: it holds no secret, and the service may run as somebody else.
    await file.chmod(0o644)
    await file.writeFile(directoryText(change(await readCells(path))))
    await file.sync()
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

/** The address of a cell's database, from where the directory says that it is. Throws CellsRefused. */
export function readDatabaseUrl({ code, databaseUrlFrom }: Cell, env: NodeJS.ProcessEnv): string {
  const [, kind, where = ''] = /^(env|file):(.*)$/.exec(databaseUrlFrom) ?? []
  const text = kind === 'env' ? env[where] : readIfThere(where)
  const url = text?.trim() ?? ''
  if (!/^postgres(ql)?:\/\/./.test(url))
    throw new CellsRefused(`${databaseUrlFrom} gives no postgres://… for the cell ${code}.`)
  return url
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
