import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { alertsWording } from './alerts-wording.ts'

/** What the card is made of. */
export type Alerts = {
  /** By which push services know us, in base64url. */
  publicKey: string
  /** Whether this session has a phone that hears of offers. */
  isPushed: boolean
}

/** The switches for ringing, for the screen and for notifications; without JavaScript there is nothing to switch. */
export function alertsCard(language: Language, { publicKey, isPushed }: Alerts): string {
  const { heading, sound, push, screen } = alertsWording[language]
  return html`<section class="card" id="alerts" hidden data-key="${publicKey}" data-pushed="${isPushed}" data-say="${JSON.stringify({ sound, push, screen })}">
<h2>${heading}</h2>
<p class="hint" data-sound-hint hidden></p>
<button type="button" class="plain" data-sound></button>
<button type="button" class="plain" data-screen hidden></button>
<p class="hint" data-push-hint role="status" hidden></p>
<button type="button" class="plain" data-push hidden></button>
</section>`
}
