import type { Language } from '../../../base/kernel/language.ts'
import type { ApiDescription, Parameter, Schema } from '../../../http/openapi-document.ts'
import { nameOfRef } from '../../../http/openapi-examples.ts'
import { docsPath } from '../docs-list.ts'
import { speak } from '../docs-words.ts'
import { escaped, inlineHtml } from '../html-parts.ts'
import { objectSlug } from './api-description.ts'

const placeNames = {
  path: 'in the address',
  query: 'query parameter',
  header: 'header',
} as const

/** What the pages of the reference are written with. */
export type ReferenceContext = {
  language: Language
  description: ApiDescription
  /** The words of the description in the page's language. */
  translate: (text: string) => string
}

/**
 * The fields of an object as a list of definitions: it needs no more width than a phone has. Of a request it
 * says which must be there, of an answer which may be missing.
 */
export function fieldList(
  { properties = {}, required = [], additionalProperties }: Schema,
  context: ReferenceContext,
): string {
  const t = speak(context.language)
  const isRequest = additionalProperties === false
  const rows = Object.entries(properties).map(([name, field]) => {
    const nested = fieldsWithin(field, context)
    const isRequired = required.includes(name)
    const presence = isRequest ? isRequired && t('required') : !isRequired && t('not always there')
    return fieldRow({ name, field, presence }, context, nested)
  })
  return rows.length > 0 ? `<dl class="fields">${rows.join('')}</dl>\n` : ''
}

/** The parameters of an operation, in the same form. */
export function parameterList(parameters: readonly Parameter[], context: ReferenceContext): string {
  const t = speak(context.language)
  const rows = parameters.map(({ name, in: place, required = false, description, schema, example }) => {
    const field = {
      ...schema,
      ...(description && { description }),
      ...(example !== undefined && { examples: [Array.isArray(example) ? example.join(',') : example] }),
    }
    return fieldRow(
      { name, field, presence: required && t('required'), place: t(placeNames[place]) },
      context,
      '',
    )
  })
  return `<dl class="fields">${rows.join('')}</dl>\n`
}

type Field = { name: string; field: Schema; presence: string | false; place?: string }

function fieldRow(
  { name, field, presence, place }: Field,
  context: ReferenceContext,
  nested: string,
): string {
  const facts = [place && escaped(place), typeText(field, context), presence && `<b>${presence}</b>`]
  const text = field.description ? `<p>${inlineHtml(context.translate(field.description))}</p>` : ''
  const term = `<code>${escaped(name)}</code> <span>${facts.filter(Boolean).join(' · ')}</span>`
  return `<div><dt>${term}</dt><dd>${text}${limitsText(field, context)}${nested}</dd></div>`
}

/** Fields of an object or of the objects of a list that has no name of its own. */
function fieldsWithin(field: Schema, context: ReferenceContext): string {
  const within = field.properties ? field : (field.items ?? {})
  return within.properties ? fieldList(within, context) : ''
}

/** The type of a value: its JSON type, or a link to the object that it is. */
export function typeText(schema: Schema, context: ReferenceContext): string {
  const t = speak(context.language)
  if (schema.$ref !== undefined) return objectLink(nameOfRef(schema.$ref), context.language)
  const alternatives = schema.oneOf ?? schema.anyOf
  if (alternatives)
    return alternatives
      .map((each) => typeText(each, context))
      .join(` / `)
      .replace('/ null', t('or null'))
  const names = [schema.type ?? 'string'].flat()
  const orNull = names.length > 1 && names.includes('null') ? ` ${t('or null')}` : ''
  if (schema.items) return `${t('list of')} ${typeText(schema.items, context)}${orNull}`
  const plain = names.filter((name) => name !== 'null').join(' / ') || 'null'
  const form = schema.format ? ` (${schema.format})` : ''
  return `${escaped(plain + form)}${orNull}`
}

const objectLink = (name: string, language: Language): string =>
  `<a href="${docsPath(language, objectSlug(name))}">${escaped(name)}</a>`

/** What a value may be, and an example of it. */
function limitsText(field: Schema, { language }: ReferenceContext): string {
  const t = speak(language)
  const values = valuesText(field.items ?? field, language)
  const [example] = field.examples ?? []
  const showsExample = example !== undefined && !values && typeof example !== 'object'
  return limitsLine([
    values,
    rangeText(field, language) && `${rangeText(field, language)}.`,
    field.pattern && `<code>${escaped(field.pattern)}</code>`,
    field.default !== undefined && `${t('Without it:')} ${codeOf(field.default)}`,
    showsExample && `${t('Example:')} ${codeOf(example)}`,
  ])
}

/** What limits a value, on a line of its own. */
export function limitsLine(facts: readonly (string | false | undefined)[]): string {
  const text = facts.filter(Boolean).join(' ')
  return text === '' ? '' : `<p class="limits">${text}</p>`
}

/** The values of a list, and whether others may come; empty for what is no list. */
export function valuesText({ enum: closed, 'x-extensible-enum': known }: Schema, language: Language): string {
  const t = speak(language)
  const values = (closed ?? known)?.filter((value) => value !== null) ?? []
  if (values.length === 0) return ''
  return `${t('Values:')} ${values.map(codeOf).join(' ')}${closed ? '' : ` ${t('Others may be added.')}`}`
}

const codeOf = (value: unknown): string =>
  `<code>${escaped(typeof value === 'string' ? value : JSON.stringify(value))}</code>`

function rangeText(field: Schema, language: Language): string {
  const t = speak(language)
  const { minLength, maxLength, minimum, maximum, maxItems } = field
  if (maxLength !== undefined) return t('{from} to {to} characters', { from: minLength ?? 0, to: maxLength })
  if (minimum !== undefined && maximum !== undefined)
    return t('{from} to {to}', { from: minimum, to: maximum })
  if (minimum !== undefined) return t('At least {from}', { from: minimum })
  if (maximum !== undefined) return t('At most {to}', { to: maximum })
  return maxItems === undefined ? '' : t('At most {to} items', { to: maxItems })
}
