export const orderingFields = {
  message: 'Message',
  phone: 'Customer’s phone',
  firstName: 'First name',
  lastName: 'Last name (optional)',
  category: 'What is it?',
  size: 'Size',
  fragile: 'Fragile',
  mode: 'Payment',
  amount: 'Amount of the goods (FCFA)',
  feePayer: 'Who pays for the trip?',
  collection: 'How does the customer pay?',
  position: 'Position or Google Maps link (optional)',
  zone: 'Neighbourhood (optional)',
  landmark: 'Landmark (optional)',
  instructions: 'Instructions to the courier (optional)',
  promoCode: 'Promo code',
  externalRef: 'Your reference',
  pickupAddressId: 'Where to fetch the parcel?',
  photoKey: 'Photo of the parcel',
} as const

export const orderingModes = {
  CASH_ON_DELIVERY: 'On delivery',
  PREPAID: 'Already paid',
} as const

export const orderingCollections = {
  SECURE: 'Mobile money, through the service',
  DIRECT: 'Directly to my number',
} as const

export const orderingFeePayers = {
  CUSTOMER: 'The customer',
  MERCHANT: 'My shop',
} as const

export const orderingFaults = {
  MISSING: 'Please fill this in.',
  TOO_SHORT: 'This is too short.',
  TOO_LONG: 'This is too long.',
  CHARACTERS: 'Some characters cannot be read. Type this text again.',
  PHONE: 'This number is not possible. Example: 01 97 00 00 01, or +228 90 00 00 01.',
  AMOUNT: 'Type an amount in digits, for example 15000.',
  AMOUNT_TOO_LARGE: 'The amount cannot be more than 10,000,000 FCFA.',
  SIZE: 'Small, medium or large.',
  YES_OR_NO: 'Yes or no.',
  MODE: '“on delivery” or “already paid”.',
  REFERENCE: 'Letters, digits and . : / # - _ only, 64 at most.',
  REFERENCE_TWICE: 'This reference is in another row already.',
  COORDINATE: 'A latitude or longitude in degrees, for example 6.3654.',
  COORDINATE_ALONE: 'Both latitude and longitude are needed.',
  POSITION: 'We read no position in this. Example: 6.3654, 2.4183, or the link of a map.',
  EXTRA_CELL: 'One cell too many.',
} as const
