import { html } from 'ghtml'
import type { Language } from '../../base/kernel/language.ts'
import type { DeliveryRow } from '../../domain/deliveries/delivery-row.ts'
import { isFinal, isIn } from '../../domain/deliveries/delivery-status.ts'
import type { LinkedTry } from '../../domain/deliveries/second-try/second-try-store.ts'
import { speak } from '../web-words.ts'
import type { DeliveryFacts } from './delivery-facts.ts'

/** How a delivery stands, in words: one that failed and whose parcel is out again does not come back. */
export const standingText = ({ row, values, language }: DeliveryFacts): string =>
  row.ended_at !== null && !isFinal(row.status)
    ? speak(language)('Failed, brought once more')
    : values.delivery[row.status]

/** What a line of a list says of a failed delivery whose parcel is brought once more; empty for others. */
export const triedAgainText = (
  { status, second_try_id: id }: Pick<DeliveryRow, 'status' | 'second_try_id'>,
  language: Language,
): string => (id !== null && isIn('failed', status) ? speak(language)('second try asked for') : '')

/** Which delivery brought this parcel before, and which one brings it once more; nothing for most deliveries. */
export function linkedTries(
  { tries, values, language }: DeliveryFacts,
  hrefOf: (id: string) => string,
): string {
  const t = speak(language)
  const link = ({ id, reference, status }: LinkedTry) =>
    html`<a href="${hrefOf(id)}">${reference}</a> (${values.delivery[status]})`
  const lines = [
    tries.before && html`${t('The second try of:')} !${link(tries.before)}`,
    tries.after && html`${t('The parcel is brought once more:')} !${link(tries.after)}`,
  ].filter((line) => typeof line === 'string')
  return lines.length === 0 ? '' : html`<p>!${lines.join('<br>')}</p>`
}
