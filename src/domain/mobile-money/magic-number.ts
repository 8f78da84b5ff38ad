import type { ProviderAnswer } from '../../base/contract/vocabulary.ts'

/** What the last four digits of a customer's phone make the simulated provider answer; all others pay. */
const magicEndings: Record<string, ProviderAnswer> = {
  '0002': 'REFUSED',
  '0003': 'FAILED',
  '0004': 'PENDING',
}

/** The final status the simulated provider reports for a customer's phone, in international form. */
export const simulatedAnswer = (phone: string): ProviderAnswer => magicEndings[phone.slice(-4)] ?? 'PAID'
