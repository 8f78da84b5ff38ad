import { limits } from '../../contract/limits.ts'
import { type PromoBearer, promoBearers } from '../../contract/vocabulary.ts'
import { type PromoCost, readPromoCosts } from '../../domain/deliveries/past-prices/promo-use-store.ts'
import { createPromoCode, type PromoDiscount } from '../../domain/money/payments/create-promo-code.ts'
import { endPromoCode } from '../../domain/money/payments/end-promo-code.ts'
import { type PromoCode, promoBounds } from '../../domain/money/payments/promo-code.ts'
import { listPromoCodes } from '../../domain/money/payments/promo-code-store.ts'
import type { FrancCountry } from '../../domain/zones/franc-countries.ts'
import { getCity } from '../../domain/zones/get-city.ts'
import { type AddCommand, answer, CommandRefused, linesOr } from './command-context.ts'
import {
  countryOption,
  jsonOption,
  readAmount,
  readChoice,
  readDate,
  readInteger,
  readText,
  readUuids,
  type TypedDate,
} from './option-values.ts'

type CreateOptions = {
  code: string
  percent?: number
  amount?: number
  startsAt?: TypedDate
  endsAt?: TypedDate
  maxUses?: number
  maxUsesPerShop?: number
  maxUsesPerCustomer?: number
  shops?: string[]
  borneBy?: PromoBearer
  city?: string
  country?: FrancCountry
  minimumTrip?: number
  json?: boolean
}

const readUses = readInteger(promoBounds.uses)

/** `colis promo-codes create | end | list`. */
export const addPromoCodesCommand: AddCommand = (program, context) => {
  const promoCodes = program.command('promo-codes').description('codes that make trips cheaper')

  promoCodes
    .command('create')
    .description('make a promo code')
    .requiredOption(
      '--code <text>',
      'what is typed; capitals and small letters are the same',
      readText(limits.promoCode.max),
    )
    .option('--percent <n>', 'takes this share off', readInteger(promoBounds.percent))
    .option('--amount <fcfa>', 'takes this amount off', readAmount(promoBounds.amountFcfa))
    .option('--starts-at <date>', 'valid from', readDate)
    .option('--ends-at <date>', 'valid until, exclusive', readDate)
    .option('--max-uses <n>', 'deliveries it serves for', readUses)
    .option('--max-uses-per-shop <n>', 'of these, for one shop', readUses)
    .option('--max-uses-per-customer <n>', 'of these, for one phone number', readUses)
    .option('--shops <ids>', 'only for these shops, by their identifiers with commas between', readUuids)
    .option(
      '--borne-by <whom>',
      'SERVICE or SHOP, which needs --shops; default: SERVICE',
      readChoice(promoBearers),
    )
    .option('--city <name>', 'only for trips in this city')
    .option(...countryOption)
    .option(
      '--minimum-trip <fcfa>',
      'only for trips that cost at least this before discounts',
      readAmount(promoBounds.minimumTripFcfa),
    )
    .option(...jsonOption)
    .action(async (options: CreateOptions) => {
      const services = await context.services()
      const city =
        options.city === undefined ? undefined : await getCity(services.db, options.city, options.country)
      const promo = await createPromoCode(services, {
        code: options.code,
        ...discountOf(options),
        startsAt: options.startsAt?.(services) ?? null,
        endsAt: options.endsAt?.(services) ?? null,
        maxUses: options.maxUses ?? null,
        maxUsesPerShop: options.maxUsesPerShop ?? null,
        maxUsesPerCustomer: options.maxUsesPerCustomer ?? null,
        shopIds: options.shops ?? null,
        bearer: options.borneBy ?? 'SERVICE',
        cityId: city?.id ?? null,
        minimumTripFcfa: options.minimumTrip ?? null,
      })
      answer(context, options, { promoCodeId: promo.id, code: promo.code }, [
        `Promo code ${promo.code} is ready.`,
      ])
    })

  promoCodes
    .command('end')
    .description('end a promo code now; deliveries made with it keep their discount')
    .requiredOption('--code <text>', 'which', readText(limits.promoCode.max))
    .option(...jsonOption)
    .action(async (options: { code: string; json?: boolean }) => {
      const promo = await endPromoCode(await context.services(), options.code)
      answer(context, options, promoAnswer(promo), [promoLine(promo)])
    })

  promoCodes
    .command('list')
    .description('every promo code, with what it cost whom and how many uses were given back')
    .option(...jsonOption)
    .action(async (options: { json?: boolean }) => {
      const { db } = await context.services()
      const promos = await listPromoCodes(db)
      const costs = await readPromoCosts(
        db,
        promos.map(({ id }) => id),
      )
      const costOf = ({ id }: PromoCode) => costs.get(id) ?? { deliveries: 0, discountFcfa: 0, released: 0 }
      answer(
        context,
        options,
        { promoCodes: promos.map((promo) => ({ ...promoAnswer(promo), ...costOf(promo) })) },
        linesOr(
          promos,
          (promo) => `${promoLine(promo)}  ${costText(promo, costOf(promo))}`,
          'No promo code yet.',
        ),
      )
    })
}

function discountOf({ percent, amount }: CreateOptions): PromoDiscount {
  if (percent !== undefined && amount === undefined) return { percent }
  if (amount !== undefined && percent === undefined) return { amountFcfa: amount }
  throw new CommandRefused('Say either --percent or --amount.')
}

const costText = ({ bearer }: PromoCode, { discountFcfa, released }: PromoCost): string =>
  [
    `cost ${bearer === 'SHOP' ? 'shops ' : ''}${discountFcfa} FCFA`,
    ...(released > 0 ? [`${released} given back`] : []),
  ].join(', ')

const promoAnswer = ({ id, ...promo }: PromoCode) => ({ promoCodeId: id, ...promo })

function promoLine({ code, percent, amountFcfa, uses, maxUses, startsAt, endsAt }: PromoCode): string {
  const discount = percent === null ? `${amountFcfa} FCFA` : `${percent} %`
  const period = [startsAt && `from ${startsAt.toISOString()}`, endsAt && `until ${endsAt.toISOString()}`]
  return [`${code}  ${discount}  used ${uses}${maxUses === null ? '' : ` of ${maxUses}`}`, ...period]
    .filter(Boolean)
    .join('  ')
}
