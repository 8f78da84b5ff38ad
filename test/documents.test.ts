import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { withSection } from '../bench/support/benchmarks-document.ts'

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

test('every figure of docs/operating/capacity.md stands in docs/benchmarks.md', () => {
  const figures = [...read('docs/operating/capacity.md').matchAll(/^\|[^|]*(\| [^|]*\d[^|]* \|)$/gm)]
  assert.ok(figures.length > 15)
  const measured = read('docs/benchmarks.md')
  assert.deepEqual(
    figures.map(([, figure = '']) => figure).filter((figure) => !measured.includes(figure)),
    [],
  )
})

describe('docs/benchmarks.md', () => {
  test('every bench has one section, which names its command', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const benches = Object.keys(scripts).filter((name) => /^bench(:|$)/.test(name) && name !== 'bench:beside')
    const named = [...read('docs/benchmarks.md').matchAll(/^`npm run ([\w:-]+)`/gm)].map(([, name]) => name)
    assert.ok(benches.length > 5)
    assert.deepEqual(named.toSorted(), benches.toSorted())
  })

  const text = [
    '## Pages\n',
    '`npm run bench:pages`, long ago\n',
    '| | measured |\n|---|---|\n| home | 2 ms |\n',
    'Said of pages.\n',
    '## Books\n',
    '`npm run bench:books`\n',
    '| not | touched |\n',
  ].join('\n')

  test('a bench replaces its line and its table, and leaves what is said of them', () => {
    const written = withSection(text, 'bench:pages', ['today', '', '| | measured |', '| home | 1 ms |'])
    assert.equal(
      written,
      text
        .replace('long ago', 'today')
        .replace('| | measured |\n|---|---|\n| home | 2 ms |', '| | measured |\n| home | 1 ms |'),
    )
  })

  test('a section without a table gets one, and none is taken from the next section', () => {
    const empty = text.replace('| | measured |\n|---|---|\n| home | 2 ms |\n\n', '')
    const written = withSection(empty, 'bench:pages', ['today', '', '| home | 1 ms |'])
    assert.ok(written.includes('`npm run bench:pages`, today\n\n| home | 1 ms |\n\nSaid of pages.'))
    assert.ok(written.includes('| not | touched |'))
  })

  test('a bench without a section says so', () => {
    assert.throws(() => withSection(text, 'bench:maps', ['today']), /no section of npm run bench:maps/)
  })
})
