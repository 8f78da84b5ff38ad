import { type PlainMessage, type Speak, translator } from '../base/kernel/translate.ts'
import french from '../words/domain.fr.json' with { type: 'json' }

/** What rooms say themselves, whoever reads it: English as it stands in the code, French in the catalogue. */
export const { speak, worded } = translator({ fr: french })
export type DomainMessage = keyof typeof french
/** A message that takes no values. */
export type DomainText = PlainMessage<DomainMessage>
export type DomainSpeaker = Speak<DomainMessage>
