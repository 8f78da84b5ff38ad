import type { Language } from '../../../base/kernel/language.ts'
import { type DomainText, speak } from '../../domain-words.ts'
import type { FetchFailure } from './country-extract.ts'
import type { MapFetchRow } from './map-fetch-store.ts'

/** Why the streets of a country are not there, and what to do. */
const failureTexts: Record<FetchFailure, DomainText> = {
  NOT_FOUND: 'There is no such file at MAP_EXTRACT_URL: correct the address.',
  REFUSED:
    'The server refuses to give the file: it may have closed its door to this address. Use another one.',
  TOO_LARGE: 'The file is larger than 2 GB: cut out the city, and import it with colis map import.',
  DISK_FULL: 'The disk has too little room: free as much as the file has, and 256 MB besides.',
  REDIRECT_REFUSED:
    'The server sends on to an address that is not public https: give the address of the file itself in MAP_EXTRACT_URL.',
  NO_CHECKSUM:
    'There is no checksum beside the file (.md5): use download.geofabrik.de or a mirror of it that has them.',
  AWAY: 'The server could not be reached, or does not respond.',
  BROKEN_OFF: 'The connection broke: what was received is kept.',
  NOT_A_MAP:
    'What came is no OpenStreetMap extract: a network that wants to be signed in to may have sent a page.',
  WRONG_CHECKSUM: 'What was received does not have the checksum that is given beside it; it was deleted.',
  TOO_LONG: 'It took longer than six hours: what was received is kept.',
  UNREADABLE: 'The file could not be read, or holds more than a city can have.',
}

/** How far the streets of a country are, in one sentence; `due` is when the service tries again by itself. */
export function fetchText(fetch: MapFetchRow, due: string, language: Language): string {
  const t = speak(language)
  const { state, failure, received_megabytes: received, total_megabytes: total } = fetch
  const why = failure === null ? '' : t(failureTexts[failure])
  switch (state) {
    case 'WAITING':
      return why === '' ? t('Waiting to be fetched.') : t('{why} It is tried again {due}.', { why, due })
    case 'RECEIVING':
      return total === null
        ? t('Being fetched: {received} MB so far.', { received })
        : t('Being fetched: {received} of {total} MB.', { received, total })
    case 'IMPORTING':
      return t('Fetched; being imported, city by city.')
    case 'DONE':
      return t('Imported. It is fetched again {due}.', { due })
    case 'FAILED':
      return t('Not fetched. {why}', { why })
  }
}
