import type { Language } from '../../../base/kernel/language.ts'
import type { PartnerErrorCode } from '../../../contract/errors.ts'
import { partnerErrors } from '../../../contract/partner-errors.ts'
import { partnerPath } from '../../../contract/vocabulary.ts'
import type { Content } from '../../../http/openapi-document.ts'
import { exampleOfContent, resolved, resolvedResponse } from '../../../http/openapi-examples.ts'
import { collectionPath, docsPath } from '../docs-list.ts'
import { speak } from '../docs-words.ts'
import { breakable, codeBlock, type DocsSection, escaped, heading, inlineHtml } from '../html-parts.ts'
import {
  type ApiOperation,
  objectsSlug,
  operationAddress,
  operationsOf,
  tagSlug,
  tagsOf,
} from './api-description.ts'
import { fieldList, parameterList, type ReferenceContext, typeText } from './schema-fields.ts'

/** The first page of the reference: every operation by its group. */
export function operationIndex(context: ReferenceContext): { sections: DocsSection[]; html: string } {
  const { language, description, translate } = context
  const t = speak(language)
  const sections: DocsSection[] = []
  const groups = tagsOf(description).map((tag) => {
    const title = translate(tag.name)
    const id = tagSlug(tag.name).replace('reference/', '')
    sections.push({ id, title })
    const rows = operationsOf(description)
      .filter((operation) => operation.tag === tag.name)
      .map((operation) => `<li>${operationLink(operation, context)}</li>`)
    return [
      `${heading(2, id, escaped(title))}<p>${inlineHtml(translate(tag.description))}</p>\n`,
      `<ul class="calls">${rows.join('')}</ul>\n`,
    ].join('')
  })
  const intro = [
    `${t('Every address begins with that of the service, followed by')} <code>${partnerPath}</code>.`,
    `${t('Every call carries the shop’s key:')} <code>Authorization: Bearer colis_live_…</code>`,
  ]
  const files = [
    `<a href="/openapi.json">${t('OpenAPI 3.1 description')}</a>`,
    `<a href="${collectionPath}">${t('Postman collection')}</a>`,
  ]
  const shared = t(
    'What several operations have in common. Fields may be added to answers: ignore those that you do not know.',
  )
  return {
    sections,
    html: [
      `<p class="lead">${intro.join(' ')}</p>`,
      `<p>${t('Every operation, for your tools to read:')} ${files.join(', ')}.</p>`,
      `<p><a href="${docsPath(language, objectsSlug)}">${t('Objects')}</a>. ${shared}</p>`,
      groups.join(''),
    ].join('\n'),
  }
}

/** An operation as a link to its place on the page of its group. */
export function operationLink(operation: ApiOperation, { language, translate }: ReferenceContext): string {
  const summary = escaped(translate(operation.summary))
  const href = operationAddress(operation, language)
  return `<a href="${href}">${callText(operation)} <span>${summary}</span></a>`
}

function callText({ method, path }: ApiOperation): string {
  const shown = escaped(path).replaceAll('/', '<wbr>/')
  return `<b class="method ${method.toLowerCase()}">${method}</b> <code>${shown}</code>`
}

/** The page of a group: each of its operations whole. */
export function operationsPage(
  tag: string,
  context: ReferenceContext,
): { sections: DocsSection[]; html: string } {
  const { description, translate } = context
  const operations = operationsOf(description).filter((operation) => operation.tag === tag)
  const about = description.tags.find(({ name }) => name === tag)?.description ?? ''
  const shown = operations.map((each) => operationSection(each, context))
  return {
    sections: operations.map(({ operationId, summary }) => ({ id: operationId, title: translate(summary) })),
    html: `<p class="lead">${inlineHtml(translate(about))}</p>\n${shown.join('')}`,
  }
}

function operationSection(operation: ApiOperation, context: ReferenceContext): string {
  const { language, translate } = context
  const t = speak(language)
  const { operationId, summary, parameters = [], requestBody } = operation
  const paragraphs = (operation.description ?? '')
    .split('\n\n')
    .filter((text) => !/^Needs (the right|one of)/.test(text))
  return [
    `<section>${heading(2, operationId, escaped(translate(summary)))}`,
    `<p class="call">${callText(operation)}</p>`,
    ...paragraphs.filter(Boolean).map((text) => `<p>${inlineHtml(translate(text))}</p>`),
    rightsText(operation, language),
    samplesOf(operation, language),
    parameters.length > 0 ? `<h3>${t('Parameters')}</h3>${parameterList(parameters, context)}` : '',
    requestBody
      ? requestText(
          requestBody.required === false ? t('Body of the request (optional)') : t('Body of the request'),
          requestBody.content,
          context,
        )
      : '',
    ...successesOf(operation, context),
    refusalsText(operation, context),
    '</section>\n',
  ].join('\n')
}

/** The rights of an operation: any one of them opens it. */
const rightsOf = (operation: ApiOperation): readonly string[] => operation['x-scopes']

function rightsText(operation: ApiOperation, language: Language): string {
  const t = speak(language)
  const all = rightsOf(operation)
  const separator = language === 'fr' ? ' :' : ':'
  const label = all.length > 1 ? t('One of these rights') : t('Right')
  const rights = all.map((right) => `<code>${right}</code>`).join(' ')
  return `<p class="rights">${label}${separator} ${rights}</p>`
}

/** A request: its fields, whether they have a name in the description or not. */
function requestText(title: string, content: Content, context: ReferenceContext): string {
  const schema = resolved(content['application/json']?.schema ?? {}, context.description)
  const about = schema.description ? `<p>${inlineHtml(context.translate(schema.description))}</p>` : ''
  return `<h3>${title}</h3>${about}${fieldList(schema, context)}`
}

/** An answer: the name of the object that it is, or its fields. */
function answerText(title: string, content: Content, context: ReferenceContext): string {
  const schema = content['application/json']?.schema ?? {}
  const type = schema.properties ? '' : `<p>${typeText(schema, context)}</p>`
  return `<h3>${title}</h3>${type}${fieldList(schema.items ?? schema, context)}`
}

function successesOf(operation: ApiOperation, context: ReferenceContext): string[] {
  const { description, language, translate } = context
  const t = speak(language)
  return Object.entries(operation.responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, named]) => {
      const response = resolvedResponse(named, description)
      const example = exampleOfContent(response.content, description, false)
      const title = `${t('Answer')} <code>${status}</code>`
      if (!response.content) return `<h3>${title}</h3><p>${t('Without a body.')}</p>`
      const about = response.description ? `<p>${inlineHtml(translate(response.description))}</p>` : ''
      const shown = example === undefined ? '' : exampleBox(t('Example'), example)
      return `${answerText(title, response.content, context).replace('</h3>', `</h3>${about}`)}${shown}`
    })
}

/** An example that is opened by a tap: long ones would hide what follows. */
export const exampleBox = (title: string, example: unknown): string =>
  `<details><summary>${title}</summary>${codeBlock(JSON.stringify(example, null, 2), 'json')}</details>\n`

/** The error codes of an operation, in the order of the catalogue. */
export function errorCodesOf(operation: ApiOperation): PartnerErrorCode[] {
  const codes = Object.keys(partnerErrors) as PartnerErrorCode[]
  return codes.filter((code) => operation['x-error-codes'].includes(code))
}

function refusalsText(operation: ApiOperation, { language }: ReferenceContext): string {
  const items = errorCodesOf(operation).map((code) => {
    const { status } = partnerErrors[code]
    const href = `${docsPath(language, 'errors')}#${code}`
    return `<li><a href="${href}"><code>${breakable(code)}</code></a> ${status}</li>`
  })
  return `<h3>${speak(language)('It may be refused with')}</h3><ul class="codes">${items.join('')}</ul>`
}

/** The call as one types it, with `$COLIS` and `$KEY` as in the guide; behind a tap in other languages. */
function samplesOf({ 'x-codeSamples': samples = [] }: ApiOperation, language: Language): string {
  const [curl, ...others] = samples
  const boxes = others.map(
    ({ label, lang, source }) => `<p class="limits">${label}</p>${codeBlock(source, lang.toLowerCase())}`,
  )
  const summary = speak(language)('The same in Node.js, Python and PHP')
  const inOthers = `<details><summary>${summary}</summary>${boxes.join('')}</details>`
  return `${codeBlock(curl?.source ?? '', 'sh')}${inOthers}`
}
