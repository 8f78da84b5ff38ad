/** What would have to stand where a text stops being JSON; `TEXT` is the rest of a string. */
export type JsonExpected = 'VALUE' | 'NAME' | 'COLON' | 'COMMA' | 'TEXT' | 'END'

/**
 * Why a body cannot be read, and where: lines and columns count from 1, in characters. `met` is the one
 * character found there, null at the end of the body: nothing else of the body is ever shown. A forbidden
 * name has no place.
 */
export type JsonFault =
  | { kind: JsonExpected; line: number; column: number; met: string | null }
  | { kind: 'NOT_UTF8'; line: number; column: number }
  | { kind: 'FORBIDDEN_NAME' }

/**
 * Why a body that was refused cannot be read: other bytes than UTF-8, no JSON, or JSON with a forbidden name.
 */
export function jsonFault(body: Uint8Array): JsonFault {
  const text = new TextDecoder('utf-8', { ignoreBOM: false }).decode(body)
  const broken = firstBrokenCharacter(body, text)
  if (broken !== undefined) return { kind: 'NOT_UTF8', ...placeOf(text, broken) }
  const stop = stopOf(text)
  if (!stop) return { kind: 'FORBIDDEN_NAME' }
  const met = text.codePointAt(stop.at)
  return {
    kind: stop.expected,
    ...placeOf(text, stop.at),
    met: met === undefined ? null : String.fromCodePoint(met),
  }
}

/** Where the decoder put a replacement character for bytes that are no UTF-8. */
function firstBrokenCharacter(body: Uint8Array, text: string): number | undefined {
  const hasMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf
  const sent = hasMark ? body.subarray(3) : body
  const again = new TextEncoder().encode(text)
  const at = again.findIndex((byte, position) => byte !== sent[position])
  if (at === -1) return undefined
  return new TextDecoder().decode(again.subarray(0, at)).replace(/\ufffd$/, '').length
}

function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at)
  const start = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: [...before.slice(start)].length + 1 }
}

const blanks = /[ \t\n\r]*/y
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const characters = /(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y

/** Where a text stops being JSON, and what should stand there; undefined when it is JSON. Not recursive. */
function stopOf(text: string): { at: number; expected: JsonExpected } | undefined {
  const open: string[] = []
  let expected: JsonExpected = 'VALUE'
  let isEmpty = false
  for (let at = endOf(blanks, text, 0); ; at = endOf(blanks, text, at)) {
    const sign = text[at]
    const closes = sign !== undefined && sign === closing[open.at(-1) ?? '']
    if (expected === 'COMMA' && open.length === 0)
      return sign === undefined ? undefined : { at, expected: 'END' }
    if (closes && (isEmpty || expected === 'COMMA')) {
      open.pop()
      expected = 'COMMA'
      at += 1
    } else if (expected === 'COMMA' && sign === ',') {
      expected = open.at(-1) === '{' ? 'NAME' : 'VALUE'
      at += 1
    } else if (expected === 'COLON' && sign === ':') {
      expected = 'VALUE'
      at += 1
    } else if (expected === 'VALUE' && (sign === '{' || sign === '[')) {
      open.push(sign)
      expected = sign === '{' ? 'NAME' : 'VALUE'
      isEmpty = true
      at += 1
      continue
    } else if ((expected === 'VALUE' || expected === 'NAME') && sign === '"') {
      const end = endOf(characters, text, at + 1)
      if (text[end] !== '"') return { at: end, expected: 'TEXT' }
      expected = expected === 'NAME' ? 'COLON' : 'COMMA'
      at = end + 1
    } else {
      const end = expected === 'VALUE' ? endOf(scalar, text, at) : at
      if (end === at) return { at, expected }
      expected = 'COMMA'
      at = end
    }
    isEmpty = false
  }
}

const closing: Record<string, string> = { '{': '}', '[': ']' }

/** Where a sticky expression that is matched at a place ends; the same place when it does not match. */
function endOf(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at
  return at + (expression.exec(text)?.[0].length ?? 0)
}
