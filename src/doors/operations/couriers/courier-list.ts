import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { dayText } from '../../../base/kernel/figure-text.ts'
import { fullName } from '../../../base/kernel/full-name.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { dayAfter, localDayText } from '../../../base/kernel/local-time.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { publicUrlOf } from '../../../derived-settings.ts'
import { countWaiting } from '../../../domain/couriers/applications/application-store.ts'
import { documentBounds } from '../../../domain/couriers/documents/document-rules.ts'
import {
  type ExpiringDocument,
  listExpiringDocuments,
} from '../../../domain/couriers/documents/document-store.ts'
import {
  type CourierCounts,
  type CourierLine,
  type CourierStanding,
  countCouriers,
  courierStandings,
  findCourierLines,
} from '../../../domain/couriers/standing/courier-list-store.ts'
import { languageOf } from '../../../http/response-language.ts'
import { chosenOf } from '../../../pages/form-fields.ts'
import { copyField, hiddenField, selectField, textField } from '../../../pages/form-parts.ts'
import { type Empty, hrefWith, rowsOr, tabs, waysOn } from '../../../pages/list-parts.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { cityOptions, couriersPath, mayManage, queryId, queryLine } from './courier-request.ts'
import { shiftsHref } from './shifts/shift-asked.ts'

const pageSize = 50

export const couriersKinds = {
  PHOTO: 'Photo',
  IDENTITY: 'Identity document',
  LICENCE: 'Driving licence',
  INSURANCE: 'Insurance',
  REGISTRATION: 'Vehicle registration',
  OTHER: 'Other#kinds',
} as const

const standingNames = {
  ALL: 'All',
  ON_DUTY: 'On duty',
  OFF_DUTY: 'Off duty',
  SUSPENDED: 'Suspended#standings',
  DOCUMENTS: 'Papers to renew',
  RETIRED: 'Gone#standings',
} as const

export const couriersVehicles = { MOTO: 'Motorbike', TRICYCLE: 'Tricycle', CAR: 'Car' } as const

/** What the list of couriers is asked for. */
type Query = {
  city: string | undefined
  standing: CourierStanding | undefined
  q: string | undefined
  before: string | undefined
}

/** `/operations/couriers`: every courier, by filters of the address, and the ways to what else there is. */
export async function courierListPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const applyAddress = `${publicUrlOf(deps.config)}/courier/apply`

  app.get(couriersPath, { config: { operates: 'DISPATCH' } }, async (request, reply) => {
    const query: Query = {
      city: queryId(request, 'city'),
      standing: chosenOf('standing', queryLine(request, 'standing'), courierStandings),
      q: queryLine(request, 'q'),
      before: queryId(request, 'before'),
    }
    const today = localDayText(clock.now(), timeZone)
    const expiresBefore = dayAfter(today, documentBounds.warnedDays)
    const filter = { cityId: query.city, standing: query.standing, text: query.q, expiresBefore }
    const [found, counts, waiting, expiring] = await Promise.all([
      findCourierLines(db, filter, { beforeId: query.before, limit: pageSize + 1 }),
      countCouriers(db, expiresBefore),
      countWaiting(db),
      query.standing === 'DOCUMENTS' ? listExpiringDocuments(db, expiresBefore, pageSize) : [],
    ])
    const lines = found.slice(0, pageSize)
    const last = found.length > pageSize ? lines.at(-1) : undefined

    const language = languageOf(request)
    const t = speak(language)
    const applyHere = t('People apply at this address:')
    const copied = copyField(applyAddress, applyHere, { copy: t('Copy'), done: t('Copied') })
    const sheet = t('The courier’s sheet, to print (PDF, in French)')
    const isManager = mayManage(request)
    const rows = lines.map((line) => courierRow(line, today, language))
    const ways = waysOn([
      query.before
        ? { href: hrefWith(couriersPath, { ...query, before: undefined }), label: t('Back to the beginning') }
        : undefined,
      last && { href: hrefWith(couriersPath, { ...query, before: last.id }), label: t('Next') },
    ])
    return deps.sendPage(request, reply, 200, {
      section: 'couriers',
      title: t('Couriers'),
      isWide: true,
      main: html`
!${isManager ? managersActs(waiting, language) : waysOn([{ href: shiftsHref, label: t('Shifts') }])}
!${searchForm(query, cityOptions(deps), language)}
!${standingTabs(query, counts, language)}
!${expiringList(expiring, language)}
!${rowsOr(rows, noCourier(query, isManager, language))}
!${ways}
!${isManager ? html`<p class="soft" id="apply">${applyHere}</p>!${copied}` : ''}
<div class="acts"><a class="button plain" href="/courier/sheet.pdf" hreflang="fr">${sheet}</a></div>`,
    })
  })
}

/** What is said where no courier is listed: the way to the first of them, or to all. */
function noCourier({ city, standing, q }: Query, isManager: boolean, language: Language): Empty {
  const t = speak(language)
  if (city ?? standing ?? q)
    return { text: t('No courier here.'), next: { href: couriersPath, label: t('All couriers') } }
  const text = t('No courier yet.')
  return isManager ? { text, next: { href: `${couriersPath}/new`, label: t('Add the first') } } : text
}

function managersActs(waiting: number, language: Language): string {
  const t = speak(language)
  const applications = t(
    '{count, plural, =0 {Applications} one {1 application to read} other {{count} applications to read}}',
    { count: waiting },
  )
  const act = (path: string, label: string, kind = 'plain') =>
    html`<a class="button ${kind}" href="${couriersPath}/${path}">${label}</a>`
  return html`<div class="acts">!${act('applications', applications, 'primary')}
!${act('shifts', t('Shifts'))}!${act('announcements', t('Write to all'))}
!${act('pay', t('Pay'))}!${act('new', t('Add a courier'))}</div>`
}

function searchForm(
  { q, city = '', standing }: Query,
  cities: readonly { value: string; label: string }[],
  language: Language,
): string {
  const t = speak(language)
  const search = { type: 'search', maxlength: 80, autocomplete: 'off', enterkeyhint: 'search' }
  const options = [{ value: '', label: t('Every city') }, ...cities]
  return html`<form class="row" action="${couriersPath}" role="search">
!${textField({ name: 'q', label: t('Name, phone or plate'), value: q, attributes: search })}
!${selectField({ name: 'city', label: t('City'), value: city, options })}
!${standing ? hiddenField('standing', standing) : ''}
<button class="plain">${t('Search')}</button></form>`
}

function standingTabs(query: Query, counts: CourierCounts, language: Language): string {
  const t = speak(language)
  const counted: Partial<Record<CourierStanding | 'ALL', number>> = {
    ALL: counts.all,
    ON_DUTY: counts.onDuty,
    SUSPENDED: counts.suspended,
    DOCUMENTS: counts.documents,
  }
  return tabs(
    [undefined, ...courierStandings].map((standing) => {
      const name = t(standingNames[standing ?? 'ALL'])
      const count = counted[standing ?? 'ALL']
      return {
        href: hrefWith(couriersPath, { ...query, standing, before: undefined }),
        label: count === undefined ? name : `${name} (${count})`,
        isCurrent: query.standing === standing,
      }
    }),
  )
}

function expiringList(expiring: readonly ExpiringDocument[], language: Language): string {
  const t = speak(language)
  if (expiring.length === 0) return ''
  const rows = expiring.map(({ courierId, firstName, lastName, kind, expiresOn }) => {
    const until = t('until {day}', { day: dayOf(expiresOn, language) })
    return html`<li><a href="${couriersPath}/${courierId}"><span>${fullName(firstName, lastName)}</span>
<span class="soft">${t(couriersKinds[kind])} ${until}</span></a></li>`
  })
  return html`<section class="card"><h2>${t('Papers that expire within 30 days')}</h2>
<ul class="lines">!${rows}</ul></section>`
}

function courierRow(line: CourierLine, today: string, language: Language): string {
  const t = speak(language)
  const { id, firstName, lastName, firstExpiry } = line
  const about = [
    spacedPhone(line.phone),
    t(couriersVehicles[line.vehicleType]),
    line.plateNumber,
    line.cities.join(', '),
    firstExpiry && paperText(firstExpiry, today, language),
  ].filter(Boolean)
  const carries = line.isCarrying ? html`<span class="badge">${t('Carries a parcel')}</span> ` : ''
  return html`<li><a href="${couriersPath}/${id}"><span><strong>${fullName(firstName, lastName)}</strong><br>
<span class="soft">${about.join(' · ')}</span></span>
<span>!${carries}!${standingBadge(line, language)}</span></a></li>`
}

/** Until when the paper that expires first is valid, or since when it is not. */
function paperText(expiresOn: string, today: string, language: Language): string {
  const t = speak(language)
  const day = dayOf(expiresOn, language)
  return expiresOn < today ? t('paper expired on {day}', { day }) : t('paper valid until {day}', { day })
}

/** How a courier stands, as a badge. */
export function standingBadge(
  { retiredAt, suspendedAt, onDutySince }: Pick<CourierLine, 'retiredAt' | 'suspendedAt' | 'onDutySince'>,
  language: Language,
): string {
  const t = speak(language)
  if (retiredAt) return html`<span class="badge over">${t('Gone')}</span>`
  if (suspendedAt) return html`<span class="badge bad">${t('Suspended')}</span>`
  return onDutySince
    ? html`<span class="badge">${t('On duty')}</span>`
    : html`<span class="badge over">${t('Off duty')}</span>`
}

/** A day like `2026-11-21` as people read it. */
export const dayOf = (day: string, language: Language): string =>
  dayText(new Date(`${day}T00:00:00Z`), 'UTC', language)
