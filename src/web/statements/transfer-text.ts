import { momentText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import type { TransferState } from '../../contract/vocabulary.ts'
import { speak, type WebText } from '../web-words.ts'

const stateNames: Record<TransferState, WebText> = {
  DUE: 'under way',
  SENT: 'under way',
  PAID: 'paid',
  REFUSED: 'refused',
}

/** A payout as whoever received it reads it: `PAY-7K2M9Q4F, payé 21 nov., 14:05`. */
export function transferText(
  { language, timeZone, now }: { language: Language; timeZone: string; now: Date },
  {
    reference,
    state,
    createdAt,
    endedAt,
  }: { reference: string; state: TransferState; createdAt: Date; endedAt: Date | null },
): string {
  const moment = momentText(endedAt ?? createdAt, { timeZone, now }, language)
  return `${reference}, ${transferStateText(state, language)} ${moment}`
}

/** How far a transfer is, in words. */
export const transferStateText = (state: TransferState, language: Language): string =>
  speak(language)(stateNames[state])
