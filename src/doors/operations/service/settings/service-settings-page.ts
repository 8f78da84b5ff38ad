import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import type { SettingName } from '../../../../config.ts'
import french from '../../../../words/settings.fr.json' with { type: 'json' }
import { speak } from '../../operations-words.ts'
import type { ShownSetting } from './service-settings.ts'

/**
 * What each setting is for, by its name: an English sentence that names addresses and files is no ICU
 * message.
 */
const frenchSettings: Readonly<Record<SettingName, string>> = french

/** The settings of this process as they stand, with what each is for. */
export function settingsTable(language: Language, shown: readonly ShownSetting[]): string {
  const t = speak(language)
  const lead = t(
    'The settings of this process. They are changed in its environment, then it is restarted; secrets are never shown.',
  )
  return html`<p>${lead}</p><div class="table" tabindex="0" role="region" aria-label="${t('Setting')}"><table><thead><tr><th scope="col">${t('Setting')}</th><th scope="col">${t('Value')}</th></tr></thead><tbody>!${shown.map((setting) => settingRow(setting, language))}</tbody></table></div>`
}
function settingRow({ name, description, isSecret, isSet, value }: ShownSetting, language: Language): string {
  const t = speak(language)
  const about = language === 'fr' ? frenchSettings[name] : description
  const state = isSecret
    ? html`<span class="badge ${isSet ? '' : 'over'}">${isSet ? t('set#setting') : t('absent')}</span>`
    : html`<code>${value ?? t('nothing')}</code> <span class="badge ${isSet ? '' : 'over'}">${isSet ? t('set') : t('default')}</span>`
  return html`<tr><td><code>${name}</code><br><span class="soft">${about}</span></td><td>!${state}</td></tr>`
}
