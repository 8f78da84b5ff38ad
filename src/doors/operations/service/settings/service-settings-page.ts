import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { servicePage } from '../service-page.ts'
import { frenchSettings } from './french-settings.ts'
import type { ShownSetting } from './service-settings.ts'
import { serviceSettingsWording } from './service-settings-wording.ts'

/** The settings as they stand, with what each is for. */
export function serviceSettingsPage(language: Language, shown: readonly ShownSetting[]): OperationsContent {
  const words = serviceSettingsWording[language]
  return servicePage(language, 'settings', {
    main: html`<p>${words.lead}</p><div class="table" tabindex="0" role="region" aria-label="${words.setting}"><table><thead><tr><th scope="col">${words.setting}</th><th scope="col">${words.value}</th></tr></thead><tbody>!${shown.map((setting) => settingRow(setting, language))}</tbody></table></div>`,
  })
}

function settingRow({ name, description, isSecret, isSet, value }: ShownSetting, language: Language): string {
  const words = serviceSettingsWording[language]
  const about = language === 'fr' ? frenchSettings[name] : description
  const state = isSecret
    ? html`<span class="badge ${isSet ? '' : 'over'}">${isSet ? words.secretSet : words.secretAbsent}</span>`
    : html`<code>${value ?? words.none}</code> <span class="badge ${isSet ? '' : 'over'}">${isSet ? words.isSet : words.isDefault}</span>`
  return html`<tr><td><code>${name}</code><br><span class="soft">${about}</span></td><td>!${state}</td></tr>`
}
