import { html } from 'ghtml'
import type { Language } from '../../base/kernel/language.ts'
import type { DeliveryStatus } from '../../contract/vocabulary.ts'
import type { DeliveryRow } from '../../domain/deliveries/delivery-row.ts'
import { isFinal } from '../../domain/deliveries/delivery-status.ts'
import type { LinkedTry } from '../../domain/deliveries/second-try/second-try-store.ts'
import { speak } from '../web-words.ts'
import type { DeliveryFacts } from './delivery-facts.ts'

type Standing = Pick<DeliveryFacts, 'values' | 'language'> & {
  row: Pick<DeliveryRow, 'status' | 'ended_at'>
}

/** How a delivery stands, in words: one that failed and whose parcel is out again does not come back. */
export const standingText = ({ row, values, language }: Standing): string =>
  row.ended_at !== null && !isFinal(row.status)
    ? speak(language)('Failed, brought once more')
    : values.delivery[row.status]

/**
 * What a line of a list says of the second try of a delivery, which stands so; empty for those that have
 * none.
 */
export function triedAgainText(
  { second_try_id: id }: Pick<DeliveryRow, 'second_try_id'>,
  tries: ReadonlyMap<string, DeliveryStatus>,
  language: Language,
): string {
  const status = id === null ? undefined : tries.get(id)
  if (status === undefined) return ''
  const t = speak(language)
  switch (status) {
    case 'DELIVERED':
      return t('delivered at the second try')
    case 'FAILED':
    case 'RETURNED':
      return t('second try failed as well')
    case 'CANCELLED':
      return t('second try cancelled')
    case 'EXPIRED':
      return t('second try expired')
    case 'IN_TRANSIT':
      return t('second try on its way')
    default:
      return t('second try asked for')
  }
}

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
    tries.after && html`${t('Second try asked for:')} !${link(tries.after)}`,
  ].filter((line) => typeof line === 'string')
  return lines.length === 0 ? '' : html`<p>!${lines.join('<br>')}</p>`
}
