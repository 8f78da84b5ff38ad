/**
 * What holds any four digits by chance: identifiers and references, moments, years, positions and other decimals,
 * process ids, places in files, ports, addresses of assets.
 */
const madeByChance = [
  /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g,
  /(?=[\w-]*\d)[\w-]{20,}|\bCOL-[A-Z0-9]+|\breq_\w+/g,
  /\bD:\d{14}\S*|\d{4}-\d\d-\d\d([T ][\d:.+Z]+)?|\b20\d\d\b/g,
  /"(time|pid)":\d+|:\d+:\d+|(?<=\d\.\d+\.\d+\.\d+):\d+|(?<=localhost):\d+/g,
  /\/assets\/\S+|\bdata-version="[^"]*"|\d+\.\d+/g,
]

/**
 * Whether a text (a line of the log, a page, a row) holds a code of a few digits by itself. A test that looked for the
 * digits anywhere would fail now and then, since an identifier or a moment holds them by chance.
 */
export function holdsCode(text: string, code: string): boolean {
  const searched = madeByChance.reduce((left, each) => left.replaceAll(each, ''), text.replaceAll('\\n', ' '))
  return new RegExp(`(?<![\\w.])${code}(?!\\w)`).test(searched)
}
