import { dayAfter } from '../../../base/kernel/local-time.ts'
import type { PrivateFileType } from '../../../base/kernel/private-file-type.ts'
import type { VehicleType } from '../../../contract/vocabulary.ts'
import type { DocumentKind, PaperNotice } from '../couriers-tables.ts'

/** Every kind of document, in the order in which pages show them. */
export const documentKinds = [
  'PHOTO',
  'IDENTITY',
  'LICENCE',
  'INSURANCE',
  'REGISTRATION',
  'OTHER',
] as const satisfies readonly DocumentKind[]

/**
 * How many documents a courier may have, how large a file is at most, and how many days before its end one is
 * named.
 */
export const documentBounds = { perCourier: 30, fileBytes: 5 * 1024 * 1024, warnedDays: 30 } as const

/** How many days before the end of a paper its courier is told, the latest last (decision 350). */
export const paperNotices = [14, 3, 0] as const satisfies readonly PaperNotice[]

/**
 * How many days after its end a paper is still told of, where nobody was told on its last day: what ended
 * long ago is known.
 */
export const paperNoticeGraceDays = 1

/** How long files of people who are refused, or who have left, are kept (decision 168). */
export const documentRetention = { refusedDays: 30, retiredDays: 365 } as const

/**
 * What a courier has to show: who they are, their insurance, and for more than two wheels a licence (decision
 * 170).
 */
const obligatoryKinds = (vehicle: VehicleType): readonly DocumentKind[] =>
  vehicle === 'MOTO' ? ['IDENTITY', 'INSURANCE'] : ['IDENTITY', 'LICENCE', 'INSURANCE']

/**
 * Whether a document counts: `expiresOn` and `today` are days like `2026-11-21`; the last day still counts.
 */
type DocumentState = 'VALID' | 'EXPIRES_SOON' | 'EXPIRED'

export function documentState(expiresOn: string | null, today: string): DocumentState {
  if (expiresOn === null) return 'VALID'
  if (expiresOn < today) return 'EXPIRED'
  return expiresOn < dayAfter(today, documentBounds.warnedDays) ? 'EXPIRES_SOON' : 'VALID'
}

/** The obligatory kinds of which a courier has nothing that counts. */
export const missingKinds = (
  vehicle: VehicleType,
  documents: readonly { kind: DocumentKind; expiresOn: string | null }[],
  today: string,
): DocumentKind[] =>
  obligatoryKinds(vehicle).filter(
    (kind) =>
      !documents.some((each) => each.kind === kind && documentState(each.expiresOn, today) !== 'EXPIRED'),
  )

/** A file whose type was read from its content. */
export type CheckedFile = { contentType: PrivateFileType; bytes: Uint8Array }
