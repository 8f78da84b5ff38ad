import type { Language } from '../../../../base/kernel/language.ts'
import type { AccountProbe } from '../../../../domain/mobile-money/providers/provider-account.ts'

/** What the page of providers says. */
const fr = {
  lead: 'Les fournisseurs de mobile money qui ont des identifiants. L’essai demande à chacun s’il les accepte et ce qui se trouve sur le compte. Aucun argent ne bouge.',
  none: 'Aucun fournisseur n’a d’identifiants : voyez MOBILE_MONEY_PROVIDER dans les réglages.',
  probe: 'Essayer les identifiants',
  serves: {
    PAYMENTS: 'Paiements des clients',
    PAYOUTS: 'Reversements et remboursements',
    BOTH: 'Paiements et reversements',
  } as Record<AccountProbe['serves'], string>,
  outcomes: { ACCEPTED: 'Acceptés', REFUSED: 'Refusés', AWAY: 'Sans réponse' } as Record<
    AccountProbe['outcome'],
    string
  >,
  advice: {
    ACCEPTED: () => '',
    REFUSED: (settings: string) =>
      `Le fournisseur refuse nos identifiants, ou l’adresse depuis laquelle nous l’appelons. Vérifiez ${settings}.`,
    AWAY: (settings: string) =>
      `Le fournisseur n’a pas répondu, ou sa réponse ne se comprend pas. Réessayez dans une minute ; sinon, vérifiez ${settings}.`,
  } as Record<AccountProbe['outcome'], (settings: string) => string>,
  untold: 'Le fournisseur ne dit pas ce qui se trouve sur ce compte.',
  clock: 'Horloge',
  clockFine: 'à l’heure',
  clockAhead: (seconds: number) => `la nôtre avance de ${seconds} s : réglez-la`,
  clockBehind: (seconds: number) => `la nôtre retarde de ${seconds} s : réglez-la`,
}

const en: typeof fr = {
  lead: 'The providers of mobile money that have credentials. The trial asks each whether it accepts them, and what lies on the account. No money moves.',
  none: 'No provider has credentials: see MOBILE_MONEY_PROVIDER in the settings.',
  probe: 'Try the credentials',
  serves: {
    PAYMENTS: 'Payments of customers',
    PAYOUTS: 'Payouts and refunds',
    BOTH: 'Payments and payouts',
  },
  outcomes: { ACCEPTED: 'Accepted', REFUSED: 'Refused', AWAY: 'No answer' },
  advice: {
    ACCEPTED: () => '',
    REFUSED: (settings) =>
      `The provider refuses our credentials, or the address from which we call. Check ${settings}.`,
    AWAY: (settings) =>
      `The provider did not answer, or its answer cannot be understood. Try again in a minute; otherwise check ${settings}.`,
  },
  untold: 'The provider does not tell what lies on this account.',
  clock: 'Clock',
  clockFine: 'right',
  clockAhead: (seconds) => `ours is ${seconds} s ahead: set it right`,
  clockBehind: (seconds) => `ours is ${seconds} s behind: set it right`,
}

export const providersWording: Record<Language, typeof fr> = { fr, en }

/** The names of providers as people know them, and the settings that their credentials stand in. */
export const providerFacts: Record<string, { name: string; settings: string }> = {
  mtn: {
    name: 'MTN MoMo',
    settings: 'MTN_TARGET_ENVIRONMENT, MTN_COLLECTION_…, MTN_DISBURSEMENT_…',
  },
  fedapay: { name: 'FedaPay', settings: 'FEDAPAY_SECRET_KEY' },
  wave: { name: 'Wave', settings: 'WAVE_API_KEY' },
}
