import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { buttonForm } from '../../../base/pages/form-parts.ts'
import type { MemberRole } from '../../../domain/accounts/accounts-tables.ts'
import type { ConsoleContent } from '../console-deps.ts'
import { shopHref } from '../console-request.ts'
import { consoleShopsRoles } from '../console-wording.ts'
import { speak } from '../console-words.ts'

/** The choice between the shops that somebody belongs to, with the invitations they can accept. */
export function shopsPage(
  shops: readonly { shopId: string; name: string; role: MemberRole }[],
  invitations: readonly Invitation[],
  language: Language,
  { done, runsService }: { done: string | undefined; runsService: boolean },
): ConsoleContent {
  const t = speak(language)
  const list = html`<p>${t('Choose the shop you work in.')}</p>
<ul class="rows">!${shops.map(
    ({ shopId, name, role }) =>
      html`<li><a href="${shopHref(shopId)}"><strong>${name}</strong><span class="soft">${t(consoleShopsRoles[role])}</span></a></li>`,
  )}</ul>`
  return {
    section: null,
    title: t('Your shops'),
    notice:
      done === 'too-many-shops'
        ? {
            kind: 'refused',
            text: speak(language)(
              'The shop was not opened: one person opens at most 5. Write to us if you need more.',
            ),
          }
        : undefined,
    main: html`!${invitationList(invitations, language)}!${shops.length > 0 ? list : html`<p class="empty">${t('You do not belong to a shop yet. Open your own, or ask the owner of one for an invitation.')}</p>`}
<p><a class="button plain" href="/console/open-shop">${t('Open a shop')}</a></p>!${runsService ? html`<p><a class="button primary" href="/operations">${t('Operator’s pages')}</a></p>` : ''}`,
  }
}

type Invitation = { shopId: string; id: string; shopName: string; role: MemberRole }

function invitationList(invitations: readonly Invitation[], language: Language): string {
  if (invitations.length === 0) return ''
  const t = speak(language)

  return html`<h2>${t('You are invited')}</h2>
<ul class="rows">!${invitations.map(
    ({ shopId, id, shopName, role }) =>
      html`<li><div class="line"><strong>${t('{shop} invites you to its team.', { shop: shopName })}</strong><span class="soft">${t(consoleShopsRoles[role])}</span>!${buttonForm(`/console/invitations/${shopId}/${id}`, t('Accept'), 'primary')}</div></li>`,
  )}</ul>`
}
