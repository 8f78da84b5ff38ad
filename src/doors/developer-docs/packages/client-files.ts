import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Files of a client in `sdk/`: contents by path, in the order of their names, so that packing them gives the
 * same bytes.
 */
export type ClientFiles = Map<string, Buffer>

/** What tools leave in a folder in which one works. */
const leftBehind = /(^|\/)(node_modules|build|\.venv|__pycache__|[\w.-]+\.egg-info)(\/|$)|\.(pyc|log|tgz)$/

/** Reads a client of the installation; a path is after its folder, with slashes. */
export async function readClientFiles(client: string): Promise<ClientFiles> {
  const folder = new URL(`../../../../sdk/${client}/`, import.meta.url)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(fileURLToPath(folder), join(parentPath, name)))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !leftBehind.test(path))
    .sort()
  const contents = await Promise.all(paths.map((path) => readFile(new URL(path, folder))))
  return new Map(paths.map((path, at) => [path, contents[at] ?? Buffer.alloc(0)]))
}

/** Those files whose path fits. */
export const filesLike = (files: ClientFiles, form: RegExp): ClientFiles =>
  new Map([...files].filter(([path]) => form.test(path)))

/** The text of a file that every client has. */
export function textOf(files: ClientFiles, path: string): string {
  const content = files.get(path)
  if (!content) throw new Error(`${path} is missing in sdk/.`)
  return content.toString('utf8')
}
