import { html } from 'ghtml'
import { amountText, dayText, momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { buttonForm, checkField, postForm, submitButton, textField } from '../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { courierFields, type TypedCourier } from './courier-form.ts'
import { couriersVehicles, standingBadge } from './courier-list-page.ts'
import { papersCard } from './courier-papers-page.ts'
import { couriersPath } from './courier-request.ts'
import { tripRows } from './courier-trips-page.ts'
import type { CourierFacts } from './read-courier-facts.ts'

export type CourierScreen = {
  language: Language
  now: Date
  timeZone: string
  mayManage: boolean
  facts: CourierFacts
  cities: readonly { value: string; label: string }[]
  notice: WorkspaceNotice | undefined
  isFormPage: boolean
  /** What was typed into the form of the courier, when it was refused. */
  typed?: TypedCourier | undefined
}

/** A courier: who they are, how they work, what they earn, their papers, and what one can do about them. */
export function oneCourierPage(screen: CourierScreen): OperationsContent {
  const { language, facts, mayManage, notice, isFormPage } = screen
  const t = speak(language)
  const { courier } = facts
  return {
    section: 'couriers',
    title: `${courier.first_name} ${courier.last_name}`,
    back: { href: couriersPath, label: t('Couriers') },
    notice,
    isFormPage,
    isWide: true,
    acts: standingBadge(
      {
        retiredAt: courier.retired_at,
        suspendedAt: courier.suspended_at,
        onDutySince: courier.on_duty_since,
      },
      language,
    ),
    main: html`!${standing(screen)}<div class="columns"><div>!${aboutCard(screen)}!${figuresCard(screen)}!${tripsCard(screen)}</div><div>!${papersCard(facts, language, mayManage)}!${mayManage && !courier.retired_at ? html`!${changeCard(screen)}!${standingCard(screen)}` : ''}</div></div>`,
  }
}

function standing({ language, facts: { courier }, timeZone }: CourierScreen): string {
  const t = speak(language)
  const day = (at: Date) => dayText(at, timeZone, language)
  if (courier.retired_at)
    return html`<p class="notice">${t('Left on {day}.', { day: day(courier.retired_at) })}</p>`
  return courier.suspended_at
    ? html`<p class="notice warning">${t('Suspended since {day}. Reason: {reason}', { day: day(courier.suspended_at), reason: courier.suspension_reason ?? '' })}</p>`
    : ''
}

function aboutCard({ language, facts, now, timeZone, mayManage }: CourierScreen): string {
  const t = speak(language)
  const { courier, cities, carried, documents } = facts
  const photo = documents.find(({ kind, fileKey }) => kind === 'PHOTO' && fileKey !== null)
  const name = `${courier.first_name} ${courier.last_name}`
  const line = (term: string, shown: string) => html`<div><dt>${term}</dt><dd>!${shown}</dd></div>`
  return html`<section class="card">!${photo && mayManage ? html`<p class="shop"><img src="${couriersPath}/${courier.id}/documents/${photo.id}/file" alt="${t('Photo of {name}', { name })}" width="96" height="96"></p>` : ''}<dl>!${line(t('Phone'), html`<a href="tel:${courier.phone}">${spacedPhone(courier.phone)}</a>`)}!${line(t('Vehicle'), html`${t(couriersVehicles[courier.vehicle_type])}`)}!${courier.plate_number ? line(t('Plate'), html`${courier.plate_number}`) : ''}!${line(t('Cities'), html`${cities.join(', ')}`)}!${line(t('Courier since'), html`${dayText(courier.created_at, timeZone, language)}`)}!${courier.on_duty_since ? line(t('On duty since'), html`${momentText(courier.on_duty_since, { timeZone, now }, language)}`) : ''}!${carried ? line(t('Is carrying the parcel'), html`<a href="/operations/deliveries/${carried.id}">${carried.reference}</a>`) : ''}</dl></section>`
}

function figuresCard({ language, facts, mayManage }: CourierScreen): string {
  const t = speak(language)
  const { day, week, acceptance, rating, courier, problems } = facts
  const path = `${couriersPath}/${courier.id}`
  const duration = (seconds: number) => {
    const minutes = Math.floor(seconds / 60)
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
    return hours === 0 ? `${rest}\u00a0min` : `${hours}\u00a0h\u00a0${String(rest).padStart(2, '0')}`
  }
  const { accepted, offered } = acceptance
  const offersText =
    offered === 0
      ? t('none offered')
      : t('{percent}% ({accepted} of {offered})', {
          percent: Math.round((accepted / offered) * 100),
          accepted,
          offered,
        })
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  const ratingText =
    rating === null
      ? t('none')
      : t('{average} of 5 ({count, plural, one {1 rating} other {last {count} ratings}})', {
          average: new Intl.NumberFormat(language, digits).format(rating.average),
          count: rating.count,
        })
  const line = (term: string, { earned, payFcfa, seconds }: typeof day) =>
    html`<tr><th scope="row">${term}</th><td class="number">${t('{count} {count, plural, one {trip} other {trips}}', { count: earned })}</td><td class="number">${amountText(payFcfa, language)}</td><td class="number">${duration(seconds)}</td></tr>`
  const links = html`<p class="acts"><a class="button plain" href="${path}/statement">${t('Statement of the week')}</a><a class="button plain" href="${path}/pay">${t('Their pay')}</a></p>`
  return html`<section class="card"><h2>${t('In figures')}</h2><div class="table compare" tabindex="0" role="region" aria-label="${t('In figures')}"><table><tbody>!${line(t('Today'), day)}!${line(t('This week'), week)}</tbody></table></div>
<p>${t('Trips accepted, last 30 days:')} ${offersText}</p><p>${t('Stars from customers:')} ${ratingText}</p><p>${t('Last 30 days: {freed} trip{freed, plural, one {} other {s}} left to another, {waited} wait{waited, plural, one {} other {s}} at a shop', { freed: problems.freed, waited: problems.waited })}</p>!${mayManage ? links : ''}</section>`
}

function tripsCard(screen: CourierScreen): string {
  const { language, facts } = screen
  const t = speak(language)
  return html`<section class="card"><h2>${t('Last trips')}</h2>!${tripRows(facts.trips, screen)}!${facts.hasMoreTrips ? html`<p class="acts"><a class="button plain" href="${couriersPath}/${facts.courier.id}/trips">${t('All their trips')}</a></p>` : ''}</section>`
}

function changeCard({ language, facts: { courier, cityIds }, cities, typed }: CourierScreen): string {
  const t = speak(language)
  const shown: TypedCourier = typed ?? {
    firstName: courier.first_name,
    lastName: courier.last_name,
    phone: courier.phone,
    vehicleType: courier.vehicle_type,
    plateNumber: courier.plate_number,
    cityIds,
  }
  const fields = courierFields(shown, cities, language, { hasPhone: false })
  return html`<details class="card"!${typed ? ' open' : ''}><summary>${t('Change')}</summary>!${postForm(`${couriersPath}/${courier.id}/change`, html`!${fields}!${submitButton(t('Save'))}`)}</details>`
}

function standingCard({ language, facts: { courier } }: CourierScreen): string {
  const t = speak(language)
  const path = `${couriersPath}/${courier.id}`
  const reason = textField({
    name: 'reason',
    label: t('Reason'),
    hint: t('3 to 200 characters; kept in the audit.'),
    attributes: { required: true, minlength: 3, maxlength: 200, autocomplete: 'off' },
  })
  const suspend = html`<details class="card"><summary>${t('Suspend')}</summary><p>${t('A suspended courier gets no more trips and cannot go on duty. They finish what they carry.')}</p>!${postForm(`${path}/suspend`, html`!${reason}!${submitButton(t('Suspend'), 'danger')}`)}</details>`
  const retire = html`<details class="card"><summary>${t('End their work')}</summary><p>${t('The courier can no longer sign in. This is for good; their papers are deleted after a year.')}</p>!${postForm(`${path}/retire`, html`!${checkField({ name: 'sure', label: t('Yes, this courier leaves us'), isChecked: false })}!${submitButton(t('End their work'), 'danger')}`)}</details>`
  const off = courier.on_duty_since ? buttonForm(`${path}/off-duty`, t('Take off duty')) : ''
  return html`<div class="acts">!${off}!${courier.suspended_at ? buttonForm(`${path}/lift`, t('Lift the suspension'), 'primary') : ''}</div>!${courier.suspended_at ? '' : suspend}!${retire}`
}
