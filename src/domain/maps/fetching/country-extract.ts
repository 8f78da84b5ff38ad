import type { FrancCountry } from '../../zones/franc-countries.ts'

/** What download.geofabrik.de calls the extract of each country. */
const extractNames: Record<FrancCountry, string> = {
  BJ: 'benin',
  BF: 'burkina-faso',
  CI: 'ivory-coast',
  GW: 'guinea-bissau',
  ML: 'mali',
  NE: 'niger',
  SN: 'senegal-and-gambia',
  TG: 'togo',
  CM: 'cameroon',
  CF: 'central-african-republic',
  TD: 'chad',
  CG: 'congo-brazzaville',
  GQ: 'equatorial-guinea',
  GA: 'gabon',
}

/** Where the extract of a country is, and what it is called; `pattern` is MAP_EXTRACT_URL. */
export function countryExtract(pattern: string, country: FrancCountry) {
  const name = extractNames[country]
  const url = pattern.replaceAll('{country}', name)
  return { name, url, md5Url: `${url}.md5`, fileName: `${name}-latest.osm.pbf` }
}

/**
 * The checksum in the file that stands beside an extract, as md5sum writes it; undefined in any other text.
 */
export const md5In = (text: string): string | undefined =>
  /^\s*([0-9a-f]{32})(?![0-9a-f])/i.exec(text)?.[1]?.toLowerCase()

/** Bounds of a fetch: the largest extract of the region has 300 MB. */
export const extractLimits = {
  bytes: 2 * 1024 * 1024 * 1024,
  md5Bytes: 4_096,
  redirects: 5,
  /** What stays free on the disk for everything else. */
  spareDiskBytes: 256 * 1024 * 1024,
  /** The whole of one connection; what it received stays for the next one. */
  connectionMs: 6 * 60 * 60_000,
  /** How long nothing may come. */
  silenceMs: 60_000,
} as const

/** Why an extract was not fetched or imported; the first stay as they are until somebody does something. */
const lasting = ['NOT_FOUND', 'REFUSED', 'TOO_LARGE', 'DISK_FULL', 'REDIRECT_REFUSED', 'NO_CHECKSUM'] as const
const passing = ['AWAY', 'BROKEN_OFF', 'NOT_A_MAP', 'WRONG_CHECKSUM', 'TOO_LONG', 'UNREADABLE'] as const
export type FetchFailure = (typeof lasting)[number] | (typeof passing)[number]

/** Thrown by whatever fetches an extract. */
export class MapFetchFailed extends Error {
  override name = 'MapFetchFailed'
  readonly failure: FetchFailure
  constructor(failure: FetchFailure, cause?: unknown) {
    super(`An extract could not be fetched: ${failure}`, { cause })
    this.failure = failure
  }
}

/** A fetch is repeated each month, so that new streets come by themselves. */
export const refreshMs = 30 * 24 * 60 * 60_000

/** How often a fetch that failed is tried again by itself. */
const maxTries = 8

/** When a fetch that failed so many times is tried again, in ms; undefined when it waits for a person. */
export function retryMs(failure: FetchFailure, failedTimes: number): number | undefined {
  if (lasting.some((each) => each === failure) || failedTimes >= maxTries) return undefined
  return Math.min(60_000 * 2 ** (failedTimes - 1), 60 * 60_000)
}

/** An extract of OpenStreetMap begins with the length of its header, and says what it is. */
export const isExtract = (beginning: Uint8Array): boolean =>
  Buffer.from(beginning.subarray(6, 15)).toString('latin1') === 'OSMHeader'

/** So many bytes tell. */
export const beginningBytes = 15
