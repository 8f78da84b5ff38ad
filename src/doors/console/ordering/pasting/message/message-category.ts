import {
  claim,
  type Found,
  isFree,
  longestPhraseEnd,
  type Message,
  spanOf,
} from '../../words/message-tokens.ts'
import { categoryPhrases, type ParcelCategory } from '../../words/parcel-category.ts'

/** What is sent, by the first word of a message that names goods. */
export function readCategory(message: Message): Found<ParcelCategory> | undefined {
  for (let at = 0; at < message.tokens.length; at += 1) {
    const found = isFree(message, at) ? categoryAt(message, at) : undefined
    if (!found || !isAllFree(message, at, found.to)) continue
    // `Téléphone 97 00 00 01` names no goods.
    const isLabel = found.category === 'ELECTRONICS' && message.claims[found.to] === 'PHONE'
    claim(message, [at, found.to], isLabel ? 'LABEL' : 'CATEGORY')
    if (!isLabel) return { ...spanOf(message, [at, found.to]), value: found.category }
  }
  return undefined
}

const isAllFree = (message: Message, from: number, to: number): boolean =>
  message.claims.slice(from, to).every((each) => each === undefined)

/** The category whose longest name stands at a token: `montre connectée` is no `montre`. */
function categoryAt(message: Message, at: number): { category: ParcelCategory; to: number } | undefined {
  return categoryPhrases
    .map(({ category, phrases }) => ({ category, to: longestPhraseEnd(message, at, phrases) ?? 0 }))
    .filter(({ to }) => to > at)
    .sort((one, other) => other.to - one.to)[0]
}
