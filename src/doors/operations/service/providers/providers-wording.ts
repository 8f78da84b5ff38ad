import type { Language } from '../../../../base/kernel/language.ts'
import type { AccountProbe } from '../../../../domain/mobile-money/providers/provider-account.ts'
import type { OperationsText } from '../../operations-words.ts'

/** What the page of providers says. */
const fr = {
  advice: {
    ACCEPTED: () => '',
    REFUSED: (settings: string) =>
      `Le fournisseur refuse nos identifiants, ou l’adresse depuis laquelle nous l’appelons. Vérifiez ${settings}.`,
    AWAY: (settings: string) =>
      `Le fournisseur n’a pas répondu, ou sa réponse ne se comprend pas. Réessayez dans une minute ; sinon, vérifiez ${settings}.`,
  } as Record<AccountProbe['outcome'], (settings: string) => string>,
}

const en: typeof fr = {
  advice: {
    ACCEPTED: () => '',
    REFUSED: (settings) =>
      `The provider refuses our credentials, or the address from which we call. Check ${settings}.`,
    AWAY: (settings) =>
      `The provider did not answer, or its answer cannot be understood. Try again in a minute; otherwise check ${settings}.`,
  },
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

export const providersServes: Record<AccountProbe['serves'], OperationsText> = {
  PAYMENTS: 'Payments of customers',
  PAYOUTS: 'Payouts and refunds',
  BOTH: 'Payments and payouts',
}

export const providersOutcomes = {
  ACCEPTED: 'Accepted',
  REFUSED: 'Refused#outcomes',
  AWAY: 'No answer',
} as const
