import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { type Config, type SettingName, settings } from '../../../../config.ts'
import french from '../../../../words/settings.fr.json' with { type: 'json' }
import { speak } from '../../operations-words.ts'

/**
 * What each setting is for, by its name: an English sentence that names addresses and files is no ICU
 * message.
 */
const frenchSettings: Readonly<Record<SettingName, string>> = french

/** A setting as it stands. Of a secret nothing is kept but whether it is set. */
type ShownSetting = {
  name: SettingName
  description: string
  isSecret: boolean
  /** Whether it has another value than without being set. */
  isSet: boolean
  /** Null for a secret, and where there is no value. */
  value: string | null
}

/** Every setting as it stands, in the order of the table; never the value of a secret (decision 191). */
export const shownSettings = (config: Config): ShownSetting[] =>
  (Object.keys(settings) as SettingName[]).map((name) => {
    const setting = settings[name]
    const { description, secret: isSecret, fallback } = setting
    const value = textOf(config[name])
    return {
      name,
      description,
      isSecret,
      isSet: isSecret ? value !== null && value !== fallback : value !== textOf(setting.read(undefined)),
      value: isSecret ? null : value,
    }
  })

/** A value as it would be set; null for none. */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  return text === '' ? null : text
}

/** The settings of this process as they stand, with what each is for. */
export function settingsTable(language: Language, shown: readonly ShownSetting[]): string {
  const t = speak(language)
  const lead = t(
    'The settings of this process. They are changed in its environment, then it is restarted; secrets are never shown.',
  )
  return html`<p>${lead}</p>
<div class="table" tabindex="0" role="region" aria-label="${t('Setting')}"><table>
<thead><tr><th scope="col">${t('Setting')}</th><th scope="col">${t('Value')}</th></tr></thead>
<tbody>!${shown.map((setting) => settingRow(setting, language))}</tbody></table></div>`
}

function settingRow({ name, description, isSecret, isSet, value }: ShownSetting, language: Language): string {
  const t = speak(language)
  const about = language === 'fr' ? frenchSettings[name] : description
  const badge = (text: string) => html`<span class="badge ${isSet ? '' : 'over'}">${text}</span>`
  const state = isSecret
    ? badge(isSet ? t('set#setting') : t('absent'))
    : html`<code>${value ?? t('nothing')}</code> !${badge(isSet ? t('set') : t('default'))}`
  return html`<tr><td><code>${name}</code><br><span class="soft">${about}</span></td><td>!${state}</td></tr>`
}
