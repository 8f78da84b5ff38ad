import { dayAfter, dayBegins, isDay } from '../../../base/kernel/local-time.ts'
import { internationalPhone } from '../../../base/kernel/phone-number.ts'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { maxBlockedDays } from '../../../domain/deliveries/blocking/blocked-customer.ts'

/** A field of the forms of customers' rights that may be wrong. */
export type RightsField = 'phone' | 'reason' | 'typed' | 'until'

/** What is wrong with a form, by the word for it (`rightsWording`). */
export type RightsFault =
  | 'phoneWrong'
  | 'phoneAmbiguous'
  | 'reasonWrong'
  | 'reasonPersonal'
  | 'unconfirmed'
  | 'untilWrong'
export type RightsFaults = Partial<Record<RightsField, RightsFault>>

/** What was typed, for a form that is shown again. */
export type TypedRights = Partial<Record<RightsField, string>>

/** The phones that a text may be, in international form: without its country's code it may be one in several countries. */
export const possiblePhones = (text: string, countries: readonly string[]): string[] => [
  ...new Set(
    countries
      .map((country) => internationalPhone(text.slice(0, 40), country))
      .filter((phone) => phone !== undefined),
  ),
]

/** So many digits at the end of a phone are enough to know whose it is. */
const tellingDigits = 6

/** A reason as it is kept, or what is wrong with it: the audit keeps it for ever, so it does not name the person. */
export function readReason(
  text: string | undefined,
  phone: string,
): { reason: string } | { fault: RightsFault } {
  const reason = cleanedLine(text ?? '')
  if (reason.length < 3 || reason.length > 200) return { fault: 'reasonWrong' }
  const isTelling = reason.replaceAll(/\D/g, '').includes(phone.slice(-tellingDigits))
  return isTelling ? { fault: 'reasonPersonal' } : { reason }
}

/** The end of a block: the end of a day in a time zone, null where none was chosen, undefined where it cannot be. */
export function readUntil(day: string | undefined, now: Date, timeZone: string): Date | null | undefined {
  if (day === undefined || day === '') return null
  if (!isDay(day)) return undefined
  const until = dayBegins(dayAfter(day, 1), timeZone)
  const ahead = until.getTime() - now.getTime()
  return ahead > 0 && ahead <= maxBlockedDays * 24 * 60 * 60_000 ? until : undefined
}
