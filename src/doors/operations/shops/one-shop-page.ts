import { html } from 'ghtml'
import type { Currency } from '../../../base/contract/vocabulary.ts'
import { countryName } from '../../../base/kernel/country-name.ts'
import type { Fcfa } from '../../../base/kernel/fcfa.ts'
import { amountText, dayText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import {
  buttonForm,
  choiceField,
  hiddenField,
  postForm,
  submitButton,
  textField,
} from '../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import type { MemberRole } from '../../../domain/accounts/accounts-tables.ts'
import type { listMembers } from '../../../domain/accounts/membership-store.ts'
import type { ShopVolume } from '../../../domain/deliveries/finding/shop-volume-store.ts'
import type { PickupAddressRow, ShopRow } from '../../../domain/shops/shop-store.ts'
import type { EndpointRow } from '../../../domain/webhooks/endpoints/endpoint-store.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { type TermsFaults, termsFields } from './shop-form.ts'
import { shopBadge, shopState } from './shop-list-page.ts'

const roleNames = {
  OWNER: 'Owner',
  STAFF: 'Seller',
} as const

/** What the page of a shop shows. */
export type ShopFacts = {
  language: Language
  timeZone: string
  shop: ShopRow
  volumes: readonly { days: number; volume: ShopVolume }[]
  members: Awaited<ReturnType<typeof listMembers>>
  addresses: readonly PickupAddressRow[]
  endpoints: readonly EndpointRow[]
  /** Whether a mobile-money provider serves its country. */
  isServed: boolean
  /** What the shop owes, in each currency, with the id of the form that notes a payment of it. */
  owes: readonly { currency: Currency; owedFcfa: Fcfa; formId: string }[]
  /** What was typed and refused. */
  faults?: TermsFaults & { reason?: string; member?: string; payment?: string }
  typed?: Record<string, string>
  notice?: WorkspaceNotice | undefined
}

const memberRoles = ['OWNER', 'STAFF'] as const satisfies readonly MemberRole[]

/** One shop: what it may do, what it orders, whom to call. */
export function oneShopPage(facts: ShopFacts): OperationsContent {
  const { language, shop, notice, timeZone } = facts
  const t = speak(language)
  return {
    section: 'shops',
    title: shop.name,
    back: { href: '/operations/shops', label: t('Shops') },
    acts: shopBadge(shop, language),
    notice,
    isFormPage: facts.faults !== undefined,
    main: html`<p class="soft">${t('Opened on {day}', { day: dayText(shop.created_at, timeZone, language) })} · ${countryName(shop.country, language)}</p>
!${stateCard(facts)}
<section class="card"><h2>${t('Volumes')}</h2>!${volumeTable(facts)}<p><a href="/operations/deliveries?shop=${shop.id}">${t('Its deliveries')}</a></p></section>
!${owesCard(facts)}<section class="card"><h2>${t('Contacts')}</h2>!${contacts(facts)}<details!${facts.faults?.member ? ' open' : ''}><summary>${t('Give access to its console')}</summary>!${memberForm(facts)}</details></section>
<section class="card"><h2>${t('Terms')}</h2>!${termsForm(facts)}</section>
<section class="card"><h2>${t('Webhooks')}</h2>!${endpointList(facts)}</section>
<section class="card"><h2>${t('Set up for the shop')}</h2><ul class="rows">!${keptLinks(facts)}</ul></section>
<section class="card"><h2>${t('See its console')}</h2><p>${t('Without changing anything. The owner reads in the audit that you looked at it.')}</p><p><a class="button plain" href="/console/shops/${shop.id}">${t('See its console')}</a></p></section>
!${shopState(shop) === 'SUSPENDED' ? '' : suspendCard(facts)}`,
  }
}

function stateCard({ language, shop, timeZone }: ShopFacts): string {
  const t = speak(language)
  const path = `/operations/shops/${shop.id}`
  if (shop.suspended_at)
    return html`<section class="card"><p>${t('Suspended since {day}: {reason}', { day: dayText(shop.suspended_at, timeZone, language), reason: shop.suspension_reason ?? '' })}</p>!${buttonForm(`${path}/lift-suspension`, t('Lift the suspension'), 'primary')}</section>`
  if (shop.approved_at) return ''
  return html`<section class="card"><p>${t('It waits for your consent to order for the first time. Call it if you do not know it.')}</p>!${buttonForm(`${path}/approve`, t('Approve the shop'), 'primary')}</section>`
}

function suspendCard({ language, shop, faults, typed }: ShopFacts): string {
  const t = speak(language)
  const form = postForm(
    `/operations/shops/${shop.id}/suspend`,
    html`!${textField({ name: 'reason', label: t('Reason, which the shop reads'), value: typed?.reason, error: faults?.reason, attributes: { maxlength: 200, required: true, autocomplete: 'off' } })}!${submitButton(t('Suspend the shop'), 'danger')}`,
  )
  return html`<section class="card"><h2>${t('Suspend the shop')}</h2><p>${t('Within a second its keys are refused and it can order nothing. Deliveries under way go on.')}</p>!${form}</section>`
}

function volumeTable({ language, volumes }: ShopFacts): string {
  const t = speak(language)
  const row = (label: string, textOf: (volume: ShopVolume) => string | number) =>
    html`<tr><th scope="row">${label}</th>!${volumes.map(({ volume }) => html`<td class="number">${textOf(volume)}</td>`)}</tr>`
  const rows = [
    row(t('Ordered'), ({ ordered }) => ordered),
    row(t('Delivered'), ({ delivered }) => delivered),
    row(t('Failed and returned'), ({ failed }) => failed),
    row(t('Under way'), ({ underWay }) => underWay),
    row(t('Price of trips, FCFA'), ({ priceFcfa }) => priceFcfa.toLocaleString(language)),
  ]
  return html`<div class="table compare" tabindex="0" role="region" aria-label="${t('Volumes')}"><table><thead><tr><th></th>!${volumes.map(({ days }) => html`<th scope="col">${t('{days} days', { days })}</th>`)}</tr></thead><tbody>!${rows}</tbody></table></div>`
}

function owesCard({ language, shop, owes, faults, typed }: ShopFacts): string {
  const t = speak(language)
  const forms = owes.map(({ currency, owedFcfa, formId }) => {
    const mine = typed?.currency === currency ? typed : undefined
    const amount = textField({
      name: 'amount',
      id: `amount-${currency}`,
      label: t('Amount (FCFA)'),
      value: mine?.amount ?? String(owedFcfa),
      error: mine && faults?.payment,
      attributes: { inputmode: 'numeric', maxlength: 12, required: true },
    })
    const how = textField({
      name: 'note',
      id: `note-${currency}`,
      label: t('How (cash at the office, number of the transfer…)'),
      value: mine?.note,
      attributes: { required: true, minlength: 3, maxlength: 200, autocomplete: 'off' },
    })
    const form = postForm(
      `/operations/shops/${shop.id}/payments`,
      html`!${hiddenField('currency', currency)}!${hiddenField('form', formId)}!${amount}!${how}!${submitButton(t('The shop paid'), 'plain')}`,
    )
    return html`<p><strong>${amountText(owedFcfa, language)}</strong> ${currency === 'XAF' ? 'XAF' : ''}</p><details!${mine ? ' open' : ''}><summary>${t('Note a payment by the shop')}</summary>!${form}</details>`
  })
  return html`<section class="card" id="owes"><h2>${t('What the shop owes')}</h2>!${owes.length === 0 ? html`<p class="soft">${t('The shop owes nothing.')}</p>` : html`<p>${t('Its trips and fees that are not taken off its sales. When it pays them in another way, note it here.')}</p>!${forms}`}</section>`
}

function contacts({ language, members, addresses, shop }: ShopFacts): string {
  const t = speak(language)
  const reach = (phone: string | null, email: string | null) =>
    html`!${phone ? html`<a href="tel:${phone}">${spacedPhone(phone)}</a> ` : ''}!${email ? html`<a href="mailto:${email}">${email}</a>` : ''}`
  const people = members.map(
    ({ name, role, phone, email }) =>
      html`<div><dt>${name || t(roleNames[role])} <span class="soft">${name ? t(roleNames[role]) : ''}</span></dt><dd>!${reach(phone, email)}</dd></div>`,
  )
  const places = addresses.map(
    ({ label, landmark, formatted }) =>
      html`<div><dt>${label ?? t('Pickup addresses')}</dt><dd>${landmark ?? formatted ?? ''}</dd></div>`,
  )
  return html`!${people.length > 0 ? html`<dl>!${people}</dl>` : html`<p class="soft">${t('Nobody has access to its console yet.')}</p>`}
<h3>${t('Pickup addresses')}</h3>!${places.length > 0 ? html`<dl>!${places}</dl>` : html`<p class="soft">${t('No address')}</p>`}
<h3>${t('Payouts')}</h3><p>${shop.payout_phone ? spacedPhone(shop.payout_phone) : t('No number')}</p>`
}

function termsForm({ language, shop, isServed, faults, typed }: ShopFacts): string {
  const t = speak(language)
  const { name, discount_percent, max_owed_fcfa, owner_email, payout_phone, default_collection, tax_id } =
    shop
  const asItIs = {
    name,
    discountPercent: String(discount_percent),
    maxOwedFcfa: max_owed_fcfa === null ? '' : String(max_owed_fcfa),
    ownerEmail: owner_email ?? '',
    taxId: tax_id ?? '',
    payoutPhone: payout_phone ? spacedPhone(payout_phone) : '',
    defaultCollection: default_collection,
  }
  const shown = typed?.name === undefined ? asItIs : typed
  return postForm(
    `/operations/shops/${shop.id}`,
    html`!${termsFields({ language, isServed }, shown, faults)}!${submitButton(t('Save'))}`,
  )
}

/** What the operator keeps for a shop, as its own people do on their console. */
const keptLinks = ({ language, shop }: ShopFacts): string[] => {
  const t = speak(language)
  const href = `/operations/shops/${shop.id}`
  return [
    { href: `${href}/statement`, label: t('Statement and invoices') },
    { href: `${href}/settings/addresses`, label: t('Pickup addresses') },
    { href: `${href}/developers/keys`, label: t('API keys') },
    { href: `${href}/developers/endpoints`, label: t('Webhooks') },
    { href: '/operations/shops/failing-endpoints', label: speak(language)('Failing webhooks') },
  ].map((link) => html`<li><a href="${link.href}">${link.label}</a></li>`)
}

/** People whom the operator lets in at once; the owner invites others by their own console. */
function memberForm({ language, shop, faults, typed }: ShopFacts): string {
  const t = speak(language)
  const role = choiceField({
    name: 'role',
    label: t('They will be'),
    value: typed?.role ?? 'OWNER',
    options: memberRoles.map((value) => ({ value, label: t(roleNames[value]) })),
  })
  const name = textField({
    name: 'member',
    label: t('Phone or e-mail'),
    hint: t('The person signs in with this number or address.'),
    value: typed?.member,
    error: faults?.member,
    attributes: { autocomplete: 'off', maxlength: 254, required: true },
  })
  return postForm(
    `/operations/shops/${shop.id}/members`,
    html`!${name}!${role}!${submitButton(t('Give access'))}`,
  )
}

function endpointList({ language, endpoints }: ShopFacts): string {
  const t = speak(language)
  if (endpoints.length === 0) return html`<p class="soft">${t('No webhook')}</p>`
  const state = ({ disabled_at, failing_since }: EndpointRow) => (disabled_at || failing_since ? 'bad' : '')
  return html`<ul class="lines">!${endpoints.map((each) => html`<li><span class="!${state(each)}">${each.url.replace(/\?.*/s, '?…')}</span></li>`)}</ul>`
}
