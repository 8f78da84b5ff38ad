import { type PlainMessage, translator } from '../../base/kernel/translate.ts'
import spanish from '../../words/courier-pushes.es.json' with { type: 'json' }
import french from '../../words/courier-pushes.fr.json' with { type: 'json' }
import portuguese from '../../words/courier-pushes.pt.json' with { type: 'json' }

/** What couriers' phones are pushed, in the languages of their pages. */
export const { speak } = translator({ fr: french, pt: portuguese, es: spanish })
export type PushMessage = keyof typeof french
/** A message that takes no values. */
export type PushMessageText = PlainMessage<PushMessage>
