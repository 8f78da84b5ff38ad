import { limits } from '../../contract/limits.ts'
import { collections, type FeeBearer, feeBearers } from '../../contract/vocabulary.ts'
import { approveShop } from '../../domain/shops/approve-shop.ts'
import { changeShop } from '../../domain/shops/change-shop.ts'
import { createShop } from '../../domain/shops/create-shop.ts'
import { listShops, type ShopRow } from '../../domain/shops/shop-store.ts'
import { liftSuspension, suspendShop } from '../../domain/shops/suspend-shop.ts'
import { setShopTerms } from '../../domain/shops/terms/set-shop-terms.ts'
import { type BoundedTerm, shopTermBounds } from '../../domain/shops/terms/shop-terms.ts'
import { findShopTerms } from '../../domain/shops/terms/shop-terms-store.ts'
import { type AddCommand, answer, CommandRefused, linesOr } from './command-context.ts'
import {
  jsonOption,
  readChoice,
  readCountry,
  readEmail,
  readInteger,
  readText,
  readUuid,
} from './option-values.ts'

type ShopOptions = {
  name: string
  country: string
  payoutPhone?: string
  defaultCollection?: 'SECURE' | 'DIRECT'
  discountPercent?: number
  ownerEmail?: string
  taxId?: string
  maxOwed?: number | 'none'
  json?: boolean
}

type TermsOptions = {
  maxOwed?: number | 'none'
  newShopTrips?: number
  tripMinutes?: number
  leastPayout?: number
  payoutFeesBy?: FeeBearer
  json?: boolean
}

const readOf = (term: BoundedTerm) => {
  const [min, max] = shopTermBounds[term]
  return readInteger({ min, max })
}
/**
 * What a shop may owe, or that it is not bounded; the parser of options takes null for an option without a
 * value.
 */
const readBound = (text: string): number | 'none' => (text === 'none' ? text : readOf('maxOwedFcfa')(text))

const nameOption = ['--name <name>', 'what customers call it', readText(limits.shopName.max)] as const
const payoutOption = ['--payout-phone <number>', 'mobile-money number that receives its sales'] as const
const discountOption = [
  '--discount-percent <n>',
  'agreed discount on every trip',
  readInteger({ min: 0, max: 100 }),
] as const
const ownerOption = [
  '--owner-email <address>',
  'the e-mail address at which its owner is notified',
  readEmail,
] as const

const maxOwedChange = (bound: number | 'none' | undefined) =>
  bound === undefined ? {} : { maxOwedFcfa: bound === 'none' ? null : bound }

/** `colis shops create | set | terms | approve | suspend | resume | list`. */
export const addShopsCommand: AddCommand = (program, context) => {
  const shops = program.command('shops').description('open shops and change their settings')

  shops
    .command('create')
    .description('open a shop')
    .requiredOption(...nameOption)
    .requiredOption(
      '--country <code>',
      'country whose phone rules it lives by (ISO 3166: BJ, CI, …)',
      readCountry,
    )
    .option(...payoutOption)
    .option(
      '--default-collection <way>',
      'SECURE or DIRECT; default: SECURE with a payout number, where a provider serves the country',
      readChoice(collections),
    )
    .option(...discountOption)
    .option(...ownerOption)
    .option('--tax-id <number>', 'its number at the tax office (IFU, NCC, NIF), for its invoices')
    .option(...jsonOption)
    .action(async (options: ShopOptions) => {
      const shop = await createShop(await context.services(), {
        name: options.name,
        country: options.country,
        payoutPhone: options.payoutPhone ?? null,
        defaultCollection: options.defaultCollection,
        discountPercent: options.discountPercent ?? 0,
        ownerEmail: options.ownerEmail ?? null,
        taxId: options.taxId ?? null,
      })
      answer(context, options, { shopId: shop.id }, [
        `Shop ${shop.name}: ${shop.id}`,
        `Next: colis keys create --shop ${shop.id} --scopes …`,
      ])
    })

  shops
    .command('set')
    .description('change a shop; what is left out stays')
    .requiredOption('--shop <id>', 'the shop', readUuid)
    .option(...nameOption)
    .option(...payoutOption)
    .option('--default-collection <way>', 'SECURE or DIRECT', readChoice(collections))
    .option(...discountOption)
    .option(...ownerOption)
    .option('--tax-id <number>', 'its number at the tax office (IFU, NCC, NIF); an empty one removes it')
    .option(
      '--max-owed <fcfa>',
      'what it may owe before it pays its trips first; none: as all shops',
      readBound,
    )
    .option(...jsonOption)
    .action(async (options: Omit<Partial<ShopOptions>, 'country'> & { shop: string }) => {
      const { shop: shopId, json: _, maxOwed, ...others } = options
      const change = { ...others, ...maxOwedChange(maxOwed) }
      if (Object.keys(change).length === 0) {
        throw new CommandRefused(
          'Say what to change: --name, --payout-phone, --default-collection, --discount-percent, --owner-email, --tax-id or --max-owed.',
        )
      }
      const shop = await changeShop(await context.services(), shopId, change)
      answer(context, options, shopAnswer(shop), [shopLine(shop)])
    })

  shops
    .command('terms')
    .description('what was agreed with all shops; what is given is changed')
    .option(
      '--max-owed <fcfa>',
      'what a shop may owe before it pays its trips first; none: no bound',
      readBound,
    )
    .option(
      '--new-shop-trips <n>',
      'a new shop pays first until so many were handed over',
      readOf('newShopTrips'),
    )
    .option('--trip-minutes <n>', 'how long a shop has to pay a trip', readOf('tripMinutes'))
    .option('--least-payout <fcfa>', 'no payout is smaller', readOf('leastPayoutFcfa'))
    .option('--payout-fees-by <whom>', 'COMPANY or SHOP', readChoice(feeBearers))
    .option(...jsonOption)
    .action(async (options: TermsOptions) => {
      const services = await context.services()
      const { json: _, maxOwed, leastPayout, ...others } = options
      const change = {
        ...others,
        ...maxOwedChange(maxOwed),
        ...(leastPayout !== undefined && { leastPayoutFcfa: leastPayout }),
      }
      const isChanged = Object.keys(change).length > 0
      const terms = await (isChanged ? setShopTerms(services, change) : findShopTerms(services.db))
      answer(context, options, terms, [
        `A shop may owe: ${terms.maxOwedFcfa === null ? 'any amount' : `${terms.maxOwedFcfa} FCFA`}`,
        `A new shop pays first until handed over: ${terms.newShopTrips}`,
        `Minutes to pay a trip: ${terms.tripMinutes}`,
        `Least payout: ${terms.leastPayoutFcfa} FCFA`,
        `Fees of payouts are borne by: ${terms.payoutFeesBy}`,
      ])
    })

  shops
    .command('approve <id>')
    .description('let a shop that was opened on the console order deliveries')
    .option(...jsonOption)
    .action(async (id: string, options: { json?: boolean }) => {
      const shop = await approveShop(await context.services(), readUuid(id))
      answer(context, options, shopAnswer(shop), [shopLine(shop)])
    })

  shops
    .command('suspend <id>')
    .description('refuse what a shop orders and what its keys ask, while what is under way goes on')
    .requiredOption(
      '--reason <text>',
      'what its people are told, one sentence',
      readText(limits.actReason.max),
    )
    .option(...jsonOption)
    .action(async (id: string, options: { reason: string; json?: boolean }) => {
      const shop = await suspendShop(await context.services(), readUuid(id), options.reason)
      answer(context, options, shopAnswer(shop), [shopLine(shop)])
    })

  shops
    .command('resume <id>')
    .description('lift the suspension of a shop')
    .option(...jsonOption)
    .action(async (id: string, options: { json?: boolean }) => {
      const shop = await liftSuspension(await context.services(), readUuid(id))
      answer(context, options, shopAnswer(shop), [shopLine(shop)])
    })

  shops
    .command('list')
    .description('every shop')
    .option(...jsonOption)
    .action(async (options: { json?: boolean }) => {
      const rows = await listShops((await context.services()).db)
      answer(context, options, { shops: rows.map(shopAnswer) }, linesOr(rows, shopLine, 'No shop yet.'))
    })
}

const shopAnswer = (shop: ShopRow) => ({
  shopId: shop.id,
  name: shop.name,
  country: shop.country,
  defaultCollection: shop.default_collection,
  payoutPhone: shop.payout_phone,
  discountPercent: shop.discount_percent,
  maxOwedFcfa: shop.max_owed_fcfa,
  ownerEmail: shop.owner_email,
  taxId: shop.tax_id,
  approvedAt: shop.approved_at?.toISOString() ?? null,
  suspendedAt: shop.suspended_at?.toISOString() ?? null,
  suspensionReason: shop.suspension_reason,
})

const shopLine = (shop: ShopRow) =>
  [
    shop.id,
    shop.country,
    shop.default_collection.padEnd(6),
    `${String(shop.discount_percent).padStart(3)} %`,
    `${shop.name}${stateOf(shop)}`,
  ].join('  ')

function stateOf({ approved_at, suspended_at }: ShopRow): string {
  if (suspended_at) return '  (suspended)'
  return approved_at ? '' : '  (waits for approval)'
}
