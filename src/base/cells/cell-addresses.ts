import type { Clock } from '../kernel/clock.ts'
import { readCells } from './cells-file.ts'

/** Finds the address of another cell, null where the directory does not have it. */
export type CellAddresses = (code: string) => Promise<string | null>

/** How old the directory may be that is asked, in ms: strangers cause questions, and few read the file. */
const maxAgeMs = 5_000

/**
 * Looks addresses up in the directory at `path`, which is read again when it is older than five seconds.
 * While it cannot be read, what was read last holds.
 */
export function followCellAddresses(
  path: string | undefined,
  { clock, onError }: { clock: Clock; onError: (message: string, error: unknown) => void },
): CellAddresses {
  let known: { readAt: number; addresses: Promise<Map<string, string>> } | undefined

  async function read(before: Promise<Map<string, string>> | undefined): Promise<Map<string, string>> {
    try {
      const cells = path === undefined ? [] : await readCells(path)
      return new Map(cells.map(({ code, url }) => [code, url]))
    } catch (error) {
      onError('The directory of cells could not be read.', error)
      return (await before) ?? new Map()
    }
  }

  return async (code) => {
    const now = clock.now().getTime()
    if (!known || now - known.readAt > maxAgeMs) known = { readAt: now, addresses: read(known?.addresses) }
    return (await known.addresses).get(code) ?? null
  }
}
