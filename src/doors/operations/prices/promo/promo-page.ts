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
import { speak } from '../../operations-words.ts'
import type { PromoFault } from './promo-form.ts'
import { promoFaults, promoStates, promoTermsBearers, promoWording } from './promo-wording.ts'
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
  const t = speak(language)
  const words = promoWording[language]
  const row = (promo: PromoCode) => {
    const { discountFcfa = 0, released = 0 } = costs.get(promo.id) ?? {}
    const said = [
      usesText(promo, released, language),
      words.cost(amountText(discountFcfa, language), promo.bearer),
    ].join(' · ')
    return html`<li><a href="${promoHref}/${promo.id}"><span><strong>${promo.code}</strong> ${takesOf(promo, language)}<br><span class="soft">${said}</span></span>!${stateBadge(promo, now, language)}</a></li>`
  }
  const first = isLater ? html`<a class="button plain" href="${promoHref}">${t('To the start')}</a>` : ''
  const more =
    next === undefined
      ? ''
      : html`<a class="button plain" href="${promoHref}?after=${encodeURIComponent(next)}">${t('Next codes')}</a>`
  return {
    section: 'cities',
    title: t('Promo codes'),
    back: { href: '/operations/cities', label: language === 'fr' ? 'Villes' : 'Cities' },
    notice,
    acts: html`<a class="button primary" href="${promoHref}/new">${t('New code')}</a>`,
    main: html`<p class="hint">${t('What a code costs is the sum of its discounts on trips delivered or under way, borne by the service or by shops.')}</p>!${promos.length === 0 ? html`<p class="empty">${t('No promo code.')}</p>` : html`<ul class="rows">!${promos.map(row)}</ul>`}<p class="acts">!${first}!${more}</p>`,
  }
}

const takesOf = ({ percent, amountFcfa }: PromoCode, language: Language): string =>
  percent === null ? `−${amountText(amountFcfa ?? 0, language)}` : `−${percent}\u00a0%`

/** How often a code was used, of how many times it may be, and how many uses were given back. */
function usesText({ uses, maxUses }: PromoCode, released: number, language: Language): string {
  const t = speak(language)
  const words = promoWording[language]
  const used = words.uses(uses, maxUses)
  return released > 0 ? `${used}, ${t('{count} given back', { count: released })}` : used
}

function stateBadge(promo: PromoCode, now: Date, language: Language): string {
  const refusal = promoRefusal(promo, now)
  const state =
    refusal === 'NOT_STARTED' || refusal === 'EXHAUSTED' ? refusal : refusal ? 'EXPIRED' : 'USABLE'
  const kind = { USABLE: '', NOT_STARTED: ' waiting', EXPIRED: ' over', EXHAUSTED: ' over' }[state]
  return html`<span class="badge${kind}">${speak(language)(promoStates[state])}</span>`
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
  const t = speak(language)
  const moment = (at: Date) => momentText(at, { timeZone, now }, language)
  const line = (label: string, text: string) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`
  const { deliveries = 0, discountFcfa = 0, released = 0 } = cost ?? {}
  const limit = (label: string, max: number | null) => (max === null ? '' : line(label, `${max}`))
  const facts = html`<dl>!${line(t('Discount'), takesOf(promo, language))}!${line(t('Uses'), usesText(promo, released, language))}!${limit(t('For each shop, at most'), promo.maxUsesPerShop)}!${limit(t('For each customer, at most'), promo.maxUsesPerCustomer)}!${line(t('Cost'), `${amountText(discountFcfa, language)} (${t('{deliveries, plural, one {1 trip} other {# trips}}', { deliveries })})`)}!${line(t('Borne by'), t(promoTermsBearers[promo.bearer]))}
!${line(t('Shops'), shopNames.length > 0 ? shopNames.join(', ') : t('all'))}!${promo.startsAt ? line(t('From#terms'), moment(promo.startsAt)) : ''}!${promo.endsAt ? line(t('Until'), moment(promo.endsAt)) : ''}!${line(t('City'), cities.find(({ id }) => id === promo.cityId)?.name ?? t('all'))}!${promo.minimumTripFcfa === null ? '' : line(t('Trip of at least'), amountText(promo.minimumTripFcfa, language))}</dl>`
  const bounded =
    deliveries >= maxPromoUses
      ? html`<p class="hint">${t('Worked out over {uses} uses only.', { uses: maxPromoUses })}</p>`
      : ''
  const rows = shops.map(
    (shop) =>
      html`<li><div class="line"><strong>${shop.shopName}</strong><span>${t('{count, plural, one {1 trip} other {# trips}}', { count: shop.deliveries })} · ${amountText(shop.discountFcfa, language)}${shop.released > 0 ? ` · ${t('{count} given back', { count: shop.released })}` : ''}</span></div></li>`,
  )
  const hasEnded = promo.endsAt !== null && promo.endsAt <= now
  const end = hasEnded
    ? ''
    : html`<section class="card"><p>${t('It can no longer be used from now on. Trips that had it keep their discount.')}</p>!${postForm(`${promoHref}/${promo.id}/end`, submitButton(t('End this code'), 'danger'), 'row')}</section>`
  return {
    section: 'cities',
    title: promo.code,
    back: { href: promoHref, label: t('Promo codes') },
    notice,
    isFormPage,
    acts: stateBadge(promo, now, language),
    main: html`<section class="card">!${facts}!${bounded}</section>!${rows.length === 0 ? '' : html`<h2>${t('By shop')}</h2><ul class="rows">!${rows}</ul>`}!${end}`,
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
  const t = speak(language)
  const field = (name: PromoFault, label: string, hint?: string, attributes = {}) =>
    textField({
      name,
      label,
      hint,
      value: typed[name],
      error: faults.includes(name) ? t(promoFaults[name]) : undefined,
      attributes: { autocomplete: 'off', ...attributes },
    })
  const numeric = { inputmode: 'numeric', maxlength: 12 }
  const moment = { type: 'datetime-local' }
  const cityOptions = [
    { value: '', label: t('all') },
    ...cities.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const form = html`!${field('code', t('Code'), t('Capitals and small letters are the same.'), { required: true, maxlength: 40, autocapitalize: 'characters' })}
!${choiceField({
    name: 'kind',
    label: t('It takes off'),
    value: typed.kind === 'AMOUNT' ? 'AMOUNT' : 'PERCENT',
    options: [
      { value: 'PERCENT', label: t('a percentage') },
      { value: 'AMOUNT', label: t('an amount in FCFA') },
    ],
  })}!${field('value', t('How much'), undefined, { ...numeric, required: true })}
<div class="pair">!${field('startsAt', t('Usable from'), t('Time of {zone}. Empty: no limit.', { zone: timeZone }), moment)}!${field('endsAt', t('Until#fields'), undefined, moment)}</div>
<div class="pair">!${field('maxUses', t('Uses at most'), t('Empty: no limit.'), numeric)}!${field('minimumTrip', t('Trip of at least (FCFA)'), t('Empty: no limit.'), numeric)}</div>
<div class="pair">!${field('maxUsesPerShop', t('For each shop, at most'), t('Empty: no limit.'), numeric)}!${field('maxUsesPerCustomer', t('For each customer, at most'), t('A customer is a phone number. Empty: no limit.'), numeric)}</div>
!${selectField({ name: 'city', label: t('For trips of'), value: typed.city ?? '', error: faults.includes('city') ? t(promoFaults.city) : undefined, options: cityOptions })}
!${choiceField({
    name: 'bearer',
    label: t('The discount is borne by'),
    value: typed.bearer === 'SHOP' ? 'SHOP' : 'SERVICE',
    hint: t('Shops pay only for codes that name them.'),
    options: promoBearers.map((value) => ({ value, label: t(promoTermsBearers[value]) })),
  })}!${textArea({ name: 'shops', label: t('For these shops alone'), hint: t('One on a line: its name or its identifier. Empty: all shops.'), value: typed.shops, error: faults.includes('shops') ? t(promoFaults.shops) : undefined })}!${submitButton(t('Create the code'))}`
  return {
    section: 'cities',
    title: t('New promo code'),
    back: { href: promoHref, label: t('Promo codes') },
    notice,
    isFormPage,
    main: postForm(`${promoHref}/new`, form),
  }
}
