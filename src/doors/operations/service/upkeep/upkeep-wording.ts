import type { Language } from '../../../../base/kernel/language.ts'
import type { MessageKind } from '../../../../domain/messages/messages-tables.ts'
import type { OperationsText } from '../../operations-words.ts'

/** What the pages of what waits for a person say: messages, events set aside, money to give back. */
const fr = {
  messages: {
    attempts: (count: number) =>
      count === 0 ? 'jamais essayé' : `${count} ${count === 1 ? 'essai' : 'essais'}`,
  },
}

const en: typeof fr = {
  messages: {
    attempts: (count) => (count === 0 ? 'never tried' : `${count} ${count === 1 ? 'try' : 'tries'}`),
  },
}

export const upkeepWording: Record<Language, typeof fr> = { fr, en }

export const upkeepMessagesKinds: Partial<Record<MessageKind, OperationsText>> = {
  COURIER_OFFER: 'Trip offered to a courier',
  SIGN_IN_CODE: 'Code to sign in',
  SIGN_IN_LINK: 'Link to sign in',
  SIGN_IN_CHANGED: 'New way into an account',
  SIGN_IN_CHANGED_MAIL: 'New way into an account',
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
}

export const upkeepDone: Record<string, OperationsText> = {
  resent: 'The message goes out again.',
  retried: 'The event is done.',
  refunded: 'The refund is noted.',
}
