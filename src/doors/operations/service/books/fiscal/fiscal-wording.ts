import type { Language } from '../../../../../base/kernel/language.ts'
import type { FiscalKind } from '../../../../../domain/statements/fiscal/fiscal-device.ts'
import type { FiscalRow } from '../../../../../domain/statements/fiscal/fiscal-store.ts'

/** What the service itself says of a document; whatever the tax office says stays in its words. */
const faults: readonly (readonly [says: RegExp, fr: string])[] = [
  [
    /^What it is about is not ready:.*/,
    'Ce qu’il faut n’est pas prêt : la société, les comptes ou sa facture.',
  ],
  [/^The process ended before the answer came\.$/, 'Le service s’est arrêté avant la réponse.'],
  [
    /^The invoice was not signed through this API:.*/,
    'La facture n’a pas été normalisée d’ici : faites l’avoir sur la plateforme.',
  ],
  [/^The answer( to the confirmation)? holds no (code|number)\.$/, 'La réponse ne contient pas de code.'],
  [/^The machine computes (.+) FCFA\.$/, 'La machine calcule $1 FCFA.'],
  [/^(.+) answered (\d+.*)\.$/, '$1 a répondu $2.'],
  [/^(.+) gave no answer \((.+)\)\.$/, '$1 n’a pas répondu ($2).'],
]

const fr = {
  title: 'Facture normalisée',
  lead: 'Les factures, avoirs et reçus partent d’eux-mêmes à l’administration fiscale ; le code et le QR qu’elle donne sont imprimés dessus. Voici ceux qui ne sont pas encore normalisés.',
  unset: 'Aucune machine fiscale n’est réglée : voir FISCAL_DEVICE dans les réglages.',
  none: 'Tout est normalisé.',
  kinds: { INVOICE: 'Facture', CREDIT_NOTE: 'Avoir', RECEIPT: 'Reçu d’un client' } satisfies Record<
    FiscalKind,
    string
  >,
  states: {
    DUE: 'à envoyer',
    SENDING: 'en cours d’envoi',
    SIGNED: 'normalisé',
    REFUSED: 'refusé',
    UNCERTAIN: 'réponse perdue',
  } satisfies Record<FiscalRow['state'], string>,
  what: {
    REFUSED: 'Corrigez ce que dit l’administration, puis renvoyez.',
    UNCERTAIN:
      'La réponse s’est perdue : la pièce est peut-être déjà normalisée. Regardez sur la plateforme de l’administration. Si elle y est, notez son code ; sinon, renvoyez-la.',
  },
  next: (at: string) => `Prochain essai : ${at}`,
  fault: (text: string) => faults.reduce((said, [says, inFrench]) => said.replace(says, inFrench), text),
  again: 'Renvoyer',
  noteLead: 'Elle est déjà sur la plateforme',
  code: 'Code ou numéro donné',
  qr: 'Contenu du QR (facultatif)',
  note: 'Noter ce code',
  done: { again: 'La pièce est renvoyée.', noted: 'Le code est noté.' } as Readonly<Record<string, string>>,
}

const en: typeof fr = {
  title: 'Fiscal device',
  lead: 'Invoices, credit notes and receipts go to the tax office by themselves; the code and the QR code that it gives are printed on them. These are not signed yet.',
  unset: 'No fiscal device is set: see FISCAL_DEVICE in the settings.',
  none: 'Everything is signed.',
  kinds: { INVOICE: 'Invoice', CREDIT_NOTE: 'Credit note', RECEIPT: 'Receipt of a customer' },
  states: {
    DUE: 'to be sent',
    SENDING: 'being sent',
    SIGNED: 'signed',
    REFUSED: 'refused',
    UNCERTAIN: 'answer lost',
  },
  what: {
    REFUSED: 'Mend what the tax office says, then send it again.',
    UNCERTAIN:
      'The answer was lost: it may be signed already. Look on the platform of the tax office. If it is there, note its code; if not, send it again.',
  },
  next: (at) => `Next try: ${at}`,
  fault: (text) => text,
  again: 'Send again',
  noteLead: 'It is on the platform already',
  code: 'Code or number that was given',
  qr: 'Content of the QR code (optional)',
  note: 'Note this code',
  done: { again: 'It is sent again.', noted: 'The code is noted.' },
}

export const fiscalWording: Record<Language, typeof fr> = { fr, en }
