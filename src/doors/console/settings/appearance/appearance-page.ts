import { html } from 'ghtml'
import { limits } from '../../../../base/contract/limits.ts'
import { type Language, languages } from '../../../../base/kernel/language.ts'
import {
  buttonForm,
  choiceField,
  postForm,
  submitButton,
  textField,
} from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import { logoPath } from '../../../../domain/shops/appearance/shop-logo.ts'
import { shownName } from '../../../../domain/shops/appearance/shown-name.ts'
import type { ShopRow } from '../../../../domain/shops/shop-store.ts'
import type { ConsoleContent } from '../../console-deps.ts'
import { settingsWording } from '../settings-wording.ts'
import { appearanceWording } from './appearance-wording.ts'

export type AppearanceScreen = {
  language: Language
  /** The address of the settings. */
  href: string
  shop: ShopRow
  /** In which the service writes to the shop. */
  messageLanguage: Language
  typedName: string | undefined
  faults: { displayName?: string; logo?: string }
  notice: WorkspaceNotice | undefined
  isFormPage: boolean
}

/** How a shop appears to its customers: a preview, the name and the language, the logo. */
export function appearancePage(screen: AppearanceScreen): ConsoleContent {
  const { language, href, notice, isFormPage } = screen
  return {
    section: 'settings',
    title: appearanceWording[language].title,
    back: { href, label: settingsWording[language].title },
    notice,
    isFormPage,
    scripts: ['console-logo.js'],
    main: html`!${preview(screen)}!${nameCard(screen)}!${logoCard(screen)}!${mailCard(screen)}`,
  }
}

function preview({ language, shop }: AppearanceScreen): string {
  const words = appearanceWording[language].preview
  const logo = logoPath(shop)
  const picture = logo === null ? '' : html`<img src="${logo}" alt="" width="48" height="48">`
  return html`<section class="card"><h2>${words.heading}</h2><p>${words.lead}</p><p class="shop">!${picture}<strong>${shownName(shop)}</strong></p>!${logo === null ? html`<p class="hint">${words.noLogo}</p>` : ''}</section>`
}

function nameCard({ language, href, shop, messageLanguage, typedName, faults }: AppearanceScreen): string {
  const words = appearanceWording[language]
  const fields = html`!${textField({
    name: 'displayName',
    label: words.name.label,
    value: typedName ?? shop.display_name ?? '',
    hint: words.name.hint(shop.name),
    error: faults.displayName,
    attributes: { autocomplete: 'organization', maxlength: limits.shopName.max },
  })}<div id="language">!${choiceField({
    name: 'language',
    label: words.language.label,
    value: messageLanguage,
    hint: words.language.hint,
    options: languages.map((value) => ({ value, label: words.language.options[value] })),
  })}</div>!${submitButton(words.save)}`
  return html`<section class="card">!${postForm(`${href}/appearance`, fields)}</section>`
}

function logoCard({ language, href, shop, faults: { logo: fault } }: AppearanceScreen): string {
  const words = appearanceWording[language].logo
  const kilobytes = limits.logoBytes / 1024
  const field = html`<div class="field!${fault ? ' wrong' : ''}"><label for="logo">${words.label}</label>
<input id="logo" name="logo" type="file" required accept="image/png,image/jpeg,image/webp" aria-describedby="logo-hint!${fault ? ' logo-error' : ''}"!${fault ? ' aria-invalid="true"' : ''} data-bytes="${limits.logoBytes}" data-reduced="${words.reduced('%')}">
!${fault ? html`<p class="error" id="logo-error" role="alert">${fault}</p>` : ''}<p class="hint" id="logo-hint">${words.hint(kilobytes)}</p><p class="hint" id="logo-state" role="status"></p></div>`
  return html`<section class="card" id="logo-card"><h2>${words.heading}</h2>
<form method="post" action="${href}/appearance/logo" enctype="multipart/form-data" class="stack">!${field}!${submitButton(words.submit, 'plain')}</form>
!${shop.logo_sha256 === null ? '' : buttonForm(`${href}/appearance/logo/remove`, words.remove, 'danger')}</section>`
}

function mailCard({ language, shop }: AppearanceScreen): string {
  const words = appearanceWording[language].mail
  return html`<section class="card"><h2>${words.heading}</h2><p>${shop.owner_email ?? words.none}</p><p class="hint">${words.hint}</p></section>`
}
