import type { ParcelSize } from '../../../../base/contract/vocabulary.ts'

/** What the label on a parcel says, in both languages. */
const french = {
  /** The title of the document: that of one label names its parcel. */
  title: (references: readonly string[]) =>
    references.length === 1 ? `Étiquette ${references[0]}` : `${references.length} étiquettes de colis`,
  codeOf: (reference: string) => `Code QR de ${reference}`,
  toCollect: 'À encaisser',
  toCollectAbout: 'À encaisser (estimation)',
  nothingToCollect: 'Rien à encaisser',
  paid: 'Déjà payé',
  fragile: 'FRAGILE',
  sizes: {
    SMALL: 'Petit colis',
    MEDIUM: 'Colis moyen',
    LARGE: 'Grand colis',
  } satisfies Record<ParcelSize, string>,
  placeUnknown: 'Adresse à préciser',
}

/** What the label on a parcel says. */
export type LabelWording = typeof french

const english: LabelWording = {
  title: (references) =>
    references.length === 1 ? `Label ${references[0]}` : `${references.length} parcel labels`,
  codeOf: (reference) => `QR code of ${reference}`,
  toCollect: 'To collect',
  toCollectAbout: 'To collect (estimate)',
  nothingToCollect: 'Nothing to collect',
  paid: 'Already paid',
  fragile: 'FRAGILE',
  sizes: { SMALL: 'Small parcel', MEDIUM: 'Medium parcel', LARGE: 'Large parcel' },
  placeUnknown: 'Address to be confirmed',
}

export const labelWording = { fr: french, en: english }
