import { html } from 'ghtml'
import type { MemberRole } from '../../../base/database/tables.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { buttonForm } from '../../../base/pages/form-parts.ts'
import { accountWording } from '../account/account-wording.ts'
import type { ConsoleContent } from '../console-deps.ts'
import { shopHref } from '../console-request.ts'
import { consoleWording } from '../console-wording.ts'

/** The choice between the shops that somebody belongs to, with the invitations they can accept. */
export function shopsPage(
  shops: readonly { shopId: string; name: string; role: MemberRole }[],
  invitations: readonly Invitation[],
  language: Language,
  { done, runsService }: { done: string | undefined; runsService: boolean },
): ConsoleContent {
  const words = consoleWording[language].shops
  const list = html`<p>${words.lead}</p>
<ul class="rows">!${shops.map(
    ({ shopId, name, role }) =>
      html`<li><a href="${shopHref(shopId)}"><strong>${name}</strong><span class="soft">${words.roles[role]}</span></a></li>`,
  )}</ul>`
  return {
    section: null,
    title: words.title,
    notice:
      done === 'too-many-shops'
        ? { kind: 'refused', text: accountWording[language].tooManyShops }
        : undefined,
    main: html`!${invitationList(invitations, language)}!${shops.length > 0 ? list : html`<p class="empty">${words.none}</p>`}
<p><a class="button plain" href="/console/open-shop">${words.open}</a></p>!${runsService ? html`<p><a class="button primary" href="/operations">${words.operations}</a></p>` : ''}`,
  }
}

type Invitation = { shopId: string; id: string; shopName: string; role: MemberRole }

function invitationList(invitations: readonly Invitation[], language: Language): string {
  if (invitations.length === 0) return ''
  const { invitations: words } = accountWording[language]
  const { roles } = consoleWording[language].shops
  return html`<h2>${words.title}</h2>
<ul class="rows">!${invitations.map(
    ({ shopId, id, shopName, role }) =>
      html`<li><div class="line"><strong>${words.asks(shopName)}</strong><span class="soft">${roles[role]}</span>!${buttonForm(`/console/invitations/${shopId}/${id}`, words.accept, 'primary')}</div></li>`,
  )}</ul>`
}
