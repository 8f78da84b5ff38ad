import type { SpokenLanguage } from '../../../base/kernel/language.ts'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { type RecipientKind, recipientKinds } from '../../../contract/vocabulary.ts'
import type { DeliveryRow } from '../delivery-row.ts'

/**
 * Somebody who may take a parcel for its customer (decision 344): the customer names them and sends the code
 * on, as to nobody else. The courier sees who it is, and notes who took the parcel.
 */
export type Recipient = { name: string; kind: RecipientKind }

/** The longest name; what courier and shop read besides is one word. */
export const maxRecipientName = 40
/** How often a customer names somebody, or nobody any more. */
export const maxTimesNamed = 20

export const recipientWords: Record<RecipientKind, Record<SpokenLanguage, string>> = {
  NEIGHBOUR: { fr: 'voisin', en: 'neighbour', pt: 'vizinho', es: 'vecino' },
  GUARD: { fr: 'gardien', en: 'guard', pt: 'guarda', es: 'guarda' },
  FAMILY: { fr: 'famille', en: 'family', pt: 'família', es: 'familia' },
  COLLEAGUE: { fr: 'collègue', en: 'colleague', pt: 'colega', es: 'colega' },
}

/** Somebody as people name them: `Adjovi, gardien`. */
export const recipientText = ({ name, kind }: Recipient, language: SpokenLanguage): string =>
  `${name}, ${recipientWords[kind][language]}`

type NamedColumns = Pick<DeliveryRow, 'recipient_name' | 'recipient_kind'>

/** Who may take the parcel of a delivery besides its customer; null for nobody. */
export const recipientOf = ({
  recipient_name: name,
  recipient_kind: kind,
}: NamedColumns): Recipient | null => (name !== null && kind !== null ? { name, kind } : null)

/** Who a form names: nobody by an empty name; undefined for what cannot be one. */
export function typedRecipient(typed: { name: string; kind: string }): Recipient | null | undefined {
  const name = cleanedLine(typed.name)
  if (name === '') return null
  const kind = recipientKinds.find((each) => each === typed.kind)
  return kind && [...name].length <= maxRecipientName ? { name, kind } : undefined
}
