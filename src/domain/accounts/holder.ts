/**
 * Someone who may sign in with a phone, according to the room that knows them: this folder knows accounts,
 * sessions and codes, and neither couriers nor shops. `id` is theirs in that room.
 */
export type Holder = { id: string; phone: string; standing: Standing }

/**
 * How well somebody is known who asks for a code or a link: they have an account or work here; they were
 * invited by somebody, and have never come; or they are new. What goes to the last two is bounded together
 * (decision 274).
 */
export type Standing = 'KNOWN' | 'INVITED' | 'NEW'

/** Those who may sign in: another room decides who they are, and which account is whose. */
export type Holders = {
  /** The account that may sign in with a phone in international form; undefined for an unknown phone. */
  find: (phone: string) => Promise<Holder | undefined>
  /**
   * The account of a holder, made or brought up to date now that they have shown that the phone is theirs;
   * undefined when they may not sign in any more.
   */
  openAccount: (holder: Holder) => Promise<string | undefined>
}
