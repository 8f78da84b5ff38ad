import { type Message, type Wording, worded } from '../words.ts'
import { beyondSeconds, type GradedRequest, type Sample, withinSeconds } from './graded-request.ts'

/**
 * Grading asks of a partner's receiver what the contract asks of it (spec 6.3 to 6.5): each check makes a few
 * requests as they are really sent, or as somebody would forge them, and says what their responses must be.
 */
export type ReceiverCheck = {
  id: string
  expects: 'ACCEPTED' | 'REFUSED'
  title: Message
  /** What was sent, worded to follow "answered 400 to"; `{types}` are the types of the events concerned. */
  sent: Message
  fix: Message
  /** Of the checks before, the one that must have been passed for this one to show anything. */
  needs?: string
  /** Rounds, made one after the other; the requests of a round are made at once. */
  rounds(sample: Sample): GradedRequest[][]
}

/** A text of a check in every language, with the types of the events concerned. */
export const checkWording = (text: Message, types = ''): Wording =>
  worded((t) => t(text, { within: withinSeconds, beyond: beyondSeconds, types }))
