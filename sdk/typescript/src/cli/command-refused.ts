/** What the operator of a command did wrong, in one sentence for them. */
export class CommandRefused extends Error {
  override name = 'CommandRefused'
}
