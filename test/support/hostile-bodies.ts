import fc from 'fast-check'

/** JSON texts, and texts that are not JSON, which replace a value. */
export const hostileValues: Record<string, string> = {
  null: 'null',
  true: 'true',
  zero: '0',
  'minus zero': '-0',
  'minus one': '-1',
  'a fraction': '0.5',
  'a tiny fraction': '5e-324',
  'a number beyond precision': '9007199254740993',
  'the largest number': '1.7976931348623157e308',
  'a number beyond all': '1e999',
  'a number below all': '-1e999',
  'a number of 10,000 digits': '9'.repeat(10_000),
  NaN: 'NaN',
  Infinity: 'Infinity',
  undefined: 'undefined',
  hexadecimal: '0x10',
  'a number as text': '"12"',
  'an empty text': '""',
  blanks: '" \\t\\u00a0\\u3000 "',
  NUL: '"a\\u0000b"',
  'a control character': '"a\\u0007b"',
  'a C1 control character': '"a\\u009bb"',
  'a raw control character': '"a\u0001b"',
  'a raw line feed': '"a\nb"',
  'a lone high surrogate': '"a\\ud800b"',
  'a lone low surrogate': '"\\udc00"',
  'a noncharacter': '"\\uffff"',
  'right-to-left override': '"\\u202egnp.exe"',
  'a very long text': `"${'x'.repeat(100_000)}"`,
  'a very long text of emoji': `"${'🛵'.repeat(20_000)}"`,
  'a text beyond the limit': `"${'x'.repeat(300_000)}"`,
  'a statement of SQL': '"\'); drop table deliveries; --"',
  'a template': '"#{7*7}{{7*7}}<%= 7 %>"',
  markup: '"<script>alert(1)</script>"',
  'an empty list': '[]',
  'a list of itself': '[[],{},null,1,"a"]',
  'a list of 20,000': `[${'1,'.repeat(19_999)}1]`,
  'an empty object': '{}',
  'lists 10,000 deep': '['.repeat(10_000) + ']'.repeat(10_000),
  'objects 10,000 deep': `${'{"lat":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  'lists that never end': '['.repeat(10_000),
  prototype: '{"__proto__":{"polluted":true}}',
  'an escaped prototype': '{"__pr\\u006fto__":{"polluted":true}}',
  'a constructor': '{"constructor":{"prototype":{"polluted":true}}}',
  'nothing at all': '',
  'a comma too many': '1,',
  'a comment': '1 /* one */',
  'single quotes': "'a'",
}

/** Members that no object of the API has. */
export const hostileMembers: Record<string, string> = {
  prototype: '"__proto__":{"polluted":true}',
  'an escaped prototype': '"\\u005f_proto__":{"polluted":true}',
  'a constructor': '"constructor":{"prototype":{"polluted":true}}',
  'a plain constructor': '"constructor":1',
  toString: '"toString":null',
  hasOwnProperty: '"hasOwnProperty":1',
  'no name': '"":1',
  'a blank name': '" ":1',
  'a name with NUL': '"a\\u0000":1',
  'a name that is half a character': '"\\ud800":1',
  'a name like a pointer': '"~0/~1/%2f":1',
  'a misspelt name': '"dropof":{"lat":6.37,"lng":2.41}',
  'a name in capitals': '"DROPOFF":null',
  'a very long name': `"${'n'.repeat(50_000)}":1`,
  '2,000 names': Array.from({ length: 2_000 }, (_, at) => `"m${at}":${at}`).join(','),
  'an object 10,000 deep': `"deep":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
}

/** Replaces the value numbered `at` by a JSON text, the body itself being the first. */
export function withValueAt(body: unknown, at: number, json: string): string {
  const marked = markedCopy(body, at % (1 + countValues(body)), () => mark)
  return JSON.stringify(marked).replace(`"${mark}"`, () => json)
}

/** Adds a member to the object numbered `at`, the body itself being the first. */
export function withMemberAt(body: unknown, at: number, member: string): string {
  const objects = objectsOf(body)
  const host = objects[at % objects.length] as Record<string, unknown>
  const copy = structuredCloneWith(body, host)
  return JSON.stringify(copy).replace(`"${mark}":0`, () => member)
}

const mark = '<here>'

function objectsOf(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(objectsOf)]
}

/** A copy in which `host` has the mark as its last member. */
function structuredCloneWith(value: unknown, host: object): unknown {
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, each]) => [name, structuredCloneWith(each, host)])
  return Object.fromEntries(value === host ? [...members, [mark, 0]] : members)
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, each) => sum + 1 + countValues(each), 0)
}

function markedCopy(value: unknown, at: number, replace: () => unknown): unknown {
  if (at === 0) return replace()
  let left = at
  const members = Object.entries(value as object).map(([name, each]) => {
    const inside = 1 + countValues(each)
    const isHere = left > 0 && left <= inside
    const copy = isHere ? markedCopy(each, left - 1, replace) : each
    left -= inside
    return [name, copy]
  })
  return Object.fromEntries(members)
}

type ByteChange = { at: number; kind: 'set' | 'insert' | 'cut'; byte: number }

export const byteChange: fc.Arbitrary<ByteChange> = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom('set', 'insert', 'cut'),
  byte: fc.oneof(
    fc.constantFrom(0x00, 0x0a, 0x22, 0x5c, 0x7b, 0x80, 0xc0, 0xed, 0xf5, 0xff),
    fc.nat({ max: 255 }),
  ),
})

export function changed(bytes: Buffer, { at, kind, byte }: ByteChange): Buffer {
  const place = at % (bytes.length + 1)
  const rest = kind === 'insert' ? bytes.subarray(place) : bytes.subarray(place + 1)
  return Buffer.concat([bytes.subarray(0, place), ...(kind === 'cut' ? [] : [Buffer.from([byte]), rest])])
}
