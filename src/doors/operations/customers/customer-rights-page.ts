import { html } from 'ghtml'
import { dayText } from '../../../base/kernel/figure-text.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { hiddenField, postForm, submitButton } from '../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import type { BlockedCustomer } from '../../../domain/deliveries/blocking/blocked-customer-store.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { blockForm, phoneField, type RightsForm, reasonField, rightsPath } from './rights-parts.ts'

/** What the first page shows; `sent` is which of its forms was refused. */
export type RightsScreen = Omit<RightsForm, 'name'> & {
  blocked: readonly BlockedCustomer[]
  /** How many more are blocked. */
  more: number
  timeZone: string
  sent: 'kept' | 'block' | 'unblock' | undefined
  notice: WorkspaceNotice | undefined
}

/** Where a number is looked up, and the numbers that are blocked. */
export function customerRightsPage(screen: RightsScreen): OperationsContent {
  const { language, notice, sent } = screen
  const t = speak(language)
  const form = (name: 'kept' | 'block'): RightsForm =>
    sent === name ? { ...screen, name } : { name, language, typed: {}, faults: {} }
  return {
    section: 'deliveries',
    title: t('Customers’ rights'),
    back: { href: '/operations/deliveries', label: t('Deliveries') },
    notice,
    isFormPage: sent !== undefined,
    main: html`<section class="card"><p>${t('Somebody asks what the service keeps of them, or wants to be erased: look their number up.')}</p>!${postForm(`${rightsPath}/kept`, html`!${phoneField(form('kept'))}!${submitButton(t('See what is kept'))}`)}</section>
!${blockedList(screen)}!${blockForm(form('block'))}`,
  }
}

function blockedList(screen: RightsScreen): string {
  const { language, blocked, more } = screen
  const t = speak(language)
  if (blocked.length === 0)
    return html`<section class="card"><h2>${t('Blocked numbers')}</h2><p class="soft">${t('No number is blocked.')}</p></section>`
  return html`<h2>${t('Blocked numbers')}</h2><ul class="rows">!${blocked.map((each) => blockedRow(screen, each))}</ul>
!${more > 0 ? html`<p class="soft">${t('And {count} others: look their number up.', { count: more })}</p>` : ''}`
}

function blockedRow(
  { language, timeZone }: RightsScreen,
  { phone, reason, blocked_at, until }: BlockedCustomer,
): string {
  const t = speak(language)
  const day = (at: Date) => dayText(at, timeZone, language)
  // The last moment of a block is the end of its last day.
  const ends = until && t('until {day}', { day: day(new Date(until.getTime() - 1)) })
  const about = [reason, t('since {day}', { day: day(blocked_at) }), ends].filter(Boolean).join(' · ')
  return html`<li><div class="line"><span><strong>${spacedPhone(phone)}</strong><br><span class="soft">${about}</span></span>
<details><summary>${t('Unblock')}</summary>!${unblockForm({ language, phone })}</details></div></li>`
}

/** The form that unblocks a number: there are many on a page. */
export const unblockForm = ({
  language,
  phone,
}: {
  language: RightsForm['language']
  phone: string
}): string =>
  postForm(
    `${rightsPath}/unblock`,
    html`!${hiddenField('phone', phone)}!${reasonField({ name: phone, language, typed: {}, faults: {} })}!${submitButton(speak(language)('Unblock'), 'plain')}`,
  )
