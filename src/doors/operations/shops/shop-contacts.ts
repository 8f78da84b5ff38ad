import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import type { listMembers } from '../../../domain/accounts/membership-store.ts'
import { addMember } from '../../../domain/accounts/team/add-member.ts'
import { getShop } from '../../../domain/shops/get-shop.ts'
import type { PickupAddressRow, ShopRow } from '../../../domain/shops/shop-store.ts'
import { choice, filledForm, typedField } from '../../../pages/form.ts'
import { chosenOf } from '../../../pages/form-fields.ts'
import { speak } from '../operations-words.ts'
import { memberNameOf, wrongMemberName } from './new-shop.ts'
import type { RefusedShop, ShopAct } from './shop-form.ts'

const memberForm = (language: Language) => {
  const t = speak(language)
  return {
    member: typedField({
      label: t('Phone or e-mail'),
      hint: t('The person signs in with this number or address.'),
      attributes: { maxlength: 254, required: true },
      read: (text) => text,
    }),
    role: choice({ OWNER: t('Owner'), STAFF: t('Seller') }, { label: t('They will be') }),
  }
}

/** Lets somebody in at once; the owner invites others by their own console. */
export const giveAccess: ShopAct = {
  act: async ({ member = '', role }, { acting, shopId, language }) => {
    const chosen = chosenOf('role', role, ['OWNER', 'STAFF']) ?? 'OWNER'
    const { country } = await getShop(acting.db, shopId)
    const name = memberNameOf(member, country)
    if (!name) return { member: wrongMemberName(member, { country, language }) }
    await addMember(acting, { shopId, name, role: chosen })
    return 'member'
  },
  faultsOf: (code, text) => (code === 'ALREADY_MEMBER' ? { member: text } : undefined),
  typedOf: ({ member = '', role = 'OWNER' }) => ({ member: member.slice(0, 254), role }),
}

type Contacts = {
  shop: ShopRow
  members: Awaited<ReturnType<typeof listMembers>>
  addresses: readonly PickupAddressRow[]
}

/** Whom to call of a shop, where its parcels are fetched, and who else may sign in to its console. */
export function contactsCard(
  { shop, members, addresses }: Contacts,
  refused: RefusedShop,
  language: Language,
): string {
  const t = speak(language)
  const roleNames = { OWNER: t('Owner'), STAFF: t('Seller') }
  const people = members.map(({ name, role, phone, email }) => {
    const call = phone ? html`<a href="tel:${phone}">${spacedPhone(phone)}</a> ` : ''
    const write = email ? html`<a href="mailto:${email}">${email}</a>` : ''
    const [who, is] = name ? [name, roleNames[role]] : [roleNames[role], '']
    return html`<div><dt>${who} <span class="soft">${is}</span></dt>
<dd>!${call}!${write}</dd></div>`
  })
  const places = addresses.map(
    ({ label, landmark, formatted }) =>
      html`<div><dt>${label ?? t('Pickup addresses')}</dt><dd>${landmark ?? formatted ?? ''}</dd></div>`,
  )
  const listed = (rows: readonly string[], none: string) =>
    rows.length > 0 ? html`<dl>!${rows}</dl>` : html`<p class="soft">${none}</p>`
  const form = filledForm(
    `/operations/shops/${shop.id}/members`,
    memberForm(language),
    refused,
    t('Give access'),
  )
  return html`<section class="card"><h2>${t('Contacts')}</h2>
!${listed(people, t('Nobody has access to its console yet.'))}
<h3>${t('Pickup addresses')}</h3>!${listed(places, t('No address'))}
<h3>${t('Payouts')}</h3><p>${shop.payout_phone ? spacedPhone(shop.payout_phone) : t('No number')}</p>
<details!${refused.faults.member ? ' open' : ''}><summary>${t('Give access to its console')}</summary>
!${form}</details></section>`
}
