/** Why a file gives no map, worded in the catalogue of errors. */
export type MapFault =
  | 'UNREADABLE'
  | 'NOT_SORTED'
  | 'COMPRESSION'
  | 'TOO_MANY'
  | 'TOO_LONG'
  | 'NOTHING'
  | 'TOO_LARGE'

/** Thrown by whatever reads a file of a map, and told to whoever gave the file. */
export class MapFileRefused extends Error {
  override name = 'MapFileRefused'
  readonly fault: MapFault
  constructor(fault: MapFault) {
    super(`A map could not be read: ${fault}`)
    this.fault = fault
  }
}
