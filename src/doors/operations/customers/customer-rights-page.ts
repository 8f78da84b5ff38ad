import { html } from 'ghtml'
import { dayText } from '../../../base/kernel/figure-text.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { hiddenField, postForm, submitButton } from '../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import type { BlockedCustomer } from '../../../domain/deliveries/blocking/blocked-customer-store.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { rightsWording } from './customer-rights-wording.ts'
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
  const words = rightsWording[language]
  const form = (name: 'kept' | 'block'): RightsForm =>
    sent === name ? { ...screen, name } : { name, language, typed: {}, faults: {} }
  return {
    section: 'deliveries',
    title: words.title,
    back: { href: '/operations/deliveries', label: words.back },
    notice,
    isFormPage: sent !== undefined,
    main: html`<section class="card"><p>${words.lead}</p>!${postForm(`${rightsPath}/kept`, html`!${phoneField(form('kept'))}!${submitButton(words.find)}`)}</section>
!${blockedList(screen)}!${blockForm(form('block'))}`,
  }
}

function blockedList(screen: RightsScreen): string {
  const { language, blocked, more } = screen
  const words = rightsWording[language].block
  if (blocked.length === 0)
    return html`<section class="card"><h2>${words.list}</h2><p class="soft">${words.none}</p></section>`
  return html`<h2>${words.list}</h2><ul class="rows">!${blocked.map((each) => blockedRow(screen, each))}</ul>
!${more > 0 ? html`<p class="soft">${words.more(more)}</p>` : ''}`
}

function blockedRow(
  { language, timeZone }: RightsScreen,
  { phone, reason, blocked_at, until }: BlockedCustomer,
): string {
  const words = rightsWording[language].block
  const day = (at: Date) => dayText(at, timeZone, language)
  // The last moment of a block is the end of its last day.
  const ends = until && words.ends(day(new Date(until.getTime() - 1)))
  const about = [reason, words.since(day(blocked_at)), ends].filter(Boolean).join(' · ')
  return html`<li><div class="line"><span><strong>${spacedPhone(phone)}</strong><br><span class="soft">${about}</span></span>
<details><summary>${words.unblock}</summary>!${unblockForm({ language, phone })}</details></div></li>`
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
    html`!${hiddenField('phone', phone)}!${reasonField({ name: phone, language, typed: {}, faults: {} })}!${submitButton(rightsWording[language].block.unblock, 'plain')}`,
  )
