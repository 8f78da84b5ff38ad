/** Why the database cannot be opened or used, in one sentence for the operator that says what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
