import type { Language } from '../../../../base/kernel/language.ts'

/** What the pages of what waits for a person say: messages, events set aside, money to give back. */
const fr = {
  messages: {
    held: 'En attente',
    heldLead: 'Ces messages sont dus et ne sont pas partis : leur canal manque, ou les a refusés jusqu’ici.',
    failed: 'Échoués',
    failedLead:
      'Ces messages ne seront plus essayés. Ce qu’ils disent est composé à nouveau quand on les renvoie.',
    none: 'Aucun message.',
    to: 'à',
    attempts: (count: number) =>
      count === 0 ? 'jamais essayé' : `${count} ${count === 1 ? 'essai' : 'essais'}`,
    resend: 'Renvoyer',
    delivery: 'Voir la course',
    kinds: {
      COURIER_OFFER: 'Course proposée à un livreur',
      SIGN_IN_CODE: 'Code pour entrer',
      SIGN_IN_LINK: 'Lien pour entrer',
      TEAM_INVITATION: 'Invitation dans une équipe',
      TEAM_INVITATION_MAIL: 'Invitation dans une équipe',
      ENDPOINT_FAILING: 'Serveur de webhooks en panne',
      ENDPOINT_DISABLED: 'Serveur de webhooks désactivé',
      PAYOUT_CODE: 'Code du numéro de reversement',
      PAYOUT_CHANGE_REQUESTED: 'Autre numéro de reversement demandé',
      PAYOUT_CHANGED: 'Numéro de reversement changé',
      PAYOUT_HELD: 'Numéro de reversement refusé',
      PAYOUT_HELD_PHONE: 'Numéro de reversement refusé',
      COURIER_PAYOUT_HELD: 'Versement à un livreur refusé',
      OPERATOR_ALERT: 'Alerte à un exploitant',
      OPERATOR_ALERT_MAIL: 'Alerte à un exploitant',
      OPERATOR_ALERT_OVER: 'Fin d’une alerte',
      OPERATOR_ALERT_OVER_MAIL: 'Fin d’une alerte',
    } as Readonly<Record<string, string>>,
  },
  events: {
    lead: 'Un lecteur a échoué dix fois sur chacun de ces événements et les a laissés de côté. Réparez la cause, puis relancez-les.',
    none: 'Aucun événement n’est mis de côté.',
    failures: (count: number) => `${count} échecs`,
    retry: 'Relancer',
    failedAgain: (error: string) => `Il a échoué de nouveau : ${error}`,
    unknown: 'Cet événement n’est plus mis de côté.',
  },
  refunds: {
    lead: 'Des clients ont payé quand rien n’était attendu, ou pour un colis qui n’a pas été remis. Le service rend lui-même ce que l’opérateur de mobile money permet de rendre ; rendez le reste, puis notez comment.',
    none: 'Rien n’est à rembourser.',
    isSent: 'Le service est en train de le rendre.',
    refused: (reason: string) => `L’opérateur n’a pas voulu le rendre : ${reason}.`,
    again: 'Le renvoyer, depuis les versements',
    note: 'Comment (numéro du virement, remis par…)',
    submit: 'C’est remboursé',
  },
  done: {
    resent: 'Le message repart.',
    retried: 'L’événement est traité.',
    refunded: 'Le remboursement est noté.',
  } as Record<string, string>,
}

const en: typeof fr = {
  messages: {
    held: 'Waiting',
    heldLead:
      'These messages are due and have not gone out: their channel is missing, or has refused them so far.',
    failed: 'Failed',
    failedLead: 'These messages are not tried any more. What they say is composed anew when they are resent.',
    none: 'No message.',
    to: 'to',
    attempts: (count) => (count === 0 ? 'never tried' : `${count} ${count === 1 ? 'try' : 'tries'}`),
    resend: 'Resend',
    delivery: 'See the delivery',
    kinds: {
      COURIER_OFFER: 'Trip offered to a courier',
      SIGN_IN_CODE: 'Code to sign in',
      SIGN_IN_LINK: 'Link to sign in',
      TEAM_INVITATION: 'Invitation to a team',
      TEAM_INVITATION_MAIL: 'Invitation to a team',
      ENDPOINT_FAILING: 'Webhook server that fails',
      ENDPOINT_DISABLED: 'Webhook server disabled',
      PAYOUT_CODE: 'Code for a payout number',
      PAYOUT_CHANGE_REQUESTED: 'Another payout number asked for',
      PAYOUT_CHANGED: 'Payout number changed',
      PAYOUT_HELD: 'Payout number refused',
      PAYOUT_HELD_PHONE: 'Payout number refused',
      COURIER_PAYOUT_HELD: 'Payout to a courier refused',
      OPERATOR_ALERT: 'Alert to an operator',
      OPERATOR_ALERT_MAIL: 'Alert to an operator',
      OPERATOR_ALERT_OVER: 'End of an alert',
      OPERATOR_ALERT_OVER_MAIL: 'End of an alert',
    },
  },
  events: {
    lead: 'A reader failed ten times on each of these events and set them aside. Mend the cause, then retry them.',
    none: 'No event is set aside.',
    failures: (count) => `${count} failures`,
    retry: 'Retry',
    failedAgain: (error) => `It failed again: ${error}`,
    unknown: 'This event is no longer set aside.',
  },
  refunds: {
    lead: 'Customers paid when nothing was expected, or for a parcel that was not handed over. The service gives back by itself what the mobile money operator lets it; give the rest back, then note how.',
    none: 'Nothing is to be given back.',
    isSent: 'The service is giving it back.',
    refused: (reason) => `The operator did not give it back: ${reason}.`,
    again: 'Send it again, from the payouts',
    note: 'How (number of the transfer, handed over by…)',
    submit: 'It is given back',
  },
  done: {
    resent: 'The message goes out again.',
    retried: 'The event is done.',
    refunded: 'The refund is noted.',
  },
}

export const upkeepWording: Record<Language, typeof fr> = { fr, en }
