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
