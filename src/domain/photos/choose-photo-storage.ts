import type { Config } from '../../config.ts'
import { derivedKeys } from '../../derived-secrets.ts'
import { photoFolderOf, publicUrlOf } from '../../derived-settings.ts'
import { localPhotoStorage } from './local-photo-storage.ts'
import { s3PhotoStorage } from './s3-photo-storage.ts'

/**
 * Where photos are kept, as the settings say: in a bucket, or in a folder that this service itself receives
 * them in.
 */
export function choosePhotoStorage(config: Config) {
  const publicUrl = publicUrlOf(config)
  if (config.PHOTO_BUCKET_URL) {
    return { photoStorage: s3PhotoStorage({ bucketUrl: config.PHOTO_BUCKET_URL }), localPhotos: undefined }
  }
  const folder = photoFolderOf(config)
  const secrets = derivedKeys(config, 'parcel photo uploads')
  return { photoStorage: localPhotoStorage({ folder, publicUrl, secrets }), localPhotos: { folder, secrets } }
}
