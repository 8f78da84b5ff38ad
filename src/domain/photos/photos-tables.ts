import type { PhotoContentType } from '../../contract/vocabulary.ts'

declare module '../../base/database/tables.ts' {
  interface Tables {
    parcel_photos: {
      shop_id: string
      photo_key: string
      content_type: PhotoContentType
      size_bytes: number
      created_at: WrittenOnce
      verified_at: Date | null
    }
  }
}
