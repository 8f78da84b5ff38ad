import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { momentText } from '../../../../base/kernel/figure-text.ts'
import { spacedPhone } from '../../../../base/kernel/phone-number.ts'
import { listApplications } from '../../../../domain/couriers/applications/application-store.ts'
import { courierName } from '../../../../domain/couriers/courier-name.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { chosenOf } from '../../../../pages/form-fields.ts'
import { rowsOr, tabs } from '../../../../pages/list-parts.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { couriersVehicles } from '../courier-list.ts'
import { couriersNotice, couriersPath, queryId, queryLine } from '../courier-request.ts'

export const applicationsPath = `${couriersPath}/applications`
const statusNames = { WAITING: 'To read', APPROVED: 'Approved', REFUSED: 'Refused' } as const
const statuses = ['WAITING', 'APPROVED', 'REFUSED'] as const
const pageSize = 50

/** `/operations/couriers/applications`: people who want to become couriers, by what was decided. */
export async function applicationListPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  app.get(applicationsPath, { config: { operates: 'MANAGE' } }, async (request, reply) => {
    const status = chosenOf('status', queryLine(request, 'status'), statuses) ?? 'WAITING'
    const after = queryId(request, 'after')
    const found = await listApplications(db, status, { after, limit: pageSize + 1 })
    const applications = found.slice(0, pageSize)
    const last = found.length > pageSize ? applications.at(-1) : undefined

    const language = languageOf(request)
    const t = speak(language)
    const times = { timeZone, now: clock.now() }
    const rows = applications.map((each) => {
      const about = [spacedPhone(each.phone), t(couriersVehicles[each.vehicle_type]), each.city]
      return html`<li><a href="${applicationsPath}/${each.id}">
<span><strong>${courierName(each)}</strong><br>
<span class="soft">${about.join(' · ')}</span></span>
<span class="soft">${momentText(each.created_at, times, language)}</span></a></li>`
    })
    const next = last && `${applicationsPath}?status=${status}&after=${last.id}`
    const share = t('Share the address where people apply')
    const none = { text: t('No application.'), next: { href: `${couriersPath}#apply`, label: share } }
    const ways = statuses.map((each) => ({
      href: `${applicationsPath}?status=${each}`,
      label: t(statusNames[each]),
      isCurrent: each === status,
    }))
    return deps.sendPage(request, reply, 200, {
      section: 'couriers',
      title: t('Applications'),
      back: { href: couriersPath, label: t('Couriers') },
      notice: couriersNotice(request),
      main: html`!${tabs(ways)}
!${rowsOr(rows, none)}
!${next ? html`<p class="acts"><a class="button plain" href="${next}">${t('Next')}</a></p>` : ''}`,
    })
  })
}
