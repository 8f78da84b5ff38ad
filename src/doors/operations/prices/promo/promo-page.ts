import { html } from 'ghtml'
import { promoBearers } from '../../../../base/contract/vocabulary.ts'
import { amountText, momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import {
  choiceField,
  postForm,
  selectField,
  submitButton,
  textArea,
  textField,
} from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import {
  maxPromoUses,
  type PromoCost,
  type ShopPromoCost,
} from '../../../../domain/deliveries/past-prices/promo-use-store.ts'
import { type PromoCode, promoRefusal } from '../../../../domain/payments/promo-code.ts'
import type { City } from '../../../../domain/zones/service-map.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import type { PromoFault } from './promo-form.ts'
import { promoWording } from './promo-wording.ts'

export const promoHref = '/operations/promo-codes'

type Frame = { language: Language; now: Date; timeZone: string; notice: WorkspaceNotice | undefined }

/** Promo codes with what each of them cost, a page at a time. */
export function promoListPage({
  language,
  now,
  notice,
  promos,
  costs,
  next,
  isLater,
}: Frame & {
  promos: readonly PromoCode[]
  costs: ReadonlyMap<string, PromoCost>
  /** The code after which the next page begins. */
  next: string | undefined
  isLater: boolean
}): OperationsContent {
  const words = promoWording[language]
  const row = (promo: PromoCode) => {
    const { discountFcfa = 0, released = 0 } = costs.get(promo.id) ?? {}
    const said = [
      usesText(promo, released, language),
      words.cost(amountText(discountFcfa, language), promo.bearer),
    ].join(' · ')
    return html`<li><a href="${promoHref}/${promo.id}"><span><strong>${promo.code}</strong> ${takesOf(promo, language)}<br><span class="soft">${said}</span></span>!${stateBadge(promo, now, language)}</a></li>`
  }
  const first = isLater ? html`<a class="button plain" href="${promoHref}">${words.first}</a>` : ''
  const more =
    next === undefined
      ? ''
      : html`<a class="button plain" href="${promoHref}?after=${encodeURIComponent(next)}">${words.more}</a>`
  return {
    section: 'cities',
    title: words.title,
    back: { href: '/operations/cities', label: language === 'fr' ? 'Villes' : 'Cities' },
    notice,
    acts: html`<a class="button primary" href="${promoHref}/new">${words.add}</a>`,
    main: html`<p class="hint">${words.lead}</p>!${promos.length === 0 ? html`<p class="empty">${words.none}</p>` : html`<ul class="rows">!${promos.map(row)}</ul>`}<p class="acts">!${first}!${more}</p>`,
  }
}

const takesOf = ({ percent, amountFcfa }: PromoCode, language: Language): string =>
  percent === null ? `−${amountText(amountFcfa ?? 0, language)}` : `−${percent}\u00a0%`

/** How often a code was used, of how many times it may be, and how many uses were given back. */
function usesText({ uses, maxUses }: PromoCode, released: number, language: Language): string {
  const words = promoWording[language]
  const used = words.uses(uses, maxUses)
  return released > 0 ? `${used}, ${words.released(released)}` : used
}

function stateBadge(promo: PromoCode, now: Date, language: Language): string {
  const refusal = promoRefusal(promo, now)
  const state =
    refusal === 'NOT_STARTED' || refusal === 'EXHAUSTED' ? refusal : refusal ? 'EXPIRED' : 'USABLE'
  const kind = { USABLE: '', NOT_STARTED: ' waiting', EXPIRED: ' over', EXHAUSTED: ' over' }[state]
  return html`<span class="badge${kind}">${promoWording[language].states[state]}</span>`
}

/** One promo code: its terms, what it cost whom, and for which shops. */
export function promoPage({
  language,
  now,
  timeZone,
  notice,
  promo,
  cost,
  shops,
  shopNames,
  cities,
  isFormPage,
}: Frame & {
  promo: PromoCode
  cost: PromoCost | undefined
  shops: readonly ShopPromoCost[]
  /** Of the shops that it is for; none where it is for all. */
  shopNames: readonly string[]
  cities: readonly City[]
  isFormPage: boolean
}): OperationsContent {
  const words = promoWording[language]
  const { terms } = words
  const moment = (at: Date) => momentText(at, { timeZone, now }, language)
  const line = (label: string, text: string) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`
  const { deliveries = 0, discountFcfa = 0, released = 0 } = cost ?? {}
  const limit = (label: string, max: number | null) => (max === null ? '' : line(label, `${max}`))
  const facts = html`<dl>!${line(terms.takes, takesOf(promo, language))}!${line(terms.uses, usesText(promo, released, language))}!${limit(terms.perShop, promo.maxUsesPerShop)}!${limit(terms.perCustomer, promo.maxUsesPerCustomer)}!${line(terms.cost, `${amountText(discountFcfa, language)} (${terms.costHint(deliveries)})`)}!${line(terms.bearer, terms.bearers[promo.bearer])}
!${line(terms.shops, shopNames.length > 0 ? shopNames.join(', ') : terms.everyShop)}!${promo.startsAt ? line(terms.from, moment(promo.startsAt)) : ''}!${promo.endsAt ? line(terms.to, moment(promo.endsAt)) : ''}!${line(terms.city, cities.find(({ id }) => id === promo.cityId)?.name ?? terms.everyCity)}!${promo.minimumTripFcfa === null ? '' : line(terms.minimum, amountText(promo.minimumTripFcfa, language))}</dl>`
  const bounded = deliveries >= maxPromoUses ? html`<p class="hint">${terms.bounded(maxPromoUses)}</p>` : ''
  const rows = shops.map(
    (shop) =>
      html`<li><div class="line"><strong>${shop.shopName}</strong><span>${words.deliveries(shop.deliveries)} · ${amountText(shop.discountFcfa, language)}${shop.released > 0 ? ` · ${words.released(shop.released)}` : ''}</span></div></li>`,
  )
  const hasEnded = promo.endsAt !== null && promo.endsAt <= now
  const end = hasEnded
    ? ''
    : html`<section class="card"><p>${words.endLead}</p>!${postForm(`${promoHref}/${promo.id}/end`, submitButton(words.end, 'danger'), 'row')}</section>`
  return {
    section: 'cities',
    title: promo.code,
    back: { href: promoHref, label: words.title },
    notice,
    isFormPage,
    acts: stateBadge(promo, now, language),
    main: html`<section class="card">!${facts}!${bounded}</section>!${rows.length === 0 ? '' : html`<h2>${words.byShop}</h2><ul class="rows">!${rows}</ul>`}!${end}`,
  }
}

/** The form of a new promo code. */
export function newPromoPage({
  language,
  timeZone,
  notice,
  typed,
  faults,
  cities,
  isFormPage,
}: Omit<Frame, 'now'> & {
  typed: Record<string, string>
  faults: readonly PromoFault[]
  cities: readonly City[]
  isFormPage: boolean
}): OperationsContent {
  const words = promoWording[language]
  const { fields } = words
  const field = (name: PromoFault, label: string, hint?: string, attributes = {}) =>
    textField({
      name,
      label,
      hint,
      value: typed[name],
      error: faults.includes(name) ? words.faults[name] : undefined,
      attributes: { autocomplete: 'off', ...attributes },
    })
  const numeric = { inputmode: 'numeric', maxlength: 12 }
  const moment = { type: 'datetime-local' }
  const cityOptions = [
    { value: '', label: words.terms.everyCity },
    ...cities.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const form = html`!${field('code', fields.code, fields.codeHint, { required: true, maxlength: 40, autocapitalize: 'characters' })}
!${choiceField({
    name: 'kind',
    label: fields.kind,
    value: typed.kind === 'AMOUNT' ? 'AMOUNT' : 'PERCENT',
    options: [
      { value: 'PERCENT', label: fields.percent },
      { value: 'AMOUNT', label: fields.amount },
    ],
  })}!${field('value', fields.value, undefined, { ...numeric, required: true })}
<div class="pair">!${field('startsAt', fields.startsAt, fields.momentHint(timeZone), moment)}!${field('endsAt', fields.endsAt, undefined, moment)}</div>
<div class="pair">!${field('maxUses', fields.maxUses, fields.empty, numeric)}!${field('minimumTrip', fields.minimumTrip, fields.empty, numeric)}</div>
<div class="pair">!${field('maxUsesPerShop', fields.maxUsesPerShop, fields.empty, numeric)}!${field('maxUsesPerCustomer', fields.maxUsesPerCustomer, fields.perCustomerHint, numeric)}</div>
!${selectField({ name: 'city', label: fields.city, value: typed.city ?? '', error: faults.includes('city') ? words.faults.city : undefined, options: cityOptions })}
!${choiceField({
    name: 'bearer',
    label: fields.bearer,
    value: typed.bearer === 'SHOP' ? 'SHOP' : 'SERVICE',
    hint: fields.bearerHint,
    options: promoBearers.map((value) => ({ value, label: words.terms.bearers[value] })),
  })}!${textArea({ name: 'shops', label: fields.shops, hint: fields.shopsHint, value: typed.shops, error: faults.includes('shops') ? words.faults.shops : undefined })}!${submitButton(fields.create)}`
  return {
    section: 'cities',
    title: words.newTitle,
    back: { href: promoHref, label: words.title },
    notice,
    isFormPage,
    main: postForm(`${promoHref}/new`, form),
  }
}
