import type { ProviderAnswer } from '../../base/contract/vocabulary.ts'

/** The final status of the simulated provider, by the last four digits of a customer's phone; all others pay. */
const magicEndings: Record<string, ProviderAnswer> = {
  '0002': 'REFUSED',
  '0003': 'FAILED',
  '0004': 'PENDING',
}

/** The final status the simulated provider reports for a customer's phone, in international form. */
export const simulatedAnswer = (phone: string): ProviderAnswer => magicEndings[phone.slice(-4)] ?? 'PAID'
