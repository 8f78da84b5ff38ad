import { claim, type Message, type Token } from '../../words/message-tokens.ts'

/** What follows the digits of a time of day. */
const hours = new Set(['h', 'heure', 'heures', 'hr', 'hrs', 'am', 'pm', 'min', 'mn', 'minutes'])

/** Takes dates (`21/11/2026`) and times of day (`15h30`, `12:03`), which are neither phones nor amounts. */
export function claimTimes(message: Message): void {
  message.tokens.forEach((_, at) => {
    const end = dateEnd(message.tokens, at) ?? timeEnd(message.tokens, at)
    if (end !== undefined && message.claims[at] === undefined) claim(message, [at, end], 'TIME')
  })
}

/** Day, month and year with one sign between them, alone. */
function dateEnd(tokens: readonly Token[], at: number): number | undefined {
  const [first, sign, second, again, third, after] = tokens.slice(at, at + 6)
  const before = tokens[at - 1]
  if (!first || !sign || !second || !again || !third) return undefined
  const isWritten =
    /^[/.-]$/.test(sign.text) &&
    sign.text === again.text &&
    [sign, second, again, third].every((one) => one.isGlued) &&
    !(first.isGlued && before?.text === sign.text) &&
    !(after?.isGlued && after.text === sign.text)
  const lengths = [first, second, third].map((one) => (one.kind === 'DIGITS' ? one.text.length : 0)).join()
  const isDate = ['1,1,4', '1,2,4', '2,1,4', '2,2,4', '4,2,2', '2,2,2'].includes(lengths)
  return isWritten && isDate && Number(second.text) <= 12 ? at + 5 : undefined
}

function timeEnd(tokens: readonly Token[], at: number): number | undefined {
  const [hour, mark, minute] = tokens.slice(at, at + 3)
  if (hour?.kind !== 'DIGITS' || hour.text.length > 2 || !mark) return undefined
  const hasMinutes = minute?.kind === 'DIGITS' && minute.isGlued && minute.text.length === 2
  if (hours.has(mark.folded)) return hasMinutes ? at + 3 : at + 2
  return mark.text === ':' && mark.isGlued && hasMinutes && Number(hour.text) < 24 ? at + 3 : undefined
}
