import type { Collection, PayoutRhythm, TransferState } from '../../../../base/contract/vocabulary.ts'
import type { Language } from '../../../../base/kernel/language.ts'

/** Each rhythm in words, with the hour and the day of the week on which this service pays out. */
type RhythmWords = Record<PayoutRhythm, (times: { weekday: string; hour: number }) => string>

/** What the page of payouts says. */
const fr = {
  title: 'Reversements',
  number: {
    heading: 'Numéro qui reçoit vos ventes',
    lead: 'Le service y verse, en mobile money, ce qu’il encaisse pour vous. Vos clients le voient quand ils vous paient directement.',
    none: 'Aucun numéro pour le moment. Sans lui, vos clients ne peuvent vous payer que directement, et leur page ne dit pas sur quel numéro.',
    now: 'En ce moment',
    field: 'Nouveau numéro',
    first: 'Votre numéro mobile money',
    hint: (example: string) => `Par exemple ${example}.`,
    codeTo: (end: string, by: string) =>
      `Un code part${by} au numéro actuel (${end}) : le changement ne se fait qu’avec lui. Les propriétaires dont nous avons l’adresse e-mail sont prévenus aussi.`,
    codeToFirst: (by: string) => `Un code part${by} à ce numéro, pour être sûr que c’est le vôtre.`,
    lost: 'Vous n’avez plus accès au numéro actuel ? Écrivez à l’exploitant du service.',
    held: 'Pour votre sécurité, un changement ne prend effet que 24 heures après le code.',
    submit: 'Recevoir le code',
    impossible: (example: string) => `Ce numéro n’est pas possible. Exemple : ${example}.`,
    change: 'Changer ce numéro',
  },
  code: {
    heading: 'Le code',
    lead: (to: string, phone: string, by: string) =>
      `Un code est parti${by} au numéro ${to}. Entrez-le pour que le numéro ${phone} reçoive vos ventes. Il sert pendant dix minutes.`,
    outbox: 'Bac à sable sans WhatsApp : le message est gardé sur cette machine.',
    outboxLink: 'Le lire dans la boîte d’envoi',
    field: 'Code reçu',
    submit: 'Confirmer',
    over: 'Le dernier code n’est plus valable. Demandez-en un autre.',
    again: 'Rien reçu, ou mauvais numéro ?',
    againSubmit: 'Recevoir un nouveau code',
  },
  waiting: {
    heading: 'Un changement attend',
    lead: (phone: string, when: string) => `Le numéro ${phone} recevra vos ventes à partir du ${when}.`,
    askedBy: (who: string, when: string) => `Demandé par ${who} le ${when}.`,
    somebody: 'une personne de la boutique',
    hint: 'Ce n’était pas vous ? Annulez, puis terminez les autres sessions dans votre compte.',
    cancel: 'Annuler ce changement',
  },
  terms: {
    heading: 'Quand vos ventes vous sont versées',
    rhythm: 'Rythme',
    rhythms: {
      AT_ONCE: () => 'Dès chaque remise',
      DAILY: ({ hour }) => `Une fois par jour, à partir de ${hour} h`,
      WEEKLY: ({ weekday, hour }) => `Une fois par semaine, le ${weekday} à partir de ${hour} h`,
    } as RhythmWords,
    minimum: 'À partir de (FCFA)',
    minimumHint: 'Ce qui est en dessous attend et part avec la suite.',
    leastHint: (amount: string) =>
      `Ce qui est en dessous attend et part avec la suite. Le service ne verse rien à moins de ${amount}.`,
    nets: 'Retenir sur mes ventes les courses et frais que je dois',
    netsHint: 'Sinon, ils vous sont facturés à part.',
    submit: 'Enregistrer',
    impossible: 'Choisissez un montant entre 1 et 1 000 000 FCFA.',
  },
  held: {
    heading: 'Un versement vous attend',
    lead: (amount: string, end: string) =>
      `L’opérateur refuse le numéro ${end} : ${amount} n’ont pas pu vous être versés. Réglez la chose avec lui puis demandez un nouvel essai, ou changez de numéro.`,
    retry: 'Essayer à nouveau',
  },
  recent: {
    heading: 'Derniers versements',
    none: 'Rien ne vous a encore été versé.',
    statement: 'Relevé',
    states: {
      DUE: 'part dans un instant',
      SENT: 'en route',
      PAID: 'versé',
      REFUSED: 'refusé par l’opérateur',
    } satisfies Record<TransferState, string>,
    netted: (amount: string) => `${amount} de frais retenus`,
    retriedAt: (when: string) => `nouvel essai le ${when}`,
  },
  collection: {
    heading: 'Comment vos clients paient',
    lead: 'Ce choix est proposé d’abord à chaque livraison ; vous pouvez le changer pour chacune.',
    label: 'Par défaut',
    options: {
      SECURE: 'Mobile money, par le service',
      DIRECT: 'Directement sur mon numéro',
    } satisfies Record<Collection, string>,
    hints: {
      SECURE: 'Par le service : le client paie avant de recevoir le colis, et la vente vous est reversée.',
      DIRECT: 'Directement : le client vous paie lui-même, et vous confirmez que l’argent est arrivé.',
    } satisfies Record<Collection, string>,
    directOnly:
      'Dans votre pays, ce service n’encaisse pas encore par mobile money : vos clients vous paient directement, sur votre numéro.',
    needsNumber: 'Pour passer par le service, il faut d’abord un numéro qui reçoit vos ventes.',
    submit: 'Enregistrer',
  },
  done: {
    sent: 'Le code est parti.',
    held: 'C’est confirmé. Le changement prend effet dans 24 heures.',
    applied: 'C’est fait : ce numéro reçoit maintenant vos ventes.',
    cancelled: 'Le changement est annulé. Le numéro reste le même.',
    collection: 'C’est enregistré.',
    terms: 'C’est enregistré.',
    retried: 'Un nouvel essai part.',
  } as Record<string, string>,
}

const en: typeof fr = {
  title: 'Payouts',
  number: {
    heading: 'Number that receives your sales',
    lead: 'The service pays what it collects for you to this number, by mobile money. Your customers see it when they pay you directly.',
    none: 'No number yet. Without one, your customers can only pay you directly, and their page does not say to which number.',
    now: 'At the moment',
    field: 'New number',
    first: 'Your mobile money number',
    hint: (example) => `For example ${example}.`,
    codeTo: (end, by) =>
      `A code goes to the current number (${end})${by}, and nothing changes without it. Owners whose e-mail address we have are told as well.`,
    codeToFirst: (by) => `A code goes to this number${by}, to make sure that it is yours.`,
    lost: 'Do you no longer have the current number? Write to the operator of the service.',
    held: 'For your safety, a change takes effect only 24 hours after the code.',
    submit: 'Send me the code',
    impossible: (example) => `This number is not possible. Example: ${example}.`,
    change: 'Change this number',
  },
  code: {
    heading: 'The code',
    lead: (to, phone, by) =>
      `A code was sent to the number ${to}${by}. Enter it, so that the number ${phone} receives your sales. It works for ten minutes.`,
    outbox: 'A sandbox without WhatsApp: the message is kept on this machine.',
    outboxLink: 'Read it in the outbox',
    field: 'The code you received',
    submit: 'Confirm',
    over: 'The last code is no longer valid. Ask for another.',
    again: 'Nothing received, or the wrong number?',
    againSubmit: 'Send me a new code',
  },
  waiting: {
    heading: 'A change is waiting',
    lead: (phone, when) => `The number ${phone} will receive your sales from ${when}.`,
    askedBy: (who, when) => `Asked for by ${who} on ${when}.`,
    somebody: 'somebody of the shop',
    hint: 'Was it not you? Cancel it, then end the other sessions in your account.',
    cancel: 'Cancel this change',
  },
  terms: {
    heading: 'When your sales are paid out to you',
    rhythm: 'Rhythm',
    rhythms: {
      AT_ONCE: () => 'After each hand-over',
      DAILY: ({ hour }) => `Once a day, from ${hour}:00 on`,
      WEEKLY: ({ weekday, hour }) => `Once a week, on ${weekday} from ${hour}:00 on`,
    },
    minimum: 'From (FCFA)',
    minimumHint: 'What is less waits, and goes out with what follows.',
    leastHint: (amount: string) =>
      `What is less waits, and goes out with what follows. The service pays out nothing below ${amount}.`,
    nets: 'Take the trips and fees that I owe off my sales',
    netsHint: 'Otherwise they are invoiced to you separately.',
    submit: 'Save',
    impossible: 'Choose an amount between 1 and 1,000,000 FCFA.',
  },
  held: {
    heading: 'A payout waits for you',
    lead: (amount, end) =>
      `The operator refuses the number ${end}: ${amount} could not be paid to you. Settle it with them and ask for another try, or change the number.`,
    retry: 'Try again',
  },
  recent: {
    heading: 'Last payouts',
    none: 'Nothing has been paid out to you yet.',
    statement: 'Statement',
    states: {
      DUE: 'leaves in a moment',
      SENT: 'on its way',
      PAID: 'paid',
      REFUSED: 'refused by the operator',
    },
    netted: (amount) => `${amount} of fees taken off`,
    retriedAt: (when) => `tried again on ${when}`,
  },
  collection: {
    heading: 'How your customers pay',
    lead: 'This is suggested first for each delivery; you can choose otherwise for any of them.',
    label: 'By default',
    options: { SECURE: 'Mobile money, through the service', DIRECT: 'Directly to my number' },
    hints: {
      SECURE:
        'Through the service: the customer pays before they get the parcel, and the sale is paid out to you.',
      DIRECT: 'Directly: the customer pays you themselves, and you confirm that the money has arrived.',
    },
    directOnly:
      'In your country this service does not collect by mobile money yet: your customers pay you directly, to your number.',
    needsNumber: 'To collect through the service you first need a number that receives your sales.',
    submit: 'Save',
  },
  done: {
    sent: 'The code is on its way.',
    held: 'Confirmed. The change takes effect in 24 hours.',
    applied: 'Done: this number receives your sales now.',
    cancelled: 'The change is cancelled. The number stays the same.',
    collection: 'Saved.',
    terms: 'Saved.',
    retried: 'Another try is on its way.',
  },
}

export const payoutWording: Record<Language, typeof fr> = { fr, en }
