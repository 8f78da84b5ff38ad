import type { Language } from '../../../../base/kernel/language.ts'

/** What the page of settings says; what each is for stands in the table of settings and in `frenchSettings`. */
const fr = {
  lead: 'Les réglages de ce processus. Ils se changent dans son environnement, puis il redémarre ; les secrets ne se montrent jamais.',
  setting: 'Réglage',
  value: 'Valeur',
  isSet: 'réglé',
  isDefault: 'par défaut',
  secretSet: 'défini',
  secretAbsent: 'absent',
  none: 'rien',
}

const en: typeof fr = {
  lead: 'The settings of this process. They are changed in its environment, then it is restarted; secrets are never shown.',
  setting: 'Setting',
  value: 'Value',
  isSet: 'set',
  isDefault: 'default',
  secretSet: 'set',
  secretAbsent: 'absent',
  none: 'nothing',
}

export const serviceSettingsWording: Record<Language, typeof fr> = { fr, en }
