import { html } from 'ghtml'
import { amountText, distanceText, momentText } from '../../../base/kernel/figure-text.ts'
import { phoneLinks } from '../../../base/kernel/phone-links.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { customerName } from '../../../domain/deliveries/customer-name.ts'
import type { CodeStanding } from '../../../domain/deliveries/delivery-code.ts'
import { amountToCollectOf } from '../../../domain/deliveries/delivery-row.ts'
import { declaredPayment } from '../../../domain/deliveries/story/declared-payment.ts'
import { providerAccountText } from '../provider-account-text.ts'
import type { Callable, OperatedDelivery } from './operated-delivery.ts'
import { operatedDeliveryWording } from './operated-delivery-wording.ts'

/** The shop, and the phones of everybody whom somebody who runs the service may have to call. */
export function peopleCard(shown: OperatedDelivery): string {
  const { row, shop, language } = shown
  const words = operatedDeliveryWording[language]
  const name = shop.href === null ? html`${shop.name}` : html`<a href="${shop.href}">${shop.name}</a>`
  const courier =
    row.courier_first_name === null || row.courier_phone === null
      ? []
      : [{ name: row.courier_first_name, phone: row.courier_phone }]
  return html`<section class="card"><h2>${words.people}</h2><dl>
<div><dt>${words.shop}</dt><dd>!${name}!${shop.isSuspended ? html` <span class="badge bad">${words.suspended}</span>` : ''}</dd></div>
!${shop.people.length === 0 ? html`<div><dt></dt><dd class="soft">${words.nobody}</dd></div>` : ''}
!${shop.people.map((person) => calling(person.name, person))}
!${calling(`${customerName(row)} (${words.customer})`, { name: customerName(row), phone: row.customer_phone })}
!${courier.map((person) => calling(`${person.name} (${words.courier})`, person))}</dl></section>`
}

/** A phone that is called or written to by one touch. */
export function calling(label: string, { phone }: Callable): string {
  const { call, whatsApp } = phoneLinks(phone)
  return html`<div><dt>${label}</dt><dd><a class="button quiet" href="${call}">${spacedPhone(phone)}</a><a class="button quiet" href="${whatsApp}" target="_blank" rel="noopener">WhatsApp</a></dd></div>`
}

/** Who was asked to carry it, round by round, and what each answered. */
export function searchCard({ search, language, timeZone, now }: OperatedDelivery): string {
  const words = operatedDeliveryWording[language].search
  const when = (at: Date) => momentText(at, { timeZone, now, hasSeconds: true }, language)
  if (search.asked.length === 0 && search.nextRoundAt === null) return ''
  const lead = [
    words.rounds(search.rounds),
    ...(search.nextRoundAt ? [words.next(when(search.nextRoundAt))] : []),
    ...(search.asked.length === 0 ? [words.none] : []),
  ].join(' · ')
  const look = { OPEN: 'waiting', DECLINED: 'bad', EXPIRED: 'over', ENDED: 'over', TAKEN: '' }
  const rounds = search.asked.map(
    ({ round, offers }) =>
      html`<h3>${words.round(round)}</h3><ul class="rows">!${offers.map(
        (offer) =>
          html`<li><div class="line"><span><strong>${offer.firstName} ${offer.lastName}</strong><br><span class="soft">${distanceText(offer.distanceMeters, language)} · ${amountText(offer.payFcfa, language)} · ${when(offer.offeredAt)}</span></span><a class="button quiet" href="tel:${offer.phone}">${spacedPhone(offer.phone)}</a><span class="badge ${look[offer.answer]}">${words.answers[offer.answer]}</span></div></li>`,
      )}</ul>`,
  )
  return html`<section id="search"><h2>${words.heading}</h2><p class="soft">${lead}</p>!${rounds}</section>`
}

/** What the customer says they have paid the shop, for whoever has to decide where the shop does not answer. */
export function declaredCard({ row, story, paymentActs, language, timeZone, now }: OperatedDelivery): string {
  const declared = paymentActs.includes('confirm-payment') ? declaredPayment(story) : null
  if (declared === null) return ''
  const words = operatedDeliveryWording[language].declared
  const when = momentText(declared.since, { timeZone, now }, language)
  const amount = amountText(amountToCollectOf(row), language)
  const isDenied = declared.standing === 'DENIED'
  return html`<section class="card" id="declared"><h2>${isDenied ? words.denied : words.waiting}</h2>
<p>${isDenied ? words.deniedText(amount, when) : words.waitingText(amount, when)}</p>
!${declared.timesDenied > 0 && !isDenied ? html`<p>${words.before(declared.timesDenied)}</p>` : ''}</section>`
}

/** What the customer, or the shop for its trip, was asked to pay by mobile money. */
export function requestsCard({ requests, language, timeZone, now }: OperatedDelivery): string {
  const words = operatedDeliveryWording[language].requests
  if (requests.length === 0) return ''
  const when = (at: Date) => momentText(at, { timeZone, now }, language)
  const lines = requests.map(
    ({ number, amount_fcfa, state, provider, payer, created_at }) =>
      html`<li><div class="line"><span><strong>${payer === 'SENDER' ? words.numberToShop(number) : words.number(number)}</strong> · ${amountText(amount_fcfa, language)}<br><span class="soft">${when(created_at)}${provider ? ` · ${providerAccountText(provider, language)}` : ''}</span></span><span class="badge ${state === 'PAID' ? '' : state === 'DUE' || state === 'ASKED' ? 'waiting' : 'bad'}">${words.states[state]}</span></div></li>`,
  )
  return html`<h2>${words.heading}</h2><ul class="rows">!${lines}</ul>`
}

/** How the codes stand; never the codes. */
export function codesCard({ codes, language, timeZone, now }: OperatedDelivery): string {
  const words = operatedDeliveryWording[language].codes
  const standing = ({ tries, lockedUntil, isClosed }: CodeStanding) => {
    if (isClosed) return html`<span class="badge bad">${words.closed}</span>`
    if (lockedUntil)
      return html`<span class="badge bad">${words.locked(momentText(lockedUntil, { timeZone, now }, language))}</span>`
    return html`${tries === 0 ? words.fine : words.tries(tries)}`
  }
  return html`<section class="card"><h2>${words.heading}</h2><dl>!${codes.map(
    (code) => html`<div><dt>${words.names[code.name]}</dt><dd>!${standing(code)}</dd></div>`,
  )}</dl></section>`
}
