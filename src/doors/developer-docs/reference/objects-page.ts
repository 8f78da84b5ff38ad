import type { ApiDescription, Schema } from '../../../http/openapi-document.ts'
import { exampleOf, nameOfRef } from '../../../http/openapi-examples.ts'
import { docsPath } from '../docs-list.ts'
import { speak } from '../docs-words.ts'
import { type DocsSection, escaped, heading, inlineHtml } from '../html-parts.ts'
import { type ApiOperation, objectSlug, objectsSlug, operationsOf } from './api-description.ts'
import { exampleBox, operationLink } from './operations-page.ts'
import { fieldList, limitsLine, type ReferenceContext, typeText, valuesText } from './schema-fields.ts'

/**
 * The index of what operations have in common, by what it is. Each object stands here under its name, since
 * links to this page named it before it had a page of its own.
 */
export function objectIndex({ language, description }: ReferenceContext): {
  sections: DocsSection[]
  html: string
} {
  const t = speak(language)
  const kinds = Map.groupBy(Object.entries(description.components.schemas), ([, schema]) => kindOf(schema))
  const sections = kindsInOrder.map((kind) => ({ id: kind, title: t(kindNames[kind]) }))
  const parts = sections.map(({ id, title }) => {
    const items = (kinds.get(id) ?? []).map(([name]) => {
      const href = docsPath(language, objectSlug(name))
      return `<li id="${name}"><a href="${href}"><code>${wrapped(name)}</code></a></li>`
    })
    return `${heading(2, id, escaped(title))}<ul class="names">${items.join('')}</ul>\n`
  })
  const lead = t(
    'What several operations have in common. Fields may be added to answers: ignore those that you do not know.',
  )
  return { sections, html: `<p class="lead">${lead}</p>\n${parts.join('')}` }
}

const kindNames = {
  answers: 'What the API answers',
  requests: 'What you send',
  values: 'Lists of values',
} as const
const kindsInOrder = ['answers', 'requests', 'values'] as const

/** Requests are strict, and values have no members. */
function kindOf(schema: Schema): (typeof kindsInOrder)[number] {
  if (schema.properties === undefined && schema.additionalProperties === undefined) return 'values'
  return schema.additionalProperties === false ? 'requests' : 'answers'
}

/** A name in camel case, which a narrow column may break between its words. */
const wrapped = (name: string): string => escaped(name).replace(/(?<=[a-z])(?=[A-Z])/g, '<wbr>')

/** The page of an object: what it is, its fields, an example, and where it is used. */
export function objectPage(name: string, schema: Schema, context: ReferenceContext): string {
  const { language, description, translate } = context
  const t = speak(language)
  const { description: text, ...rest } = schema
  const fields = schema.properties
    ? `${fieldList(schema, context)}${exampleBox(t('Example'), exampleOf(schema, description, false))}`
    : `<p>${typeText(rest, context)}</p>${limitsLine([valuesText(schema, language)])}`
  return [
    `<p><a href="${docsPath(language, objectsSlug)}">${t('All objects')}</a></p>`,
    text ? `<p>${inlineHtml(translate(text))}</p>` : '',
    fields,
    usesText(name, context),
  ].join('\n')
}

/** The objects and the operations that name an object. */
function usesText(name: string, context: ReferenceContext): string {
  const { language, description } = context
  const t = speak(language)
  const objects = Object.entries(description.components.schemas)
    .filter(([, schema]) => names(schema, name))
    .map(([other]) => `<a href="${docsPath(language, objectSlug(other))}"><code>${escaped(other)}</code></a>`)
  const operations = operationsNaming(name, description).map(
    (operation) => `<li>${operationLink(operation, context)}</li>`,
  )
  if (objects.length + operations.length === 0) return ''
  const within = objects.length > 0 ? `<p>${t('In the objects:')} ${objects.join(', ')}</p>` : ''
  const calls = operations.length > 0 ? `<ul class="calls">${operations.join('')}</ul>` : ''
  return `${heading(2, 'uses', t('Uses'))}${within}${calls}\n`
}

/** Refusals name an error each: what all operations have is no use of theirs. */
const operationsNaming = (name: string, description: ApiDescription): ApiOperation[] =>
  operationsOf(description).filter(({ requestBody, responses }) => {
    const successes = Object.entries(responses).filter(([status]) => Number(status) < 400)
    return names([requestBody, successes], name)
  })

/** Whether a part of the description refers to a schema, itself and not through another. */
function names(part: unknown, name: string): boolean {
  if (typeof part !== 'object' || part === null) return false
  return Object.entries(part).some(([key, value]) =>
    key === '$ref' ? nameOfRef(String(value)) === name : names(value, name),
  )
}
