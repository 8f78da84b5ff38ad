import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { listAudit } from '../../../../domain/audit/audit-store.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { hiddenField, selectField, submitButton, textField } from '../../../../pages/form-parts.ts'
import { rowsOr, waysOn } from '../../../../pages/list-parts.ts'
import { auditRow } from '../../../../web/audit/audit-line-page.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { type OperationsText, speak } from '../../operations-words.ts'
import { serviceHref, servicePage } from '../service-page.ts'
import { maxFileLines } from './audit-file.ts'
import { auditReader } from './audit-reader.ts'
import {
  type ActorFilter,
  type AuditQuery,
  actorFilters,
  auditFilterOf,
  auditHref,
  readAuditQuery,
  type SubjectFilter,
  subjectFilters,
} from './service-audit-query.ts'

const path = serviceHref('audit')
const pageSize = 50

const actorNames: Record<ActorFilter, OperationsText> = {
  OPERATOR: 'Operators, on these pages',
  CLI: 'Operators, at the terminal',
  ACCOUNT: 'People of shops, at the console',
  API_KEY: 'API keys',
}

const subjectNames: Record<SubjectFilter, OperationsText> = {
  shops: 'Shops and addresses',
  people: 'Accounts and teams',
  keys: 'API keys',
  webhooks: 'Webhooks and events',
  deliveries: 'Deliveries and messages',
  cities: 'Cities, zones and prices',
  promo: 'Promo codes',
  books: 'Books',
  couriers: 'Couriers',
}

/** `/operations/service/audit`: who changed what, over all shops and the service, newest first. */
export async function serviceAuditPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  app.get(path, { config: { operates: 'MANAGE' } }, async (request, reply) => {
    const query = readAuditQuery(request.query)
    const found = await listAudit(deps.db, { ...auditFilterOf(query, deps.timeZone), limit: pageSize + 1 })
    const lines = found.slice(0, pageSize)
    const { reader } = await auditReader(deps, languageOf(request), lines, query)

    const { language } = reader
    const t = speak(language)
    const { before, ...whole } = query
    const last = found.length > pageSize ? lines.at(-1) : undefined
    const rows = lines.map((line) => auditRow(reader, line))
    const ways = waysOn([
      before === undefined ? undefined : { href: auditHref(path, whole), label: t('Back to the newest') },
      last && { href: auditHref(path, { ...whole, before: last.id }), label: t('Older') },
    ])
    const lead = t(
      'Who changed what, in all shops and in the service. Nothing of it can be changed or removed.',
    )
    const most = t('at most {count} lines', { count: new Intl.NumberFormat(language).format(maxFileLines) })
    const page = servicePage(language, 'audit', {
      main: html`<p>${lead}</p>!${filterForm(query, language)}
!${rowsOr(rows, t('No line matches.'), 'ol')}!${ways}
<p><a href="${auditHref(`${path}.csv`, whole)}">${t('CSV file')}</a> <span class="soft">${most}</span></p>`,
    })
    return deps.sendPage(request, reply, 200, page)
  })
}

function filterForm({ who, what, shop, from, to, actor }: AuditQuery, language: Language): string {
  const t = speak(language)
  const actors = [
    { value: '', label: t('Everybody') },
    ...actorFilters.map((value) => ({ value, label: t(actorNames[value]) })),
  ]
  const subjects = [
    { value: '', label: t('Everything') },
    ...(Object.keys(subjectFilters) as SubjectFilter[]).map((value) => ({
      value,
      label: t(subjectNames[value]),
    })),
  ]
  const day = { type: 'date' } as const
  const fields = [
    selectField({ name: 'who', label: t('Who'), value: who ?? '', options: actors }),
    selectField({ name: 'what', label: t('What'), value: what ?? '', options: subjects }),
    textField({ name: 'shop', label: t('Shop (identifier)'), value: shop, attributes: { maxlength: 36 } }),
    textField({ name: 'from', label: t('From#from'), value: from, attributes: day }),
    textField({ name: 'to', label: t('To#to'), value: to, attributes: day }),
    actor === undefined ? '' : hiddenField('actor', actor),
    submitButton(t('Filter'), 'plain'),
  ]
  return html`<form method="get" action="${path}" class="row">
!${fields}<a href="${path}">${t('Show everything')}</a></form>`
}
