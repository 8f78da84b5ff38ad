import { audioSecondsOf } from '../../../base/kernel/audio-length.ts'
import { audioTypeOf } from '../../../base/kernel/audio-type.ts'
import { imageTypeOf } from '../../../base/kernel/image-type.ts'
import { pictureWithoutMetadata } from '../../../base/kernel/picture-without-metadata.ts'
import { privateFileTypeOf, type SentFileType } from '../../../base/kernel/private-file-type.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { DeliveryFileKind } from '../deliveries-tables.ts'
import type { StatusGroup } from '../delivery-status.ts'

/**
 * This folder keeps what is sent about one delivery besides words: a photo of the door, a voice note. Each
 * kind has one file at a time. The bytes lie in the storage of private files; who may see them is decided by
 * who asks for them here (decision 223).
 */
type FileRule = {
  isSound: boolean
  /** While the delivery is of this group it may be sent, replaced and taken back. */
  while: StatusGroup
  /**
   * How long it is kept after the end, in ms; a failed hand-over is an end, whether the parcel is back or
   * not.
   */
  keptMs: number
}

const dayMs = 86_400_000

/** One line for each kind. */
export const fileRules: Record<DeliveryFileKind, FileRule> = {
  DOOR_PHOTO: { isSound: false, while: 'expected', keptMs: dayMs },
  VOICE_NOTE: { isSound: true, while: 'expected', keptMs: dayMs },
  // As long as a shop may ask why its parcel came back.
  HANDOVER_PHOTO: { isSound: false, while: 'underWay', keptMs: 30 * dayMs },
}

export const fileKinds = Object.keys(fileRules) as DeliveryFileKind[]

/** What the customer leaves for the courier. */
export const doorNoteKinds = ['DOOR_PHOTO', 'VOICE_NOTE'] as const satisfies readonly DeliveryFileKind[]

/** A file whose format was read from its content. */
export type CheckedDeliveryFile = { contentType: SentFileType; bytes: Uint8Array }

/**
 * Reads what a file is from its content; its name and what a browser called it are not asked for. A picture
 * comes back without what says where and when it was taken. Throws DELIVERY_FILE_REFUSED.
 */
export const checkedDeliveryFile = (kind: DeliveryFileKind, bytes: Uint8Array): CheckedDeliveryFile =>
  fileRules[kind].isSound ? checkedSound(bytes) : checkedPicture(bytes)

function checkedPicture(bytes: Uint8Array): CheckedDeliveryFile {
  if (bytes.length > limits.deliveryPhotoBytes) throw refused('PICTURE_SIZE')
  const plain = privateFileTypeOf(bytes) && pictureWithoutMetadata(bytes)
  const contentType = plain && imageTypeOf(plain)
  if (!plain || !contentType) throw refused('PICTURE')
  return { contentType, bytes: plain }
}

function checkedSound(bytes: Uint8Array): CheckedDeliveryFile {
  if (bytes.length > limits.voiceNoteBytes) throw refused('SOUND_SIZE')
  const contentType = audioTypeOf(bytes)
  if (!contentType) throw refused('SOUND')
  const seconds = audioSecondsOf(bytes)
  if (seconds !== undefined && seconds > limits.voiceNoteSeconds + spareSeconds) throw refused('LENGTH')
  return { contentType, bytes }
}

/** A recorder that is stopped after half a minute still writes what it has heard until then. */
const spareSeconds = 2

const refused = (reason: 'PICTURE' | 'SOUND' | 'PICTURE_SIZE' | 'SOUND_SIZE' | 'LENGTH') =>
  new ApiError('DELIVERY_FILE_REFUSED', { reason })

const hourMs = 3_600_000

/** Since when what was sent of one kind counts towards `limits.deliveryFilesPerHour`. */
export const countedSince = (now: Date): Date => new Date(now.getTime() - hourMs)

/** What was announced before this and is still not in the storage never comes. */
export const arrivedBefore = (now: Date): Date => new Date(now.getTime() - hourMs)
