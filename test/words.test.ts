import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { IntlMessageFormat } from 'intl-messageformat'

/** The catalogues, each with the code that speaks from it. */
const catalogues = {
  'console.fr.json': 'src/doors/console/**/*.ts',
  'courier-app.fr.json': 'src/doors/courier-app/**/*.ts',
  'courier-pushes.fr.json': 'src/domain/push/**/*.ts',
  'customer-messages.fr.json': 'src/domain/messages/**/*.ts',
  'customer-page.fr.json': 'src/doors/customer-page/**/*.ts',
  'dev-outbox.fr.json': 'src/doors/dev-outbox/**/*.ts',
  'developer-docs.fr.json': 'src/doors/developer-docs/**/*.ts',
  'domain.fr.json': 'src/domain/**/*.ts',
  'errors.fr.json': 'src/{base,contract,http,pages,domain/zones,doors/partner-api}/**/*.ts',
  'front-page.fr.json': 'src/doors/front-page/**/*.ts',
  'messages.fr.json': 'src/domain/messages/**/*.ts',
  'operations.fr.json': 'src/{doors/operations/**/,rules}*.ts',
  'pages.fr.json': 'src/pages/**/*.ts',
  'web.fr.json': 'src/web/**/*.ts',
}

type Node = ReturnType<IntlMessageFormat['getAst']>[number]

/** The values that a message takes, the tags it has, and the forms of its plurals. */
function partsOf(nodes: readonly Node[]): { values: string[]; tags: string[]; forms: string[][] } {
  const parts = { values: [] as string[], tags: [] as string[], forms: [] as string[][] }
  const add = (more: ReturnType<typeof partsOf>) => {
    parts.values.push(...more.values)
    parts.tags.push(...more.tags)
    parts.forms.push(...more.forms)
  }
  for (const node of nodes) {
    if ('children' in node) {
      parts.tags.push(node.value)
      add(partsOf(node.children))
    } else if ('options' in node) {
      parts.values.push(node.value)
      parts.forms.push(Object.keys(node.options))
      for (const { value } of Object.values(node.options)) add(partsOf(value))
    } else if ('value' in node && node.type !== 0) parts.values.push(node.value)
  }
  return parts
}

for (const [name, files] of Object.entries(catalogues)) {
  const french: Record<string, string> = JSON.parse(readFileSync(`src/words/${name}`, 'utf8'))
  const keys = Object.keys(french)

  test(`${name} is sorted, and holds no message that no page says`, () => {
    assert.deepEqual(keys, keys.toSorted())
    const code = globSync(files)
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const written = (key: string) => {
      const escaped = JSON.stringify(key).slice(1, -1).replaceAll('\\"', '"')
      return [`'${escaped.replaceAll("'", "\\'")}'`, `"${escaped}"`, `\`${escaped}\``]
    }
    assert.deepEqual(
      keys.filter((key) => !written(key).some((text) => code.includes(text))),
      [],
    )
  })

  test(`every message of ${name} takes the same values in French, and has the forms that a plural needs`, () => {
    for (const [key, text] of Object.entries(french)) {
      sameParts(key, text, 'fr')
      assert.doesNotMatch(text, /one \{1\b/, `${key}: French “one” is nought too, so that it says #`)
    }
  })

  test(`French of ${name} is not empty, and writes its apostrophes as ’`, () => {
    for (const [key, text] of Object.entries(french)) isWritten(key, text)
  })
}

for (const name of globSync('*.{pt,es}.json', { cwd: 'src/words' }).toSorted()) {
  const read = (file: string): Record<string, string> => JSON.parse(readFileSync(`src/words/${file}`, 'utf8'))
  const [french, said] = [read(name.replace(/\.\w+(?=\.json$)/, '.fr')), read(name)]

  test(`${name} says every message of the French catalogue and no other, in its order`, () => {
    assert.deepEqual(Object.keys(said), Object.keys(french))
  })

  test(`every message of ${name} takes the same values, and has the forms that a plural needs`, () => {
    for (const [key, text] of Object.entries(said)) {
      sameParts(key, text, name.split('.')[1] ?? '')
      const values = [text, french[key] ?? ''].map(
        (each) => partsOf(new IntlMessageFormat(each).getAst()).values,
      )
      assert.deepEqual(new Set(values[0]), new Set(values[1]), key)
    }
  })

  test(`${name} leaves nothing empty, and writes its apostrophes as ’`, () => {
    for (const [key, text] of Object.entries(said)) isWritten(key, text)
  })
}

/** A message in another language takes no value that the English one does not, and its plurals are whole. */
function sameParts(key: string, text: string, locale: string): void {
  const said = partsOf(new IntlMessageFormat(text, locale).getAst())
  const meant = partsOf(new IntlMessageFormat(key.replace(/#[\w-]+$/, ''), 'en').getAst())
  const unknown = said.values.filter((value) => !meant.values.includes(value))
  assert.deepEqual(unknown, [], key)
  const tags = said.tags.filter((tag) => locale !== 'fr' || tag !== 'de')
  assert.deepEqual(tags, [], key)
  for (const forms of [...said.forms, ...meant.forms])
    for (const form of ['one', 'other']) assert.ok(forms.includes(form), `${key}: ${form}`)
}

function isWritten(key: string, text: string): void {
  assert.notEqual(text.trim(), '', key)
  assert.doesNotMatch(text, /'(?!\{|\}|<)[a-zà-ÿ]/i, `${key}: an apostrophe is ’`)
}
