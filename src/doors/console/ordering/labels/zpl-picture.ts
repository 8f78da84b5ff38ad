import type { Bitmap } from './label-bitmap.ts'

/**
 * A bitmap as the command of ZPL that prints it at the top left corner, in hexadecimal with Zebra's own
 * compression (ZPL II Programming Guide, ^GF and "Alternative Data Compression Scheme").
 */
export function zplPicture({ bytes, bytesPerRow, height }: Bitmap): string {
  const rows: string[] = []
  let before = ''
  for (let row = 0; row < height; row += 1) {
    const hex = Buffer.from(bytes.subarray(row * bytesPerRow, (row + 1) * bytesPerRow))
      .toString('hex')
      .toUpperCase()
    // A colon repeats the row above, a comma fills the rest of a row with white.
    rows.push(hex === before ? ':' : compressedRow(hex))
    before = hex
  }
  return `^FO0,0^GFA,${bytes.length},${bytes.length},${bytesPerRow},${rows.join('')}^FS`
}

function compressedRow(hex: string): string {
  const runs: { digit: string; count: number }[] = []
  for (const digit of hex) {
    const last = runs.at(-1)
    if (last && last.digit === digit) last.count += 1
    else runs.push({ digit, count: 1 })
  }
  const isWhiteAtEnd = runs.at(-1)?.digit === '0'
  const written = isWhiteAtEnd ? runs.slice(0, -1) : runs
  const row = written.map(({ digit, count }) => `${countLetters(count)}${digit}`).join('')
  return isWhiteAtEnd ? `${row},` : row
}

/** How often the digit after it stands there: `z` is 400, `g` to `y` are 20 to 380, `G` to `Y` 1 to 19. */
function countLetters(count: number): string {
  if (count === 1) return ''
  const letter = (from: string, number: number) => String.fromCharCode(from.charCodeAt(0) + number - 1)
  const [hundreds, rest] = [Math.floor(count / 400), count % 400]
  const [twenties, ones] = [Math.floor(rest / 20), rest % 20]
  return (
    'z'.repeat(hundreds) + (twenties > 0 ? letter('g', twenties) : '') + (ones > 0 ? letter('G', ones) : '')
  )
}
