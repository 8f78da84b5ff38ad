import type { Language } from '../../base/kernel/language.ts'
import type { CodeChannel } from '../../derived-settings.ts'
import { type ConsoleText, speak } from './console-words.ts'

const ways: Readonly<Partial<Record<CodeChannel, ConsoleText>>> = {
  WHATSAPP: 'by WhatsApp',
  SMS: 'by SMS',
  BOTH: 'by WhatsApp or SMS',
}

/** How a code comes, in a sentence after “a code is coming”: by the channel that is set up, after a blank. */
export function byChannel(channel: CodeChannel, language: Language): string {
  const way = ways[channel]
  return way ? ` ${speak(language)(way)}` : ''
}
