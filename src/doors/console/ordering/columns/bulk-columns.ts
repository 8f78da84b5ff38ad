/**
 * The columns of a file of orders and what each is called here. Without a header they are in this order, up
 * to the longitude, as a spreadsheet has them; columns at the end may be left out.
 */
const columns = {
  firstName: 'first name',
  lastName: 'last name',
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
  fullName: 'full name',
  position: 'position',
  due: 'to collect',
  rest: 'left to pay',
  paid: 'deposit',
  unitPrice: 'price of one',
  quantity: 'quantity',
  linePrice: 'price of the line',
  discount: 'discount to take off',
  fee: 'delivery in the file',
  feePayer: 'who pays the trip',
  status: 'status of the order',
  progress: 'progress of the order',
  paidAt: 'paid on',
  cancelled: 'cancelled',
  payerName: 'name of the buyer',
  payerFirstName: 'first name of the buyer',
  payerLastName: 'last name of the buyer',
  payerPhone: 'phone of the buyer',
  payerPlace: 'address of the buyer',
  window: 'drop-off window',
  windowFrom: 'drop-off from',
  windowTo: 'drop-off until',
} as const
export type BulkColumn = keyof typeof columns
export const bulkColumns = Object.keys(columns) as BulkColumn[]

/** What a column is called. */
export const columnName = (column: BulkColumn) => columns[column]

/** Whether a text names a column. */
export const isBulkColumn = (text: string): text is BulkColumn => Object.hasOwn(columns, text)

/** The columns of a file without a header, in their order. */
export const defaultColumns = bulkColumns.slice(0, bulkColumns.indexOf('fullName'))

/** Of these a file may have several, which are read together. */
export const sharedColumns: readonly BulkColumn[] = [
  'zone',
  'landmark',
  'category',
  'instructions',
  'mode',
  'status',
  'progress',
  'paidAt',
  'cancelled',
  'payerPlace',
]

/** What says how much is collected. */
export const moneyColumns: readonly BulkColumn[] = ['due', 'rest', 'amount', 'unitPrice', 'linePrice']
