import { createHash } from 'node:crypto'

/**
 * What a script holds besides plain code: texts, lines that mark how it is applied, and what is not executed.
 */
const piece = new RegExp(
  [
    /(?<text>(?<!\w)[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*")/,
    /(?<body>(?<![\w$])\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)/,
    /(?<marker>--![^\n]*)/,
    /(?<nothing>(?:--(?!!)[^\n]*|\/\*[\s\S]*?\*\/|\s+)+)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/** Between these and anything else white space means nothing. */
const separates = (sign: string | undefined) => sign === undefined || '(),;'.includes(sign)

/**
 * The SQL of a migration as it is executed: without comments, and with one blank or none for white space
 * outside of texts. The body of a function is a text. Lines `--! …` stay, since they say how the file is
 * applied.
 */
export const executedSql = (script: string): string =>
  script
    .replace(piece, (found, ...rest) => {
      const { marker, nothing } = rest.at(-1) as Record<string, string | undefined>
      if (marker !== undefined) return `${marker.trim()}\n`
      if (nothing === undefined) return found
      const start = rest.at(-3) as number
      return separates(script[start - 1]) || separates(script[start + found.length]) ? '' : ' '
    })
    .trim()

/**
 * The hash that a database keeps of a migration that was applied to it: of what was executed, 64 hexadecimal
 * digits.
 */
export const executedHash = (script: string): string =>
  createHash('sha256').update(executedSql(script)).digest('hex')
