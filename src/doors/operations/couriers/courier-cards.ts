import { html } from 'ghtml'
import { amountText, dayText, momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { courierName } from '../../../domain/couriers/courier-name.ts'
import { speak } from '../operations-words.ts'
import { couriersVehicles } from './courier-list.ts'
import { couriersPath } from './courier-request.ts'
import { tripRows } from './courier-trips.ts'
import type { CourierFacts } from './read-courier-facts.ts'

/** What the cards of a courier are drawn from. */
export type CourierScreen = {
  language: Language
  now: Date
  timeZone: string
  mayManage: boolean
  facts: CourierFacts
}

/** Who somebody is, how to reach them, and what they carry. */
export function aboutCard({ language, facts, now, timeZone, mayManage }: CourierScreen): string {
  const t = speak(language)
  const { courier, cities, carried, documents } = facts
  const name = courierName(courier)
  const photo = documents.find(({ kind, fileKey }) => kind === 'PHOTO' && fileKey !== null)
  const src = photo && `${couriersPath}/${courier.id}/documents/${photo.id}/file`
  const alt = t('Photo of {name}', { name })
  const picture = html`<p class="shop"><img src="${src ?? ''}" alt="${alt}" width="96" height="96"></p>`
  const phone = html`<a href="tel:${courier.phone}">${spacedPhone(courier.phone)}</a>`
  const onDuty = courier.on_duty_since && momentText(courier.on_duty_since, { timeZone, now }, language)
  const delivery = carried
    .map(({ id, reference }) => html`<a href="/operations/deliveries/${id}">${reference}</a>`)
    .join(', ')
  const line = (term: string, shown: string) => html`<div><dt>${term}</dt><dd>!${shown}</dd></div>`
  return html`<section class="card">!${src && mayManage ? picture : ''}<dl>
!${line(t('Phone'), phone)}
!${line(t('Vehicle'), html`${t(couriersVehicles[courier.vehicle_type])}`)}
!${courier.plate_number ? line(t('Plate'), html`${courier.plate_number}`) : ''}
!${line(t('Cities'), html`${cities.join(', ')}`)}
!${line(t('Courier since'), html`${dayText(courier.created_at, timeZone, language)}`)}
!${onDuty ? line(t('On duty since'), html`${onDuty}`) : ''}
!${delivery ? line(t('Is carrying the parcel'), delivery) : ''}</dl></section>`
}

/** What they earned, how long they worked, and how well. */
export function figuresCard({ language, facts, mayManage }: CourierScreen): string {
  const t = speak(language)
  const { day, week, acceptance, rating, courier, problems } = facts
  const { accepted, offered } = acceptance
  const percent = Math.round((accepted / offered) * 100)
  const offersText =
    offered === 0
      ? t('none offered')
      : t('{percent}% ({accepted} of {offered})', { percent, accepted, offered })
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  const ratingText =
    rating === null
      ? t('none')
      : t('{average} of 5 ({count, plural, one {1 rating} other {last {count} ratings}})', {
          average: new Intl.NumberFormat(language, digits).format(rating.average),
          count: rating.count,
        })
  const problemsText = t(
    'Last 30 days: {freed} trip{freed, plural, one {} other {s}} left to another, {waited} wait{waited, plural, one {} other {s}} at a shop',
    { freed: problems.freed, waited: problems.waited },
  )
  const line = (term: string, { earned, payFcfa, seconds }: typeof day) =>
    html`<tr><th scope="row">${term}</th>
<td class="number">${t('{count} {count, plural, one {trip} other {trips}}', { count: earned })}</td>
<td class="number">${amountText(payFcfa, language)}</td><td class="number">${durationText(seconds)}</td></tr>`
  const link = (path: string, label: string) =>
    html`<a class="button plain" href="${couriersPath}/${courier.id}/${path}">${label}</a>`
  const links = html`<p class="acts">!${link('statement', t('Statement of the week'))}
!${link('pay', t('Their pay'))}</p>`
  return html`<section class="card"><h2>${t('In figures')}</h2>
<div class="table compare" tabindex="0" role="region" aria-label="${t('In figures')}"><table><tbody>
!${line(t('Today'), day)}!${line(t('This week'), week)}</tbody></table></div>
<p>${t('Trips accepted, last 30 days:')} ${offersText}</p>
<p>${t('Stars from customers:')} ${ratingText}</p>
<p>${problemsText}</p>!${mayManage ? links : ''}</section>`
}

function durationText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return hours === 0 ? `${rest}\u00a0min` : `${hours}\u00a0h\u00a0${String(rest).padStart(2, '0')}`
}

/** Their last trips, and the way to all of them. */
export function tripsCard({ facts, ...times }: CourierScreen): string {
  const t = speak(times.language)
  const href = `${couriersPath}/${facts.courier.id}/trips`
  const all = html`<p class="acts"><a class="button plain" href="${href}">${t('All their trips')}</a></p>`
  return html`<section class="card"><h2>${t('Last trips')}</h2>!${tripRows(facts.trips, times)}
!${facts.hasMoreTrips ? all : ''}</section>`
}
