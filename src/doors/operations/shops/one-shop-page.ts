import { html } from 'ghtml'
import type { Currency } from '../../../base/contract/vocabulary.ts'
import type { MemberRole } from '../../../base/database/tables.ts'
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
import type { listMembers } from '../../../domain/accounts/membership-store.ts'
import type { ShopVolume } from '../../../domain/deliveries/finding/shop-volume-store.ts'
import type { PickupAddressRow, ShopRow } from '../../../domain/shops/shop-store.ts'
import type { EndpointRow } from '../../../domain/webhooks/endpoints/endpoint-store.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { type TermsFaults, termsFields } from './shop-form.ts'
import { shopBadge, shopState } from './shop-list-page.ts'
import { shopsWording } from './shops-wording.ts'

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
  const words = shopsWording[language].one
  return {
    section: 'shops',
    title: shop.name,
    back: { href: '/operations/shops', label: words.back },
    acts: shopBadge(shop, language),
    notice,
    isFormPage: facts.faults !== undefined,
    main: html`<p class="soft">${words.opened(dayText(shop.created_at, timeZone, language))} · ${countryName(shop.country, language)}</p>
!${stateCard(facts)}
<section class="card"><h2>${words.volumes}</h2>!${volumeTable(facts)}<p><a href="/operations/deliveries?shop=${shop.id}">${words.deliveries}</a></p></section>
!${owesCard(facts)}<section class="card"><h2>${words.contact}</h2>!${contacts(facts)}<details!${facts.faults?.member ? ' open' : ''}><summary>${words.member}</summary>!${memberForm(facts)}</details></section>
<section class="card"><h2>${words.terms}</h2>!${termsForm(facts)}</section>
<section class="card"><h2>${words.endpoints}</h2>!${endpointList(facts)}</section>
<section class="card"><h2>${words.keep}</h2><ul class="rows">!${keptLinks(facts)}</ul></section>
<section class="card"><h2>${words.look}</h2><p>${words.lookHint}</p><p><a class="button plain" href="/console/shops/${shop.id}">${words.look}</a></p></section>
!${shopState(shop) === 'SUSPENDED' ? '' : suspendCard(facts)}`,
  }
}

function stateCard({ language, shop, timeZone }: ShopFacts): string {
  const words = shopsWording[language].one
  const path = `/operations/shops/${shop.id}`
  if (shop.suspended_at)
    return html`<section class="card"><p>${words.suspended(dayText(shop.suspended_at, timeZone, language), shop.suspension_reason ?? '')}</p>!${buttonForm(`${path}/lift-suspension`, words.lift, 'primary')}</section>`
  if (shop.approved_at) return ''
  return html`<section class="card"><p>${words.approveLead}</p>!${buttonForm(`${path}/approve`, words.approve, 'primary')}</section>`
}

function suspendCard({ language, shop, faults, typed }: ShopFacts): string {
  const words = shopsWording[language].one
  const form = postForm(
    `/operations/shops/${shop.id}/suspend`,
    html`!${textField({ name: 'reason', label: words.reason, value: typed?.reason, error: faults?.reason, attributes: { maxlength: 200, required: true, autocomplete: 'off' } })}!${submitButton(words.suspend, 'danger')}`,
  )
  return html`<section class="card"><h2>${words.suspend}</h2><p>${words.suspendLead}</p>!${form}</section>`
}

function volumeTable({ language, volumes }: ShopFacts): string {
  const words = shopsWording[language].one
  const { figures } = words
  const row = (label: string, textOf: (volume: ShopVolume) => string | number) =>
    html`<tr><th scope="row">${label}</th>!${volumes.map(({ volume }) => html`<td class="number">${textOf(volume)}</td>`)}</tr>`
  const rows = [
    row(figures.ordered, ({ ordered }) => ordered),
    row(figures.delivered, ({ delivered }) => delivered),
    row(figures.failed, ({ failed }) => failed),
    row(figures.underWay, ({ underWay }) => underWay),
    row(figures.price, ({ priceFcfa }) => priceFcfa.toLocaleString(language)),
  ]
  return html`<div class="table compare" tabindex="0" role="region" aria-label="${words.volumes}"><table><thead><tr><th></th>!${volumes.map(({ days }) => html`<th scope="col">${words.last(days)}</th>`)}</tr></thead><tbody>!${rows}</tbody></table></div>`
}

function owesCard({ language, shop, owes, faults, typed }: ShopFacts): string {
  const words = shopsWording[language].one.owes
  const forms = owes.map(({ currency, owedFcfa, formId }) => {
    const mine = typed?.currency === currency ? typed : undefined
    const amount = textField({
      name: 'amount',
      id: `amount-${currency}`,
      label: words.amount,
      value: mine?.amount ?? String(owedFcfa),
      error: mine && faults?.payment,
      attributes: { inputmode: 'numeric', maxlength: 12, required: true },
    })
    const how = textField({
      name: 'note',
      id: `note-${currency}`,
      label: words.how,
      value: mine?.note,
      attributes: { required: true, minlength: 3, maxlength: 200, autocomplete: 'off' },
    })
    const form = postForm(
      `/operations/shops/${shop.id}/payments`,
      html`!${hiddenField('currency', currency)}!${hiddenField('form', formId)}!${amount}!${how}!${submitButton(words.submit, 'plain')}`,
    )
    return html`<p><strong>${amountText(owedFcfa, language)}</strong> ${currency === 'XAF' ? 'XAF' : ''}</p><details!${mine ? ' open' : ''}><summary>${words.note}</summary>!${form}</details>`
  })
  return html`<section class="card" id="owes"><h2>${words.heading}</h2>!${owes.length === 0 ? html`<p class="soft">${words.none}</p>` : html`<p>${words.lead}</p>!${forms}`}</section>`
}

function contacts({ language, members, addresses, shop }: ShopFacts): string {
  const words = shopsWording[language].one
  const reach = (phone: string | null, email: string | null) =>
    html`!${phone ? html`<a href="tel:${phone}">${spacedPhone(phone)}</a> ` : ''}!${email ? html`<a href="mailto:${email}">${email}</a>` : ''}`
  const people = members.map(
    ({ name, role, phone, email }) =>
      html`<div><dt>${name || words.roles[role]} <span class="soft">${name ? words.roles[role] : ''}</span></dt><dd>!${reach(phone, email)}</dd></div>`,
  )
  const places = addresses.map(
    ({ label, landmark, formatted }) =>
      html`<div><dt>${label ?? words.addresses}</dt><dd>${landmark ?? formatted ?? ''}</dd></div>`,
  )
  return html`!${people.length > 0 ? html`<dl>!${people}</dl>` : html`<p class="soft">${words.noMember}</p>`}
<h3>${words.addresses}</h3>!${places.length > 0 ? html`<dl>!${places}</dl>` : html`<p class="soft">${words.noAddress}</p>`}
<h3>${words.payout}</h3><p>${shop.payout_phone ? spacedPhone(shop.payout_phone) : words.noPayout}</p>`
}

function termsForm({ language, shop, isServed, faults, typed }: ShopFacts): string {
  const words = shopsWording[language].one
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
    html`!${termsFields({ language, isServed }, shown, faults)}!${submitButton(words.save)}`,
  )
}

/** What the operator keeps for a shop, as its own people do on their console. */
const keptLinks = ({ language, shop }: ShopFacts): string[] => {
  const words = shopsWording[language].one
  const href = `/operations/shops/${shop.id}`
  return [
    { href: `${href}/statement`, label: words.statement },
    { href: `${href}/settings/addresses`, label: words.addresses },
    { href: `${href}/developers/keys`, label: words.keys },
    { href: `${href}/developers/endpoints`, label: words.endpoints },
    { href: '/operations/shops/failing-endpoints', label: shopsWording[language].failing.title },
  ].map((link) => html`<li><a href="${link.href}">${link.label}</a></li>`)
}

/** People whom the operator lets in at once; the owner invites others by their own console. */
function memberForm({ language, shop, faults, typed }: ShopFacts): string {
  const words = shopsWording[language].one
  const role = choiceField({
    name: 'role',
    label: words.memberRole,
    value: typed?.role ?? 'OWNER',
    options: memberRoles.map((value) => ({ value, label: words.roles[value] })),
  })
  const name = textField({
    name: 'member',
    label: words.memberName,
    hint: words.memberHint,
    value: typed?.member,
    error: faults?.member,
    attributes: { autocomplete: 'off', maxlength: 254, required: true },
  })
  return postForm(
    `/operations/shops/${shop.id}/members`,
    html`!${name}!${role}!${submitButton(words.addMember)}`,
  )
}

function endpointList({ language, endpoints }: ShopFacts): string {
  const words = shopsWording[language].one
  if (endpoints.length === 0) return html`<p class="soft">${words.noEndpoint}</p>`
  const state = ({ disabled_at, failing_since }: EndpointRow) => (disabled_at || failing_since ? 'bad' : '')
  return html`<ul class="lines">!${endpoints.map((each) => html`<li><span class="!${state(each)}">${each.url.replace(/\?.*/s, '?…')}</span></li>`)}</ul>`
}
