import { type Config, type SettingName, settings } from '../../../../config.ts'

/** A setting as it stands. Of a secret nothing is kept but whether it is set. */
export type ShownSetting = {
  name: SettingName
  description: string
  form: string
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
    const { description, form, secret: isSecret, fallback } = setting
    const value = textOf(config[name])
    return {
      name,
      description,
      form,
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
