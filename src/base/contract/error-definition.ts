/** One error: its HTTP status, its wording in both languages, and its details. */
export type ErrorDefinition<Params> = {
  status: number
  /** Parameters as they may be, for the reference. */
  example?: Params
  en: (params: Params) => string
  fr: (params: Params) => string
  /** Which parameters the caller sees in `details`; none when absent. */
  details?: (params: Params) => Record<string, unknown> | undefined
}

/** An entry of a catalogue of errors, with the types of its parameters. */
export const define = <Params = Record<never, never>>(definition: ErrorDefinition<Params>) => definition
