import {
  type ApiDescription,
  describedOperations,
  type Literal,
  type Parameter,
  type Schema,
} from '../../http/openapi-document.ts'

/** The types of the clients in `sdk/`, made from the OpenAPI description, so that none is forgotten. */

/** How a language writes a type. */
type Language = {
  named(name: string, schema: Schema): string
  reference(name: string): string
  union(types: string[]): string
  listOf(item: string): string
  mapOf(value: string): string
  literals(values: Literal[], mayGrow: boolean): string
  plain: Record<string, string>
}

/** `sdk/typescript/src/types.ts`. */
export function typescriptTypes(description: ApiDescription): string {
  const head = [
    '// Written by `npm run docs` from the OpenAPI description; a test holds it true.',
    '',
    '/** Known values, and others that may come. */',
    'export type Open<Known extends string> = Known | (string & Record<never, never>)',
  ]
  return `${[...head, ...typesOf(description, typescript)].join('\n')}\n`
}

/** `sdk/python/src/colis/types.py`. */
export function pythonTypes(description: ApiDescription): string {
  const head = [
    '# Written by `npm run docs` from the OpenAPI description; a test holds it true.',
    '"""What the partner API takes and returns, for type checkers. More members may come than are listed."""',
    '',
    'from __future__ import annotations',
    '',
    'from typing import TYPE_CHECKING, Any, Literal, Optional, TypedDict, Union',
    '',
    'if TYPE_CHECKING:',
    '    from typing_extensions import NotRequired',
  ]
  return `${[...head, ...typesOf(description, python)].join('\n')}\n`
}

/** `sdk/php/src/Types.php`: shapes of arrays, for PHPStan and Psalm. */
export function phpTypes(description: ApiDescription): string {
  const head = [
    '<?php',
    '',
    'declare(strict_types=1);',
    '',
    'namespace Colis;',
    '',
    '// Written by `npm run docs` from the OpenAPI description; a test holds it true.',
    '',
    '/**',
    ' * What the partner API takes and returns, for type checkers. More members may come than are listed.',
    ' *',
  ]
  const foot = [' */', 'final class Types', '{', '    private function __construct()', '    {', '    }', '}']
  return `${[...head, ...typesOf(description, php), ...foot].join('\n')}\n`
}

function typesOf(description: ApiDescription, language: Language): string[] {
  const schemas = { ...description.components.schemas, ...queriesOf(description) }
  return Object.entries(schemas).map(([name, schema]) => language.named(nameOf(name), schema))
}

/** The query of each operation that takes one, as an object. */
function queriesOf(description: ApiDescription): Record<string, Schema> {
  const queries = describedOperations(description).flatMap(({ operationId, parameters = [] }) => {
    const taken = parameters.filter((each) => each.in === 'query')
    const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`
    return taken.length === 0 ? [] : [[name, queryOf(operationId, taken)] as const]
  })
  return Object.fromEntries(queries)
}

function queryOf(operationId: string, parameters: Parameter[]): Schema {
  const members = parameters.map(({ name, schema, description = '' }) => {
    const listOrText = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }
    return [name, { ...(schema.type === 'array' ? listOrText : schema), description }] as const
  })
  return {
    description: `The query of ${operationId}.`,
    properties: Object.fromEntries(members),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
}

/** Two names mean something else in the languages themselves. */
const nameOf = (name: string) => ({ Event: 'WebhookEvent', Error: 'ErrorBody' })[name] ?? name

function typeOf(schema: Schema, language: Language): string {
  const { $ref, oneOf, anyOf, items, additionalProperties, type } = schema
  if ($ref) return language.reference(nameOf($ref.split('/').at(-1) ?? ''))
  const choices = oneOf ?? anyOf
  if (choices) return language.union(choices.map((each) => typeOf(each, language)))
  if (Array.isArray(type))
    return language.union(type.map((each) => typeOf({ ...schema, type: each }, language)))
  const values = schema.enum ?? schema['x-extensible-enum']
  if (values && type !== 'null') return language.literals(values, !schema.enum)
  if (type === 'array') return language.listOf(items ? typeOf(items, language) : anything(language))
  if (type === 'object')
    return language.mapOf(
      typeof additionalProperties === 'object' ? typeOf(additionalProperties, language) : anything(language),
    )
  return language.plain[type ?? ''] ?? anything(language)
}

const anything = ({ plain }: Language) => plain.anything ?? ''

const typescript: Language = {
  named: (name, { description, properties, required = [], ...schema }) => {
    const comment = description ? `\n/** ${description} */` : ''
    if (!properties) return `${comment}\nexport type ${name} = ${typeOf(schema, typescript)}`
    const members = Object.entries(properties).flatMap(([member, each]) => [
      ...(each.description ? [`  /** ${each.description} */`] : []),
      `  ${member}${required.includes(member) ? '' : '?'}: ${typeOf(each, typescript)}`,
    ])
    return [`${comment}\nexport type ${name} = {`, ...members, '}'].join('\n')
  },
  reference: (name) => name,
  union: (types) => types.join(' | '),
  listOf: (item) => (/^\w+$/.test(item) ? `${item}[]` : `Array<${item}>`),
  mapOf: (value) => `Record<string, ${value}>`,
  literals: (values, mayGrow) => {
    const union = values.map((value) => (typeof value === 'string' ? `'${value}'` : value)).join(' | ')
    return mayGrow ? `Open<${union}>` : union
  },
  plain: {
    string: 'string',
    number: 'number',
    integer: 'number',
    boolean: 'boolean',
    null: 'null',
    anything: 'unknown',
  },
}

const python: Language = {
  named: (name, { description, properties, required = [], ...schema }) => {
    const values = schema['x-extensible-enum']
    if (values && !schema.enum) {
      const known = `Literal[${values.map(pythonLiteral).join(', ')}]`
      return `\n\n${name} = Union[${known}, str]`
    }
    if (!properties) return `\n\n${name} = ${typeOf(schema, python)}`
    const members = Object.entries(properties).map(([member, each]) => {
      const type = typeOf(each, python)
      return [member, required.includes(member) ? type : `NotRequired[${type}]`] as const
    })
    if (members.some(([member]) => pythonWords.includes(member)))
      return [
        `\n\n${name} = TypedDict(`,
        `    "${name}",`,
        '    {',
        ...members.map(([member, type]) => `        "${member}": ${JSON.stringify(type)},`),
        '    },',
        ')',
      ].join('\n')
    return [
      `\n\nclass ${name}(TypedDict):`,
      ...(description ? [`    """${description}"""`, ''] : []),
      ...members.map(([member, type]) => `    ${member}: ${type}`),
    ].join('\n')
  },
  reference: (name) => name,
  union: (types) => {
    const [first = '', ...others] = types.filter((each) => each !== 'None')
    const whole = others.length === 0 ? first : `Union[${[first, ...others].join(', ')}]`
    return types.includes('None') ? `Optional[${whole}]` : whole
  },
  listOf: (item) => `list[${item}]`,
  mapOf: (value) => `dict[str, ${value}]`,
  literals: (values, mayGrow) => (mayGrow ? 'str' : `Literal[${values.map(pythonLiteral).join(', ')}]`),
  plain: {
    string: 'str',
    number: 'float',
    integer: 'int',
    boolean: 'bool',
    null: 'None',
    anything: 'Any',
  },
}

/** PHPStan reads a shape on several lines; a member that may be left out has a question mark. */
const php: Language = {
  named: (name, { properties, required = [], ...schema }) => {
    if (!properties) return ` * @phpstan-type ${name} ${typeOf(schema, php)}`
    const members = Object.entries(properties).map(
      ([member, each]) => ` *     ${member}${required.includes(member) ? '' : '?'}: ${typeOf(each, php)},`,
    )
    if (members.length === 0) return ` * @phpstan-type ${name} array<string, mixed>`
    return [` * @phpstan-type ${name} array{`, ...members, ' * }'].join('\n')
  },
  reference: (name) => name,
  union: (types) => types.join('|'),
  listOf: (item) => `list<${item}>`,
  mapOf: (value) => `array<string, ${value}>`,
  literals: (values, mayGrow) => {
    const union = values.map((value) => (typeof value === 'string' ? `'${value}'` : value)).join('|')
    return mayGrow ? `${union}|string` : union
  },
  plain: {
    string: 'string',
    number: 'float|int',
    integer: 'int',
    boolean: 'bool',
    null: 'null',
    anything: 'mixed',
  },
}

const pythonLiteral = (value: Literal) =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)

/** Members that are words of the language itself. */
const pythonWords = ['from', 'import', 'in', 'is', 'class', 'global', 'pass', 'return', 'with']
