import type { Language } from '../../../base/kernel/language.ts'

/** What the card says by which a courier chooses how to hear of offers; the script shows one text of each switch. */

const french = {
  heading: 'Être prévenu',
  /** Of sound and vibration while the page is open. */
  sound: {
    on: 'Sonnerie : activée. Toucher pour couper',
    off: 'Sonnerie : coupée. Toucher pour activer',
    needsTap: 'Touchez l’écran une fois : le navigateur permet alors la sonnerie.',
  },
  /** Of the screen while the page is open and the courier on duty. */
  screen: {
    on: 'Écran : reste allumé. Toucher pour le laisser s’éteindre',
    off: 'Écran : peut s’éteindre. Toucher pour le garder allumé',
  },
  /** Of notifications while the phone is in a pocket. */
  push: {
    start: 'Me prévenir même téléphone en poche',
    stop: 'Ne plus me prévenir en poche',
    on: 'Ce téléphone vous prévient, même en poche.',
    asking: 'Un instant…',
    denied:
      'Le navigateur refuse les notifications. Autorisez-les pour ce site dans ses réglages, puis rechargez la page.',
    unsupported:
      'Ce navigateur ne sait pas prévenir en poche. Avec un iPhone, ajoutez d’abord cette page à l’écran d’accueil.',
    failed: 'Cela n’a pas marché. Vérifiez le réseau, puis réessayez.',
  },
}

/** The texts, with the same members in every language. */
export type AlertsWording = typeof french

const english: AlertsWording = {
  heading: 'Being told',
  sound: {
    on: 'Ringing: on. Tap to silence',
    off: 'Ringing: silenced. Tap to turn on',
    needsTap: 'Touch the screen once: the browser then allows ringing.',
  },
  screen: {
    on: 'Screen: stays on. Tap to let it turn off',
    off: 'Screen: may turn off. Tap to keep it on',
  },
  push: {
    start: 'Tell me even with the phone in my pocket',
    stop: 'No longer tell me in my pocket',
    on: 'This phone tells you, even in your pocket.',
    asking: 'One moment…',
    denied:
      'The browser refuses notifications. Allow them for this site in its settings, then reload the page.',
    unsupported:
      'This browser cannot tell you in your pocket. With an iPhone, first add this page to the home screen.',
    failed: 'That did not work. Check the network, then try again.',
  },
}

export const alertsWording: Record<Language, AlertsWording> = { fr: french, en: english }
