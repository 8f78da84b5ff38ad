import { listed, type Token } from './message-tokens.ts'

/** A number that is written in words, up to, not including, the token `to`; `others` may be meant as well. */
type NumberInWords = { value: number; to: number; others: number[] }

const units: Record<string, number> = Object.fromEntries(
  listed(`un 1, une 1, deux 2, trois 3, quatre 4, cinq 5, six 6, sept 7, huit 8, neuf 9, dix 10, onze 11,
    douze 12, treize 13, quatorze 14, quinze 15, seize 16, vingt 20, vingts 20, trente 30, quarante 40,
    cinquante 50, soixante 60, septante 70, nonante 90, one 1, two 2, three 3, four 4, five 5, seven 7,
    eight 8, nine 9, ten 10, eleven 11, twelve 12, thirteen 13, fourteen 14, fifteen 15, sixteen 16,
    seventeen 17, eighteen 18, nineteen 19, twenty 20, thirty 30, forty 40, fifty 50, sixty 60, seventy 70,
    eighty 80, ninety 90`).map((entry) => {
    const [word = '', value] = entry.split(' ')
    return [word, Number(value)]
  }),
)
const factorsInWords: Record<string, number> = {
  mille: 1_000,
  mil: 1_000,
  thousand: 1_000,
  million: 1_000_000,
  millions: 1_000_000,
}

/** More words make no number. */
const maxParts = 12

/** A small number in words or digits, as goods are counted: `deux`, `3`; undefined for any other token. */
export function countOf(token: Token | undefined): number | undefined {
  const value =
    token?.kind === 'DIGITS' && token.text.length < 3 ? Number(token.text) : units[token?.folded ?? '']
  return value !== undefined && value >= 1 && value <= 99 ? value : undefined
}

/**
 * `quinze mille cinq cents`, `vingt-cinq mille`, `fifteen thousand`: a number that says its thousands or
 * hundreds. `dix mille cinq` is said of 10,500 more than of 10,005: both are returned.
 */
export function numberInWords(tokens: readonly Token[], at: number): NumberInWords | undefined {
  const sum = { whole: 0, part: 0, last: '', isLarge: false }
  let to = at
  for (; to < tokens.length && to < at + maxParts; to += 1) {
    const token = tokens[to]
    if (token?.kind !== 'WORD' || (to > at && token.isLineStart)) break
    if (!token.folded.split('-').every((part) => addPart(sum, part))) break
  }
  if (/^(et|and)$/.test(tokens[to - 1]?.folded ?? '')) to -= 1
  if (to === at || !sum.isLarge) return undefined
  const value = sum.whole + sum.part
  const isShort = sum.whole > 0 && sum.part > 0 && sum.part < 10
  return { value, to, others: isShort ? [sum.whole + sum.part * 100] : [] }
}

/** Adds a word of a number; false for any other. */
function addPart(
  sum: { whole: number; part: number; last: string; isLarge: boolean },
  word: string,
): boolean {
  const { last } = sum
  const unit = units[word]
  const factor = factorsInWords[word]
  if (/^(et|and)$/.test(word)) return last !== ''
  if (unit !== undefined) {
    const isEighty = /^vingts?$/.test(word) && last === 'quatre'
    sum.part += isEighty ? 76 : unit
  } else if (/^(cents?|hundred)$/.test(word)) {
    sum.part = (sum.part || 1) * 100
    sum.isLarge = true
  } else if (factor !== undefined) {
    sum.whole += (sum.part || 1) * factor
    sum.part = 0
    sum.isLarge = true
  } else return false
  sum.last = word
  return true
}
