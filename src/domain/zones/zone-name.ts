import { visibleSigns } from '../../base/kernel/written-signs.ts'

/** A name of a zone as it is kept: one blank between words, nothing invisible. */
export const cleanZoneName = (text: string): string =>
  visibleSigns(text)
    .normalize('NFC')
    .replaceAll(/[^\S\n\r\t\v\f]+/g, ' ')
    .trim()

/** Names that people would not tell apart are one: quotes and errors identify zones by name. */
export const zoneNameKey = (name: string): string => cleanZoneName(name).toLowerCase()
