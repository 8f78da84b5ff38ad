import type { SpokenLanguage } from '../../../base/kernel/language.ts'
import type { Words } from '../message-text.ts'
import type { MessageKind } from '../messages-tables.ts'

/** A message ready to be sent: these are its contents, whatever form its channel gives them. */
export type OutgoingMessage = {
  id: string
  kind: MessageKind
  language: SpokenLanguage
  /** A phone number in international form, or an e-mail address. */
  address: string
  words: Words
  /**
   * Where its button leads, the part of that address which is this message's own, and a shorter address that
   * leads there, if there is one.
   */
  link: { url: string; token: string | null; shortUrl?: string } | null
  /** The address of the logo of the shop that it is about, where it has one. */
  logo?: string | null
}

/** What a provider returned: its id of the message, and WhatsApp's id of the person. */
export type Sent = { providerMessageId: string; waId?: string }

/** Sends messages to people. Throws MessageRefused, and resolves or throws within ten seconds. */
export type Channel = { send(message: OutgoingMessage): Promise<Sent> }

/** How long a provider may take for one message in all, in ms. */
export const providerDeadlineMs = 10_000

/**
 * Why a provider did not take a message, as a short code that reveals nothing of it. One that is neither
 * permanent nor passing is for the operator to mend, or unknown: another channel takes the message at once.
 */
export type Refusal = {
  failure: string
  /** Whether it would be refused again, because of this person or this message. */
  isPermanent: boolean
  /** Whether it is known to pass by itself within minutes: too many requests, an outage, no answer. */
  isPassing: boolean
}

/** A channel refused a message. */
export class MessageRefused extends Error {
  override name = 'MessageRefused'
  readonly failure: string
  readonly isPermanent: boolean
  readonly isPassing: boolean
  constructor(
    failure: string,
    { isPermanent = false, isPassing = false }: Partial<Omit<Refusal, 'failure'>>,
  ) {
    super(`The channel refused a message: ${failure}.`)
    this.failure = failure
    this.isPermanent = isPermanent
    this.isPassing = isPassing
  }
}
