import { execFile, spawnSync } from 'node:child_process'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** Why tests that read a PDF as a reader shows it are skipped here; false where they run. */
export const skipPdf: string | false = spawnSync('pdftotext', ['-v']).error
  ? 'Poppler is not installed here (apt-get install poppler-utils); CI always runs these tests'
  : false

/** What stands in the document, page by page, in the order in which it is read. */
export async function pdfPages(pdf: Buffer): Promise<string[]> {
  const text = (await run('pdftotext', ['-enc', 'UTF-8', '-', '-'], pdf)).toString().normalize('NFC')
  return text.split('\f').slice(0, -1)
}

/** A word, and where it stands in points from the top left corner of its page. */
export type PdfWord = { page: number; text: string; left: number; top: number; right: number; bottom: number }

export async function pdfWords(pdf: Buffer): Promise<PdfWord[]> {
  const pages = (await run('pdftotext', ['-bbox', '-', '-'], pdf)).toString().split('<page ').slice(1)
  return pages.flatMap((page, at) =>
    [...page.matchAll(/<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<\/word>/g)].map(
      ([, left, top, right, bottom, text = '']) => ({
        page: at + 1,
        text,
        left: Number(left),
        top: Number(top),
        right: Number(right),
        bottom: Number(bottom),
      }),
    ),
  )
}

/** Title, language, size and whatever else the document says of itself. */
export async function pdfInfo(pdf: Buffer): Promise<Record<string, string>> {
  const lines = (await run('pdfinfo', ['-isodates', '-'], pdf)).toString().trim().split('\n')
  return Object.fromEntries(lines.map((line) => line.split(/:\s+/, 2)))
}

/** A page as a printer puts it on paper, four pixels to a millimetre; 0 is black and 255 is white. */
export async function printedPage(pdf: Buffer, page: number) {
  const file = await run('pdftoppm', ['-gray', '-r', '102', '-f', `${page}`, '-l', `${page}`, '-'], pdf)
  const [head, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 40)) ?? []
  return { width: Number(width), height: Number(height), pixels: file.subarray(head?.length) }
}

export const bytesOf = (stream: Readable): Promise<Buffer> => buffer(stream)

function run(command: string, args: string[], input: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      command,
      args,
      { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 },
      (error, stdout) => (error ? reject(error) : resolve(stdout)),
    )
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}
