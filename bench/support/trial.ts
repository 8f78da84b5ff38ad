/** How much of each trial: `short` shows in about a minute that it holds, `long` is the proof. */
export type Pace = 'short' | 'long'

/** Something done to the service while it is used, and what was promised of it: a row of the table in docs/proof.md. */
export type Trial = {
  /** The word by which it is chosen; `kills` chooses `kills-embedded` too. */
  name: string
  database: 'PostgreSQL' | 'embedded'
  /** How often, or how much, of it is done. */
  times: Record<Pace, number>
  /** What is done, so many times. */
  what: (times: number) => string
  /** What has to be acknowledged at least: a trial in which less happened proves nothing, and fails. */
  least: (times: number) => number
  /** Whether requests must have failed: else it was not done, or nobody noticed. */
  isFelt?: boolean
  /** Why it cannot be made here. */
  skip?: string | false
  run: (times: number) => Promise<Outcome>
}

/** What a trial came to. What is named is named with its id. */
export type Outcome = {
  /** What clients asked for, and what of it was acknowledged to them. */
  tried: number
  acknowledged: number
  /** What was acknowledged and is not there, or happened and never reached those who are promised it. */
  lost: string[]
  /** What was made twice. */
  doubled: string[]
  /** What else was promised and was not so. */
  broken: string[]
  /** Requests that were refused or got no answer, and were made again. */
  failedRequests: number
  /** What else was seen. */
  seen: string[]
}

/** How often, in words. */
export const often = (times: number): string => (times === 1 ? 'once' : `${times} times`)
