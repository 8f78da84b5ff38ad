import { pictureWithoutMetadata } from '../../../base/kernel/picture-without-metadata.ts'
import { privateFileTypeOf } from '../../../base/kernel/private-file-type.ts'
import { ApiError } from '../../../contract/errors.ts'
import { type CheckedFile, documentBounds } from './document-rules.ts'

/**
 * Reads the type of a file from its content; its name and what the browser called it are not asked for. A
 * portrait is a picture, and a picture comes back without what says where and when it was taken. Throws
 * DOCUMENT_REFUSED.
 */
export function checkedFile(bytes: Uint8Array, { isPicture }: { isPicture: boolean }): CheckedFile {
  if (bytes.length > documentBounds.fileBytes) throw new ApiError('DOCUMENT_REFUSED', { reason: 'SIZE' })
  const contentType = privateFileTypeOf(bytes)
  if (!contentType || (isPicture && contentType === 'application/pdf'))
    throw new ApiError('DOCUMENT_REFUSED', { reason: 'CONTENT' })
  const plain = contentType === 'application/pdf' ? bytes : pictureWithoutMetadata(bytes)
  if (!plain) throw new ApiError('DOCUMENT_REFUSED', { reason: 'CONTENT' })
  return { contentType, bytes: plain }
}
