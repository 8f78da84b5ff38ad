import { collections } from '../../../base/contract/vocabulary.ts'
import { violatedConstraint } from '../../../base/database/unavailable.ts'
import { internationalPhone } from '../../../base/kernel/phone-number.ts'
import { createShop } from '../../../domain/shops/create-shop.ts'
import { findShop, listShops, type ShopRow, setShop } from '../../../domain/shops/shop-store.ts'
import { type AddCommand, answer, CommandRefused } from './command-context.ts'
import { readChoice, readCountry, readEmail, readInteger, readText, readUuid } from './option-values.ts'

type ShopOptions = {
  name: string
  country: string
  payoutPhone?: string
  defaultCollection?: 'SECURE' | 'DIRECT'
  discountPercent?: number
  ownerEmail?: string
  json?: boolean
}

/** `colis shops create | set | list`. */
export const addShopsCommand: AddCommand = (program, context) => {
  const shops = program.command('shops').description('open shops and change their settings')

  shops
    .command('create')
    .description('open a shop')
    .requiredOption('--name <name>', 'what customers call it', readText(80))
    .requiredOption(
      '--country <code>',
      'country whose phone rules it lives by (ISO 3166: BJ, CI, …)',
      readCountry,
    )
    .option('--payout-phone <number>', 'mobile-money number that receives its sales')
    .option(
      '--default-collection <way>',
      'SECURE or DIRECT; default: SECURE with a payout number',
      readChoice(collections),
    )
    .option('--discount-percent <n>', 'agreed discount on every trip', readInteger(0, 100))
    .option('--owner-email <address>', 'where its owner is told what needs them', readEmail)
    .option('--json', 'answer with one JSON object')
    .action(async (options: ShopOptions) => {
      const { name, country } = options
      const payoutPhone = readPayoutPhone(options.payoutPhone, country)
      const defaultCollection = options.defaultCollection ?? (payoutPhone ? 'SECURE' : 'DIRECT')
      const shop = await createShop(await context.parts(), {
        name,
        country,
        payoutPhone,
        defaultCollection,
        discountPercent: options.discountPercent ?? 0,
        ownerEmail: options.ownerEmail ?? null,
      }).catch(refuseSecureWithoutPhone)
      answer(context, options, { shopId: shop.id }, [
        `Shop ${shop.name}: ${shop.id}`,
        `Next: colis keys create --shop ${shop.id} --scopes …`,
      ])
    })

  shops
    .command('set')
    .description('change a shop; what is left out stays')
    .requiredOption('--shop <id>', 'the shop', readUuid)
    .option('--name <name>', 'what customers call it', readText(80))
    .option('--payout-phone <number>', 'mobile-money number that receives its sales')
    .option('--default-collection <way>', 'SECURE or DIRECT', readChoice(collections))
    .option('--discount-percent <n>', 'agreed discount on every trip', readInteger(0, 100))
    .option('--owner-email <address>', 'where its owner is told what needs them', readEmail)
    .option('--json', 'answer with one JSON object')
    .action(async (options: Partial<ShopOptions> & { shop: string }) => {
      const { shop: _, json: __, ...wishes } = options
      if (Object.keys(wishes).length === 0) {
        throw new CommandRefused(
          'Say what to change: --name, --payout-phone, --default-collection, --discount-percent or --owner-email.',
        )
      }
      const { db } = await context.parts()
      const known = await findShop(db, options.shop)
      if (!known) throw new CommandRefused(`There is no shop ${options.shop}.`)
      const { name, payoutPhone, defaultCollection, discountPercent, ownerEmail } = options
      const shop = await setShop(db, options.shop, {
        ...(name !== undefined && { name }),
        ...(payoutPhone !== undefined && { payout_phone: readPayoutPhone(payoutPhone, known.country) }),
        ...(defaultCollection !== undefined && { default_collection: defaultCollection }),
        ...(discountPercent !== undefined && { discount_percent: discountPercent }),
        ...(ownerEmail !== undefined && { owner_email: ownerEmail }),
      }).catch(refuseSecureWithoutPhone)
      answer(context, options, shopAnswer(shop), [shopLine(shop)])
    })

  shops
    .command('list')
    .description('every shop')
    .option('--json', 'answer with one JSON object')
    .action(async (options: { json?: boolean }) => {
      const rows = await listShops((await context.parts()).db)
      answer(
        context,
        options,
        { shops: rows.map(shopAnswer) },
        rows.length ? rows.map(shopLine) : ['No shop yet.'],
      )
    })
}

function readPayoutPhone(text: string | undefined, country: string): string | null {
  if (text === undefined) return null
  const phone = internationalPhone(text, country)
  if (!phone) throw new CommandRefused(`The payout phone is not a possible number of ${country}.`)
  return phone
}

function refuseSecureWithoutPhone(error: unknown): never {
  if (violatedConstraint(error) !== 'secure_collection_needs_a_payout_phone') throw error
  throw new CommandRefused('SECURE needs --payout-phone.')
}

const shopAnswer = (shop: ShopRow) => ({
  shopId: shop.id,
  name: shop.name,
  country: shop.country,
  defaultCollection: shop.default_collection,
  payoutPhone: shop.payout_phone,
  discountPercent: shop.discount_percent,
  ownerEmail: shop.owner_email,
})

const shopLine = (shop: ShopRow) =>
  `${shop.id}  ${shop.country}  ${shop.default_collection.padEnd(6)}  ${String(shop.discount_percent).padStart(3)} %  ${shop.name}`
