/** The bounds of spec section 8, and those the spec leaves to us. Lengths are in characters. */
export const limits = {
  goodsAmountFcfa: { min: 0, max: 10_000_000 },
  /** Beyond this, numbers are no longer exact. */
  page: { min: 1, max: Number.MAX_SAFE_INTEGER, default: 1 },
  pageSize: { min: 1, max: 100, default: 30 },
  eventPageSize: { min: 1, max: 500, default: 100 },
  externalRef: { min: 1, max: 64, pattern: '^[\\w.:/#-]+$' },
  idempotencyKey: { min: 8, max: 100, pattern: '^[A-Za-z0-9_-]{8,100}$' },
  customerName: { min: 1, max: 80 },
  customerPhone: { min: 8, max: 20 },
  placeLabel: { min: 1, max: 60 },
  placeLandmark: { min: 1, max: 160 },
  parcelCategory: { min: 2, max: 40 },
  photoKey: { min: 10, max: 200 },
  instructions: { min: 0, max: 500 },
  promoCode: { min: 0, max: 40 },
  cancelReason: { min: 1, max: 200 },
  zoneShapeDecimals: 5,
  photoBytes: 5 * 1024 * 1024,
  photoUploadMinutes: 15,
  bodyBytes: 256 * 1024,
  /** How many faults of one request are listed, and how many characters of a field's name are shown. */
  listedIssues: 100,
  issueField: 200,
} as const
