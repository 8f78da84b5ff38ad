import type { Command } from 'commander'
import { type DeliveryStatus, deliveryStatuses } from '../../contract/vocabulary.ts'
import {
  type FoundOfShop,
  searchAllDeliveries,
} from '../../domain/deliveries/searching/search-all-deliveries.ts'
import { answer, type CommandContext, linesOr } from './command-context.ts'
import { jsonOption, limitOption, readChoices, readUuid } from './option-values.ts'

type ListOptions = {
  shop?: string
  status?: DeliveryStatus[]
  find?: string
  limit: number
  json?: boolean
}

/** `colis deliveries list`: what the search of the operator's pages finds, newest first. */
export function addDeliveriesList(deliveries: Command, context: CommandContext): void {
  deliveries
    .command('list')
    .description('deliveries of all shops, newest first; customers are not named')
    .option('--shop <id>', 'those of one shop', readUuid)
    .option('--status <statuses>', 'those with one of these statuses', readChoices(deliveryStatuses))
    .option('--find <words>', 'those with this reference, externalRef, phone or name')
    .option(...limitOption)
    .option(...jsonOption)
    .action(async (options: ListOptions) => {
      const { shop, status, find = '', limit } = options
      const { db, pricing, cell } = await context.services()
      const { cities } = pricing.map.current()
      const search = {
        typed: find,
        country: cities[0]?.country ?? '',
        cell,
        filter: { ...(shop && { shopIds: [shop] }), ...(status && { statuses: status }) },
        allCityIds: cities.map(({ id }) => id),
      }
      const { rows, hasMore } = await searchAllDeliveries(db, search, limit)
      const lines = [
        ...linesOr(rows, listedLine, 'No delivery.'),
        ...(hasMore ? ['There are older ones: --limit shows more.'] : []),
      ]
      answer(context, options, { deliveries: rows.map(listedAnswer), hasMore }, lines)
    })
}

const listedAnswer = (row: FoundOfShop) => ({
  deliveryId: row.id,
  reference: row.reference,
  externalRef: row.external_ref,
  shopId: row.shop_id,
  shopName: row.shop_name,
  status: row.status,
  paymentStatus: row.payment_status,
  price: row.price_fcfa,
  courierId: row.courier_id,
  createdAt: row.created_at.toISOString(),
})

const listedLine = (row: FoundOfShop) =>
  [
    row.created_at.toISOString(),
    row.reference,
    row.status,
    `${row.price_fcfa} FCFA`,
    row.shop_name,
    row.external_ref,
    `--shop ${row.shop_id}`,
  ]
    .filter(Boolean)
    .join('  ')
