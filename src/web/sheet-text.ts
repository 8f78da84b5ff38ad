import { computeAside } from '../base/background/compute-aside.ts'
import { maxBulkBytes } from './bulk-text.ts'
import type { readSheetFile, SheetFault, SheetText } from './sheet-file.ts'

/** What a workbook may take: it is at most a megabyte, and a thread that takes more is ended. */
const limits = { timeoutMs: 10_000, memoryMegabytes: 192 }

/** Whether bytes are a workbook: a package of Excel or LibreOffice, or a file of Excel before 2007. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  [
    [0x50, 0x4b, 0x03, 0x04],
    [0xd0, 0xcf, 0x11, 0xe0],
  ].some((start) => start.every((byte, at) => bytes[at] === byte))

/**
 * The text of a workbook, read beside the requests of others: whatever is in it, it is given up after a few
 * seconds or too much memory.
 */
export async function readSheetText(bytes: Uint8Array): Promise<SheetText | SheetFault> {
  if (bytes.length > maxBulkBytes) return 'SHEET_TOO_LARGE'
  const module = new URL('./sheet-file.ts', import.meta.url)
  const read = await computeAside<Awaited<ReturnType<typeof readSheetFile>>>(
    module,
    'readSheetFile',
    [bytes],
    limits,
    'workbooks',
  )
  return 'result' in read ? read.result : 'SHEET_TOO_LARGE'
}
