import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { describe, test } from 'node:test'
import { Script } from 'node:vm'
import { parse, type Token } from 'acorn'
import fc from 'fast-check'
import { check } from 'recheck'
import { limits } from '../src/contract/limits.ts'
import { isWholeSuite } from './support/databases.ts'

/** A regular expression that backtracks lets one short text from a stranger block the whole process. */

/** Written in src/ as literals, with those that JSON schemas are made of, each once. */
const expressions = eachOnce([
  ...globSync('src/**/*.{ts,js}')
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap(literalsIn),
  new RegExp(limits.externalRef.pattern, 'u'),
  new RegExp(limits.idempotencyKey.pattern, 'u'),
])

/** Texts that each expression is tried with: a text that blocks one shows itself early, a rare one in the whole suite. */
const textsPerExpression = isWholeSuite ? 200 : 20

/** Quadratic at worst, and accepted: who writes the texts that they are applied to. */
const kept: Record<string, string> = {
  '/^\\s*[^-\\s]/m': 'we, in a migration',
  '/\\/\\/.*@/s': 'the operator, in a setting',
  '/\\/+$/': 'the operator, in a setting',
  '/^(.+) answered (\\d+.*)\\.$/': 'we, of a device, in at most 300 characters',
  '/^(.+) gave no answer \\((.+)\\)\\.$/': 'we, of a device, in at most 300 characters',
  '/[.-]([a-z]{2}(-[a-z]+)+-\\d)\\./': 'the operator, in a setting',
  '/^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/': 'the operator, in a command',
  '/(?<nothing>(?:--(?!!)[^\\n]*|\\/\\*[\\s\\S]*?\\*\\/|\\s+)+)/': 'we, in a migration',
  '/(for\\(const key\\d+ in data\\d*\\)\\{if\\(!\\([^{}]*\\)\\)\\{)(const err\\d+ = \\{instancePath(?::instancePath\\+"[^"]*")?,schemaPath:"[^"]*\\/additionalProperties",[^;]*?\\};if\\(vErrors === null\\)\\{[^{}]*\\}else \\{[^{}]*\\})errors\\+\\+;\\}/g':
    'Ajv, in the code that it makes of our schemas',
  '/\\[[^\\]]*\\]/g': 'we, in a wording',
  '/<template[\\s\\S]*?<\\/template>/g': 'we, in a page of our own',
  '/(<[^>]*>)/': 'we, in a page of our own texts',
  '/^\\s+at (.*:\\d+:\\d+\\)?)$/m': 'the engine, in a stack without its message',
  '/file:\\/\\/\\S*?\\/(?=(src|test|node_modules)\\/)/': 'the engine, in a stack without its message',
  '/(-?\\d+(?:\\.\\d+)?)\\s*,\\s*(-?\\d+(?:\\.\\d+)?)/': 'who reads the page, in their own browser',
}

/** Built at run time, from text of ours or from one escaped word. */
const madeAtRunTime = [
  'src/base/database/executed-sql.ts',
  'src/base/kernel/plain-text.ts',
  'src/base/kernel/written-number.ts',
  'src/doors/console/ordering/form/typed-order.ts',
  'src/doors/partner-api/delivery-routes.ts',
  'src/http/known-paths.ts',
  'src/pages/kept-language.ts',
]

/** Without limits of time the checker still counts the characters that are read. */
const untimed = { attackTimeout: null, incubationTimeout: null, timeout: null }

/** Whether a text is matched in linear time. What the checker calls slow on a busy machine is checked again untimed. */
async function isLinear({ source, flags }: RegExp): Promise<boolean> {
  if ((await check(source, flags)).status === 'safe') return true
  return (await check(source, flags, untimed)).status === 'safe'
}

test('no regular expression needs more than linear time, except those listed with a reason', async () => {
  const found: string[] = []
  for (const expression of expressions.filter((each) => !(String(each) in kept)))
    if (!(await isLinear(expression))) found.push(String(expression))
  assert.deepEqual(found, [])
})

test('what is listed with a reason is still there', () => {
  const written = new Set(expressions.map(String))
  assert.deepEqual(
    Object.keys(kept).filter((each) => !written.has(each)),
    [],
  )
})

test('regular expressions are literals, so that they can be checked', () => {
  const makers = globSync('src/**/*.{ts,js}').filter(
    (file) => !file.endsWith('.test.ts') && /\bRegExp\(/.test(readFileSync(file, 'utf8')),
  )
  assert.deepEqual(makers.sort(), madeAtRunTime)
})

describe('matching of long repetitions', () => {
  for (const expression of expressions) {
    test(`a text of long repetitions is matched by ${expression}`, () => {
      fc.assert(
        fc.property(repetitions(expression), (text) => {
          // Far more than linear time takes, and far less than nested repetitions take, which this interrupts.
          new Script(`(${expression}).exec(${JSON.stringify(text)})`).runInThisContext({ timeout: 10_000 })
        }),
        { numRuns: textsPerExpression },
      )
    })
  }
})

/** Texts of up to 3,000 characters: pieces of the expression, each repeated many times, and a foreign end. */
function repetitions(expression: RegExp) {
  const pieces = [
    ...new Set([...expression.source.replaceAll(/\\[a-zA-Z](\{\w+\})?/g, ''), ' ', '1', 'a', '-', '.', '\n']),
  ]
  const unit = fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 })
    .map((each) => each.join(''))
  const run = fc.tuple(unit, fc.integer({ min: 1, max: 1_000 })).map(([text, times]) => text.repeat(times))
  return fc
    .tuple(fc.array(run, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '\u0000', 'x', '"'))
    .map(([runs, end]) => runs.join('').slice(0, 3_000) + end)
}

function eachOnce(expressions: readonly RegExp[]): RegExp[] {
  return [...new Map(expressions.map((each) => [String(each), each])).values()]
}

function literalsIn(file: string): RegExp[] {
  const source = readFileSync(file, 'utf8')
  const tokens: Token[] = []
  parse(file.endsWith('.ts') ? stripTypeScriptTypes(source) : source, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    onToken: tokens,
  })
  return tokens
    .filter(({ type }) => type.label === 'regexp')
    .map((token) => (token as Token & { value: { pattern: string; flags: string } }).value)
    .map(({ pattern, flags }) => new RegExp(pattern, flags))
}
