import type { Language } from '../../base/kernel/language.ts'
import type { CodeChannel } from '../../derived-settings.ts'

/** How a code comes, in a sentence after “a code is coming”: by the channel that is set up. */
export const byChannel: Record<Language, Record<CodeChannel, string>> = {
  fr: { WHATSAPP: ' par WhatsApp', SMS: ' par SMS', BOTH: ' par WhatsApp ou par SMS', OUTBOX: '', NONE: '' },
  en: { WHATSAPP: ' by WhatsApp', SMS: ' by SMS', BOTH: ' by WhatsApp or SMS', OUTBOX: '', NONE: '' },
}

/** What stands there where no code can come at all. */
export const noCodes: Record<Language, string> = {
  fr: 'Ce service n’envoie pas encore de codes aux téléphones. Entrez avec votre e-mail ou votre mot de passe, ou demandez à l’exploitant.',
  en: 'This service does not send codes to phones yet. Sign in with your e-mail or your password, or ask the operator.',
}
