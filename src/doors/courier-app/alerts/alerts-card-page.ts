import { html } from 'ghtml'
import type { SpokenLanguage } from '../../../base/kernel/language.ts'
import { speak, speakEach } from '../courier-words.ts'

/** Of sound and vibration while the page is open; the script shows one text of each switch. */
const sound = {
  on: 'Ringing: on. Tap to silence',
  off: 'Ringing: silenced. Tap to turn on',
  needsTap: 'Touch the screen once: the browser then allows ringing.',
} as const

/** Of the screen while the page is open and the courier on duty. */
const screen = {
  on: 'Screen: stays on. Tap to let it turn off',
  off: 'Screen: may turn off. Tap to keep it on',
} as const

/** Of notifications while the phone is in a pocket. */
const push = {
  start: 'Tell me even with the phone in my pocket',
  stop: 'No longer tell me in my pocket',
  on: 'This phone tells you, even in your pocket.',
  asking: 'One moment…',
  denied:
    'The browser refuses notifications. Allow them for this site in its settings, then reload the page.',
  unsupported:
    'This browser cannot tell you in your pocket. With an iPhone, first add this page to the home screen.',
  failed: 'That did not work. Check the network, then try again.',
} as const

/** What the card is made of. */
export type Alerts = {
  /** By which push services know us, in base64url. */
  publicKey: string
  /** Whether this session has a phone that hears of offers. */
  isPushed: boolean
}

/**
 * The switches for ringing, for the screen and for notifications; without JavaScript there is nothing to
 * switch.
 */
export function alertsCard(language: SpokenLanguage, { publicKey, isPushed }: Alerts): string {
  const says = {
    sound: speakEach(language, sound),
    push: speakEach(language, push),
    screen: speakEach(language, screen),
  }
  return html`<section class="card" id="alerts" hidden data-key="${publicKey}" data-pushed="${isPushed}" data-say="${JSON.stringify(says)}">
<h2>${speak(language)('Being told')}</h2>
<p class="hint" data-sound-hint hidden></p>
<button type="button" class="plain" data-sound></button>
<button type="button" class="plain" data-screen hidden></button>
<p class="hint" data-push-hint role="status" hidden></p>
<button type="button" class="plain" data-push hidden></button>
</section>`
}
