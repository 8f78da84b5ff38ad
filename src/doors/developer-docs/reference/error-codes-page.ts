import type { Language } from '../../../base/kernel/language.ts'
import { errorBody, errors, exampleError, type PartnerErrorCode } from '../../../contract/errors.ts'
import { partnerErrors } from '../../../contract/partner-errors.ts'
import { type DocsText, speak } from '../docs-words.ts'
import { breakable, type DocsSection, escaped, heading, inlineHtml } from '../html-parts.ts'
import { operationAddress, operationsOf } from './api-description.ts'
import { errorAdvice } from './error-advice.ts'
import { errorCodesOf } from './operations-page.ts'
import type { ReferenceContext } from './schema-fields.ts'

const statusNames: Record<number, DocsText> = {
  400: 'the request is badly made',
  401: 'the key is missing or worth nothing',
  403: 'the key lacks this right',
  404: 'there is no such thing',
  405: 'not with this method',
  408: 'the request arrived too slowly',
  409: 'the present state does not allow it',
  413: 'too large',
  415: 'not JSON',
  422: 'well written, but impossible',
  429: 'too often',
  431: 'too many headers',
  500: 'the fault is ours',
  503: 'unavailable for a moment',
}

function statusText(status: number, language: Language): string {
  const name = statusNames[status]
  return name ? speak(language)(name) : ''
}

/**
 * Every error of the partner API by its HTTP status, each under its code: links in `details.docs` lead there.
 */
export function errorCodesPage(context: ReferenceContext): { sections: DocsSection[]; html: string } {
  const { language } = context
  const t = speak(language)
  const codes = Object.keys(partnerErrors) as PartnerErrorCode[]
  const byStatus = [...Map.groupBy(codes, (code) => errors[code].status)].sort(([a], [b]) => a - b)
  const index = codes
    .toSorted()
    .map((code) => `<li><a href="#${code}"><code>${breakable(code)}</code></a></li>`)
    .join('')
  const sections = byStatus.map(([status]) => ({
    id: `http-${status}`,
    title: `${status} · ${statusText(status, language)}`,
  }))
  const groups = byStatus.map(([status, ofStatus]) => {
    const title = `${status} · ${statusText(status, language)}`
    const errorsOfIt = ofStatus.map((code) => errorSection(code, context))
    return `${heading(2, `http-${status}`, title)}${errorsOfIt.join('')}`
  })
  const lead = t(
    'Every error has the same form: `statusCode`, `code`, `message` and sometimes `details`. Branch on `code`: it never changes, messages do.',
  )
  return {
    sections,
    html: [
      `<p class="lead">${inlineHtml(lead)}</p>`,
      `<ul class="codes">${index}</ul>`,
      groups.join(''),
    ].join('\n'),
  }
}

function errorSection(code: PartnerErrorCode, context: ReferenceContext): string {
  const { language } = context
  const t = speak(language)
  const { message, details } = errorBody(exampleError(code), language)
  const operations = operationsOf(context.description).filter((operation) =>
    errorCodesOf(operation).includes(code),
  )
  const links = operations.map(
    (each) => `<a href="${operationAddress(each, language)}">${escaped(context.translate(each.summary))}</a>`,
  )
  const isCommon = operations.length > 8
  return [
    `<section>${heading(3, code, breakable(code))}`,
    `<p class="message">${escaped(message)}</p>`,
    `<p><b>${t('What to do?')}</b> ${inlineHtml(t(errorAdvice[code]))}</p>`,
    details
      ? `<p class="limits">${t('Example of details:')} <code>${escaped(JSON.stringify(details))}</code></p>`
      : '',
    operations.length > 0 && !isCommon ? `<p class="limits">${t('Operations:')} ${links.join(', ')}</p>` : '',
    '</section>\n',
  ].join('')
}
