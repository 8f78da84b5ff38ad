import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'

const read = (file: string) => readFileSync(file, 'utf8')

describe('docs/decisions.md', () => {
  /** The numbers that paragraphs begin with: `**18.**`, or `**14, 15.**` for two that became one. */
  const decided = [...read('docs/decisions.md').matchAll(/^\*\*(\d+(?:, \d+)*)\.\*\* /gm)].flatMap(
    ([, numbers = '']) => numbers.split(', ').map(Number),
  )
  const sources = globSync([
    'README.md',
    'CONTRIBUTING.md',
    'docs/**/*.md',
    'migrations/*.sql',
    '{src,bench,sdk}/**/*.{ts,js,css,py,php}',
    'test/{*.ts,support/*.ts}',
  ]).filter((file) => !file.includes('node_modules'))
  /** As comments cite them, over the ends of lines: `decision 12`, `decisions 12 and 13`. */
  const citation = /\bdecisions?[\s*/-]+(\d+(?:(?:,| and|, and)[\s*/-]+\d+)*)/gi

  test('it has each number once', () => {
    assert.ok(decided.length > 200)
    assert.deepEqual(
      decided.filter((number, at) => decided.indexOf(number) !== at),
      [],
    )
  })

  test('it has every number that is cited', () => {
    const cited = sources.flatMap((file) =>
      [...read(file).matchAll(citation)].flatMap(([, list = '']) =>
        (list.match(/\d+/g) ?? []).map((number) => ({ file, number: Number(number) })),
      ),
    )
    assert.ok(cited.length > 500)
    assert.deepEqual(
      cited.filter(({ number }) => !decided.includes(number)),
      [],
    )
  })
})

test('every file that docs/architecture.md names exists', () => {
  const files = globSync(['*.*', '{src,bench,migrations,docs}/**/*.*', 'test/{,support/}*.ts'])
  const named = [...read('docs/architecture.md').matchAll(/`([\w./-]+\.(?:ts|js|json|md|sql|css))`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
  assert.deepEqual(named, [])
})

test('every link from one document to another, or to a heading, leads there', () => {
  const slugs = (file: string) =>
    [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    )
  const broken = globSync(['README.md', 'CONTRIBUTING.md', 'docs/**/*.md']).flatMap((file) =>
    [...read(file).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .map(([, path = '', heading]) => ({ file, target: path ? join(dirname(file), path) : file, heading }))
      .filter(
        ({ target, heading }) =>
          !existsSync(target) || (heading && target.endsWith('.md') && !slugs(target).includes(heading)),
      ),
  )
  assert.deepEqual(broken, [])
})
