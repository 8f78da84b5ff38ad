import { html } from 'ghtml'
import { dayText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { copyField, selectField, textField } from '../../../base/pages/form-parts.ts'
import type { ExpiringDocument } from '../../../domain/couriers/documents/document-store.ts'
import {
  type CourierCounts,
  type CourierLine,
  type CourierStanding,
  courierStandings,
} from '../../../domain/couriers/standing/courier-list-store.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { couriersPath } from './courier-request.ts'

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

export const couriersVehicles = {
  MOTO: 'Motorbike',
  TRICYCLE: 'Tricycle',
  CAR: 'Car',
} as const

/** What the list of couriers is asked for. */
type CourierQuery = {
  city?: string | undefined
  standing?: CourierStanding | undefined
  q?: string | undefined
  before?: string | undefined
}

type ListScreen = {
  language: Language
  mayManage: boolean
  query: CourierQuery
  cities: readonly { value: string; label: string }[]
  lines: readonly CourierLine[]
  counts: CourierCounts
  waiting: number
  expiring: readonly ExpiringDocument[]
  /** A day like `2026-11-21`. */
  today: string
  hasMore: boolean
  applyAddress: string
}

/** Every courier, with filters that are part of the address, and the ways to what else there is about couriers. */
export function courierListPage(screen: ListScreen): OperationsContent {
  const { language, mayManage, lines, waiting } = screen
  const t = speak(language)
  const acts = html`<a class="button primary" href="${couriersPath}/applications">${t('{count, plural, =0 {Applications} one {1 application to read} other {{count} applications to read}}', { count: waiting })}</a><a class="button plain" href="${couriersPath}/pay">${t('Pay')}</a><a class="button plain" href="${couriersPath}/new">${t('Add a courier')}</a>`
  return {
    section: 'couriers',
    title: t('Couriers'),
    isWide: true,
    main: html`!${mayManage ? html`<div class="acts">!${acts}</div>` : ''}!${searchForm(screen)}!${tabs(screen)}!${expiringList(screen)}
!${lines.length > 0 ? html`<ul class="rows">!${lines.map((line) => courierRow(screen, line))}</ul>` : html`<p class="empty">${t('No courier here.')}</p>`}
!${paging(screen)}!${mayManage ? html`<p class="soft">${t('People apply at this address:')}</p>!${copyField(screen.applyAddress, t('People apply at this address:'), { copy: t('Copy'), done: t('Copied') })}` : ''}<div class="acts"><a class="button plain" href="/courier/sheet.pdf" hreflang="fr">${t('The courier’s sheet, to print (PDF, in French)')}</a></div>`,
  }
}

function searchForm({ language, query, cities }: ListScreen): string {
  const t = speak(language)
  return html`<form class="row" action="${couriersPath}" role="search">!${textField({ name: 'q', label: t('Name, phone or plate'), value: query.q, attributes: { type: 'search', maxlength: 80, autocomplete: 'off', enterkeyhint: 'search' } })}!${selectField({ name: 'city', label: t('City'), value: query.city ?? '', options: [{ value: '', label: t('Every city') }, ...cities] })}!${query.standing ? html`<input type="hidden" name="standing" value="${query.standing}">` : ''}<button class="plain">${t('Search')}</button></form>`
}

function tabs({ language, query, counts }: ListScreen): string {
  const counted: Partial<Record<CourierStanding | 'ALL', number>> = {
    ALL: counts.all,
    ON_DUTY: counts.onDuty,
    SUSPENDED: counts.suspended,
    DOCUMENTS: counts.documents,
  }
  const tab = (standing: CourierStanding | undefined) => {
    const name = standing ?? 'ALL'
    const count = counted[name]
    const href = addressOf({ ...query, standing, before: undefined })
    return html`<a href="${href}"!${query.standing === standing ? ' aria-current="true"' : ''}>${speak(language)(standingNames[name])}${count === undefined ? '' : ` (${count})`}</a>`
  }
  return html`<div class="tabs">!${[undefined, ...courierStandings].map(tab)}</div>`
}

function expiringList({ language, query, expiring }: ListScreen): string {
  const t = speak(language)
  if (query.standing !== 'DOCUMENTS' || expiring.length === 0) return ''
  const row = ({ courierId, firstName, lastName, kind, expiresOn }: ExpiringDocument) =>
    html`<li><a href="${couriersPath}/${courierId}"><span>${firstName} ${lastName}</span><span class="soft">${t(couriersKinds[kind])} ${t('until {day}', { day: dayOf(expiresOn, language) })}</span></a></li>`
  return html`<section class="card"><h2>${t('Papers that expire within 30 days')}</h2><ul class="lines">!${expiring.map(row)}</ul></section>`
}

function courierRow(screen: ListScreen, line: CourierLine): string {
  const { language } = screen
  const t = speak(language)
  const about = [
    spacedPhone(line.phone),
    t(couriersVehicles[line.vehicleType]),
    line.plateNumber,
    line.cities.join(', '),
    line.firstExpiry && paperText(line.firstExpiry, screen),
  ].filter(Boolean)
  return html`<li><a href="${couriersPath}/${line.id}"><span><strong>${line.firstName} ${line.lastName}</strong><br><span class="soft">${about.join(' · ')}</span></span><span>!${line.isCarrying ? html`<span class="badge">${t('Carries a parcel')}</span> ` : ''}!${standingBadge(line, language)}</span></a></li>`
}

/** Until when the paper that expires first is valid, or since when it is not. */
function paperText(expiresOn: string, { language, today }: ListScreen): string {
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

function paging({ language, query, lines, hasMore }: ListScreen): string {
  const t = speak(language)
  const last = lines.at(-1)
  if (!query.before && !hasMore) return ''
  return html`<div class="acts">!${query.before ? html`<a class="button plain" href="${addressOf({ ...query, before: undefined })}">${t('Back to the beginning')}</a>` : ''}!${hasMore && last ? html`<a class="button plain" href="${addressOf({ ...query, before: last.id })}">${t('Next')}</a>` : ''}</div>`
}

function addressOf(query: CourierQuery): string {
  const set = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const text = new URLSearchParams(set).toString()
  return text === '' ? couriersPath : `${couriersPath}?${text}`
}

/** A day like `2026-11-21` as people read it. */
export const dayOf = (day: string, language: Language): string =>
  dayText(new Date(`${day}T00:00:00Z`), 'UTC', language)
