import type { TransferState } from '../../base/contract/vocabulary.ts'
import { momentText } from '../../base/kernel/figure-text.ts'
import type { Language } from '../../base/kernel/language.ts'
import { shopStatementWording } from './shop-statement-wording.ts'

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
  return `${reference}, ${shopStatementWording[language].states[state]} ${moment}`
}
