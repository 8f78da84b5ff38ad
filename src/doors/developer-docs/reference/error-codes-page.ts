import { errorBody, errors, exampleError, type PartnerErrorCode } from '../../../base/contract/errors.ts'
import { partnerErrors } from '../../../base/contract/partner-errors.ts'
import { docsWording } from '../docs-wording.ts'
import { breakable, type DocsSection, escaped, heading, inlineHtml } from '../html-parts.ts'
import { operationAddress, operationsOf } from './api-description.ts'
import { errorAdvice } from './error-advice.ts'
import { errorCodesOf } from './operations-page.ts'
import type { ReferenceContext } from './schema-fields.ts'

/** Every error of the partner API by its HTTP status, each under its code: links in `details.docs` lead there. */
export function errorCodesPage(context: ReferenceContext): { sections: DocsSection[]; html: string } {
  const words = docsWording[context.language].errors
  const codes = Object.keys(partnerErrors) as PartnerErrorCode[]
  const byStatus = [...Map.groupBy(codes, (code) => errors[code].status)].sort(([a], [b]) => a - b)
  const index = codes
    .toSorted()
    .map((code) => `<li><a href="#${code}"><code>${breakable(code)}</code></a></li>`)
    .join('')
  const groups = byStatus.map(
    ([status, ofStatus]) =>
      `${heading(2, `http-${status}`, `${status} · ${words.statusNames[status] ?? ''}`)}${ofStatus.map((code) => errorSection(code, context)).join('')}`,
  )
  return {
    sections: byStatus.map(([status]) => ({
      id: `http-${status}`,
      title: `${status} · ${words.statusNames[status] ?? ''}`,
    })),
    html: `<p class="lead">${inlineHtml(words.lead)}</p>\n<ul class="codes">${index}</ul>\n${groups.join('')}`,
  }
}

function errorSection(code: PartnerErrorCode, context: ReferenceContext): string {
  const { language } = context
  const words = docsWording[language].errors
  const { message, details } = errorBody(exampleError(code), language)
  const advice = errorAdvice[code]?.[language]
  const operations = operationsOf(context.description).filter((operation) =>
    errorCodesOf(operation).includes(code),
  )
  const isCommon = operations.length > 8
  return [
    `<section>${heading(3, code, breakable(code))}`,
    `<p class="message">${escaped(message)}</p>`,
    advice ? `<p><b>${words.todo}</b> ${inlineHtml(advice)}</p>` : '',
    details ? `<p class="limits">${words.details} <code>${escaped(JSON.stringify(details))}</code></p>` : '',
    operations.length > 0 && !isCommon
      ? `<p class="limits">${words.answered} ${operations.map((each) => `<a href="${operationAddress(each, language)}">${escaped(context.translate(each.summary))}</a>`).join(', ')}</p>`
      : '',
    '</section>\n',
  ].join('')
}
