import { html } from 'ghtml'
import type { MemberRole } from '../../../base/database/tables.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { ConsoleContent } from '../console-deps.ts'
import { shopHref } from '../console-request.ts'
import { consoleWording } from '../console-wording.ts'

/** The choice between the shops that somebody belongs to. */
export function shopsPage(
  shops: readonly { shopId: string; name: string; role: MemberRole }[],
  language: Language,
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
    main: html`!${shops.length > 0 ? list : html`<p class="empty">${words.none}</p>`}
<p><a class="button plain" href="/console/open-shop">${words.open}</a></p>`,
  }
}
