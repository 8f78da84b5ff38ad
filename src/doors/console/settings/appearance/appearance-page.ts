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
import { appearanceLanguageOptions } from './appearance-wording.ts'

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

import { speak } from '../../console-words.ts'

/** How a shop appears to its customers: a preview, the name and the language, the logo. */
export function appearancePage(screen: AppearanceScreen): ConsoleContent {
  const { language, href, notice, isFormPage } = screen
  return {
    section: 'settings',
    title: speak(language)('Name and logo'),
    back: { href, label: speak(language)('Settings') },
    notice,
    isFormPage,
    scripts: ['console-logo.js'],
    main: html`!${preview(screen)}!${nameCard(screen)}!${logoCard(screen)}!${mailCard(screen)}`,
  }
}

function preview({ language, shop }: AppearanceScreen): string {
  const t = speak(language)
  const logo = logoPath(shop)
  const picture = logo === null ? '' : html`<img src="${logo}" alt="" width="48" height="48">`
  return html`<section class="card"><h2>${t('What the customer sees')}</h2><p>${t('At the top of the page on which they follow their parcel:')}</p><p class="shop">!${picture}<strong>${shownName(shop)}</strong></p>!${logo === null ? html`<p class="hint">${t('No logo yet.')}</p>` : ''}</section>`
}

function nameCard({ language, href, shop, messageLanguage, typedName, faults }: AppearanceScreen): string {
  const t = speak(language)
  const fields = html`!${textField({
    name: 'displayName',
    label: t('Name for your customers'),
    value: typedName ?? shop.display_name ?? '',
    hint: t('Leave it empty to keep “{name}”.', { name: shop.name }),
    error: faults.displayName,
    attributes: { autocomplete: 'organization', maxlength: limits.shopName.max },
  })}<div id="language">!${choiceField({
    name: 'language',
    label: t('Language of messages'),
    value: messageLanguage,
    hint: t(
      'Of the mails that the service sends you, and of the text that you send to customers with their link.',
    ),
    options: languages.map((value) => ({ value, label: t(appearanceLanguageOptions[value]) })),
  })}</div>!${submitButton(t('Save'))}`
  return html`<section class="card">!${postForm(`${href}/appearance`, fields)}</section>`
}

function logoCard({ language, href, shop, faults: { logo: fault } }: AppearanceScreen): string {
  const t = speak(language)
  const kilobytes = limits.logoBytes / 1024
  const field = html`<div class="field!${fault ? ' wrong' : ''}"><label for="logo">${t('Picture')}</label>
<input id="logo" name="logo" type="file" required accept="image/png,image/jpeg,image/webp" aria-describedby="logo-hint!${fault ? ' logo-error' : ''}"!${fault ? ' aria-invalid="true"' : ''} data-bytes="${limits.logoBytes}" data-reduced="${t('{name} is smaller now and ready to be sent.', { name: '%' })}">
!${fault ? html`<p class="error" id="logo-error" role="alert">${fault}</p>` : ''}<p class="hint" id="logo-hint">${t('PNG, JPEG or WebP, {kilobytes} KB at most. Your browser makes a heavier picture smaller by itself.', { kilobytes })}</p><p class="hint" id="logo-state" role="status"></p></div>`
  return html`<section class="card" id="logo-card"><h2>${t('Logo')}</h2>
<form method="post" action="${href}/appearance/logo" enctype="multipart/form-data" class="stack">!${field}!${submitButton(t('Send this logo'), 'plain')}</form>
!${shop.logo_sha256 === null ? '' : buttonForm(`${href}/appearance/logo/remove`, t('Remove the logo'), 'danger')}</section>`
}

function mailCard({ language, shop }: AppearanceScreen): string {
  const t = speak(language)
  return html`<section class="card"><h2>${t('E-mail of the shop')}</h2><p>${shop.owner_email ?? t('None: the owners get mails at their own addresses.')}</p><p class="hint">${t('To change it, write to the operator of the service.')}</p></section>`
}
