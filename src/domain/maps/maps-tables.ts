import type { FetchFailure } from './fetching/country-extract.ts'

declare module '../../base/database/tables.ts' {
  interface Tables {
    city_maps: {
      city_id: string
      import_id: string
      file_name: string
      attribution: string
      drawing: Uint8Array
      drawing_sha256: string
      landmark_count: number
      line_count: number
      imported_at: Date
    }
    map_fetches: {
      country: string
      asked_at: Date
      asked_by: string
      state: MapFetchState
      due_at: Date
      received_megabytes: number
      total_megabytes: number | null
      failed_times: number
      failure: FetchFailure | null
      md5: string | null
      fetched_at: Date | null
      city_count: number
    }
    landmarks: {
      city_id: string
      position: number
      name: string
      kind: LandmarkKind
      lat: number
      lng: number
      words: string
    }
  }
}

/** How far the fetch of a country's extract is. */
type MapFetchState = 'WAITING' | 'RECEIVING' | 'IMPORTING' | 'DONE' | 'FAILED'

/** What a landmark is. */
export type LandmarkKind =
  | 'MARKET'
  | 'PHARMACY'
  | 'HEALTH'
  | 'SCHOOL'
  | 'MOSQUE'
  | 'CHURCH'
  | 'FUEL'
  | 'HOTEL'
  | 'BANK'
  | 'PUBLIC'
  | 'JUNCTION'
  | 'QUARTER'
