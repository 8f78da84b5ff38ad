import { html } from 'ghtml'
import { amountText, distanceText, momentText } from '../../../base/kernel/figure-text.ts'
import { fullName } from '../../../base/kernel/full-name.ts'
import { phoneLinks } from '../../../base/kernel/phone-links.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import type { CodeStanding } from '../../../domain/deliveries/codes/delivery-code.ts'
import { amountToCollectOf } from '../../../domain/deliveries/delivery-row.ts'
import { customerName } from '../../../domain/deliveries/order/customer-name.ts'
import { declaredPayment } from '../../../domain/deliveries/story/declared-payment.ts'
import { speak } from '../operations-words.ts'
import { providerAccountText } from '../provider-account-text.ts'
import type { Callable, OperatedDelivery } from './operated-delivery.ts'

const answerNames = {
  OPEN: 'asked',
  DECLINED: 'declined',
  EXPIRED: 'no answer',
  ENDED: 'too late',
  TAKEN: 'has the trip',
} as const

const requestStates = {
  DUE: 'to be sent',
  ASKED: 'sent',
  PAID: 'paid',
  REFUSED: 'refused',
  FAILED: 'failed',
  WITHDRAWN: 'withdrawn',
} as const

const codeNames = {
  pickup: 'Pickup',
  confirmation: 'Hand-over',
  return: 'Return',
} as const

/** The shop, and the phones of everybody whom somebody who runs the service may have to call. */
export function peopleCard(shown: OperatedDelivery): string {
  const { row, shop, language } = shown
  const t = speak(language)
  const name = shop.href === null ? html`${shop.name}` : html`<a href="${shop.href}">${shop.name}</a>`
  const courier =
    row.courier_first_name === null || row.courier_phone === null
      ? []
      : [{ name: row.courier_first_name, phone: row.courier_phone }]
  const suspended = html` <span class="badge bad">${t('suspended')}</span>`
  const none = html`<div><dt></dt><dd class="soft">${t('no number known')}</dd></div>`
  return html`<section class="card"><h2>${t('Whom to call')}</h2><dl>
<div><dt>${t('Shop')}</dt><dd>!${name}!${shop.isSuspended ? suspended : ''}</dd></div>
!${shop.people.length === 0 ? none : ''}
!${shop.people.map((person) => calling(person.name, person))}
!${calling(`${customerName(row)} (${t('customer')})`, { name: customerName(row), phone: row.customer_phone })}
!${courier.map((person) => calling(`${person.name} (${t('courier')})`, person))}</dl></section>`
}

/** A phone that is called or written to by one touch. */
export function calling(label: string, { phone }: Callable): string {
  const { call, whatsApp } = phoneLinks(phone)
  const write = html`<a class="button quiet" href="${whatsApp}" target="_blank" rel="noopener">WhatsApp</a>`
  return html`<div><dt>${label}</dt>
<dd><a class="button quiet" href="${call}">${spacedPhone(phone)}</a>!${write}</dd></div>`
}

/** Who was asked to carry it, round by round, and what each answered. */
export function searchCard({ search, language, timeZone, now }: OperatedDelivery): string {
  const t = speak(language)
  const when = (at: Date) => momentText(at, { timeZone, now, hasSeconds: true }, language)
  if (search.asked.length === 0 && search.nextRoundAt === null) return ''
  const lead = [
    t('{count, plural, one {# round} other {# rounds}}', { count: search.rounds }),
    ...(search.nextRoundAt ? [t('next round: {when}', { when: when(search.nextRoundAt) })] : []),
    ...(search.asked.length === 0 ? [t('Nobody was asked yet.')] : []),
  ].join(' · ')
  const look = { OPEN: 'waiting', DECLINED: 'bad', EXPIRED: 'over', ENDED: 'over', TAKEN: '' }
  const rounds = search.asked.map(({ round, offers }) => {
    const rows = offers.map((offer) => {
      const { firstName, lastName, distanceMeters, payFcfa, offeredAt, phone, answer } = offer
      const about = [distanceText(distanceMeters, language), amountText(payFcfa, language), when(offeredAt)]
      return html`<li><div class="line"><span><strong>${fullName(firstName, lastName)}</strong><br>
<span class="soft">${about.join(' · ')}</span></span>
<a class="button quiet" href="tel:${phone}">${spacedPhone(phone)}</a>
<span class="badge ${look[answer]}">${t(answerNames[answer])}</span></div></li>`
    })
    return html`<h3>${t('Round {number}', { number: round })}</h3><ul class="rows">!${rows}</ul>`
  })
  return html`<section id="search"><h2>${t('Search for a courier')}</h2>
<p class="soft">${lead}</p>!${rounds}</section>`
}

/** What the customer says they have paid the shop, for whoever decides where the shop does not answer. */
export function declaredCard({ row, story, paymentActs, language, timeZone, now }: OperatedDelivery): string {
  const declared = paymentActs.includes('confirm-payment') ? declaredPayment(story) : null
  if (declared === null) return ''
  const t = speak(language)
  const when = momentText(declared.since, { timeZone, now }, language)
  const amount = amountText(amountToCollectOf(row), language)
  const isDenied = declared.standing === 'DENIED'
  const denied = t(
    'The customer says they paid the shop {amount}; the answer of {when} is that nothing has arrived. The courier keeps the parcel.',
    { amount, when },
  )
  const unanswered = t(
    'The customer has said since {when} that they paid the shop {amount}, and it has not answered yet. Call it: if it still does not answer, decide for it.',
    { amount, when },
  )
  const before = t(
    '{times, plural, one {The answer was no once before: nothing had arrived.} other {The answer was no # times before: nothing had arrived.}}',
    { times: declared.timesDenied },
  )
  return html`<section class="card" id="declared">
<h2>${isDenied ? t('Payment not arrived') : t('Payment to decide')}</h2>
<p>${isDenied ? denied : unanswered}</p>
!${declared.timesDenied > 0 && !isDenied ? html`<p>${before}</p>` : ''}</section>`
}

/** What the customer, or the shop for its trip, was asked to pay by mobile money. */
export function requestsCard({ requests, language, timeZone, now }: OperatedDelivery): string {
  const t = speak(language)
  if (requests.length === 0) return ''
  const when = (at: Date) => momentText(at, { timeZone, now }, language)
  const lines = requests.map(({ number, amount_fcfa, state, provider, payer, created_at }) => {
    const name =
      payer === 'SENDER' ? t('Request {number} to the shop', { number }) : t('Request {number}', { number })
    const account = provider ? ` · ${providerAccountText(provider, language)}` : ''
    const look = state === 'PAID' ? '' : state === 'DUE' || state === 'ASKED' ? 'waiting' : 'bad'
    return html`<li><div class="line">
<span><strong>${name}</strong> · ${amountText(amount_fcfa, language)}<br>
<span class="soft">${when(created_at)}${account}</span></span>
<span class="badge ${look}">${t(requestStates[state])}</span></div></li>`
  })
  return html`<h2>${t('Payment requests')}</h2><ul class="rows">!${lines}</ul>`
}

/** How the codes stand; never the codes. */
export function codesCard({ codes, language, timeZone, now }: OperatedDelivery): string {
  const t = speak(language)
  const standing = ({ tries, lockedUntil, isClosed }: CodeStanding) => {
    if (isClosed) return html`<span class="badge bad">${t('locked for good')}</span>`
    if (lockedUntil) {
      const when = momentText(lockedUntil, { timeZone, now }, language)
      return html`<span class="badge bad">${t('locked until {when}', { when })}</span>`
    }
    const wrong = t('{count, plural, one {1 wrong try} other {# wrong tries}}', { count: tries })
    return html`${tries === 0 ? t('not locked') : wrong}`
  }
  const rows = codes.map(
    (code) => html`<div><dt>${t(codeNames[code.name])}</dt><dd>!${standing(code)}</dd></div>`,
  )
  return html`<section class="card"><h2>${t('Codes')}</h2><dl>!${rows}</dl></section>`
}
