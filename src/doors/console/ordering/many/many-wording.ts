export const manyNames = {
  firstName: 'first name',
  lastName: 'last name',
  fullName: 'full name',
  phone: 'phone',
  amount: 'amount',
  zone: 'neighbourhood',
  landmark: 'landmark',
  category: 'category',
  size: 'size',
  fragile: 'fragile',
  mode: 'payment',
  instructions: 'instructions',
  promoCode: 'promo code',
  externalRef: 'reference',
  latitude: 'latitude',
  longitude: 'longitude',
  position: 'position',
} as const

export const manyOutcome = {
  made: 'ordered',
  replayed: 'ordered before',
} as const

export const manyMissing = {
  phone: 'The column of the phone is missing.',
  name: 'The column of the name is missing.',
} as const

export const manyFaults = {
  EMPTY: 'There is nothing to read. Paste a table or choose a file.',
  TOO_LARGE: 'This is too large: 1 MB at most. Divide the table.',
  NOT_TEXT: 'This file is not a table of text. In Excel: “Save as”, then CSV.',
  QUOTES_UNCLOSED: 'A quotation mark is not closed: we cannot tell where the cell ends.',
  TOO_MANY_ROWS: 'There are more than 500 rows. Divide the table.',
  ONLY_HEADER: 'There are only headings, no delivery.',
  COLUMN_MISSING: 'The column of the phone or of the name is missing.',
} as const
