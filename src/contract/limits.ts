/** The bounds of spec section 8, and those the spec leaves to us. Lengths are in characters. */
export const limits = {
  goodsAmountFcfa: { min: 0, max: 10_000_000 },
  /** Beyond this, numbers are no longer exact. */
  page: { min: 1, max: Number.MAX_SAFE_INTEGER, default: 1 },
  pageSize: { min: 1, max: 100, default: 30 },
  eventPageSize: { min: 1, max: 500, default: 100 },
  externalRef: { min: 1, max: 64, pattern: '^[A-Za-z0-9_.:/#-]+$' },
  idempotencyKey: { min: 8, max: 100, pattern: '^[A-Za-z0-9_-]{8,100}$' },
  customerName: { min: 1, max: 80 },
  customerPhone: { min: 8, max: 20 },
  placeLabel: { min: 1, max: 60 },
  placeLandmark: { min: 1, max: 160 },
  placeFormatted: { min: 1, max: 200 },
  pickupAddresses: 200,
  /** How many parcels a courier has at a time, at most; the database has as many slots. */
  courierParcels: 12,
  parcelCategory: { min: 2, max: 40 },
  photoKey: { min: 10, max: 200 },
  instructions: { min: 0, max: 500 },
  promoCode: { min: 0, max: 40 },
  cancelReason: { min: 1, max: 200 },
  metadata: {
    maxKeys: 20,
    key: {
      min: 1,
      max: 40,
      pattern: '^(?=\\S)[^\\p{C}\\p{Zl}\\p{Zp}\\u115f\\u1160\\u3164\\uffa0]{1,40}(?<=\\S)$',
    },
    value: { min: 0, max: 200 },
  },
  webhookEndpoints: 10,
  webhookUrl: { min: 1, max: 2_000 },
  webhookDescription: { min: 1, max: 200 },
  secretOverlapHours: { min: 0, max: 72 },
  attemptPageSize: { min: 1, max: 100, default: 50 },
  /** How many events one call sends again. */
  resentEvents: 2_000,
  expectedPriceFcfa: { min: 0, max: 10_000_000 },
  /** Each change is a line of the history, and a new phone is sent a message. */
  deliveryChanges: 50,
  /** Why somebody who runs the service acts in place of somebody else. */
  actReason: { min: 3, max: 200 },
  /** By how many minutes one act moves the deadline of a delivery, and how far from now it may then be. */
  deadlineExtension: { min: 5, max: 720, maxFromNow: 2_880 },
  /** Acts on a delivery that leave its status as it is: each is a line of its history. */
  deliveryInterventions: 100,
  zoneShapeDecimals: 5,
  photoBytes: 5 * 1024 * 1024,
  photoUploadMinutes: 15,
  /** The customer's page loads it within its 60 KB, of which the map takes most. */
  logoBytes: 8 * 1024,
  /** A picture of few bytes can still take all the memory of a phone. */
  logoPixels: 1_024,
  /** The customer's page shows it in the place of the logo, within the same bytes. */
  portraitBytes: 8 * 1024,
  portraitPixels: 400,
  /** A photo of a door: what phones take, where no script makes it smaller first. */
  deliveryPhotoBytes: 5 * 1024 * 1024,
  /** Half a minute at what phones record with; scripts record with far less. */
  voiceNoteBytes: 600 * 1024,
  voiceNoteSeconds: 30,
  /** How often a file of one kind of one delivery is sent within an hour. */
  deliveryFilesPerHour: 10,
  /** Phones of one courier that hear of offers; one more takes the place of the oldest. */
  pushSubscriptions: 5,
  shopName: { min: 1, max: 80 },
  /** How often sharing the link of one delivery is recorded. */
  linkShares: 20,
  /** What a customer writes beside a problem, and how many problems of one delivery they report. */
  problemWords: { min: 0, max: 500 },
  problemReports: 5,
  /** How often the stars of one delivery are changed. */
  ratingChanges: 10,
  bodyBytes: 256 * 1024,
  /** How many faults of one request are listed, and how many characters of a field's name are shown. */
  listedIssues: 100,
  issueField: 200,
} as const
