import { limits } from '../../../base/contract/limits.ts'
import { violatedConstraint } from '../../../base/database/unavailable.ts'
import { newId } from '../../../base/kernel/clock.ts'
import { promoCodeForm } from '../../../domain/payments/promo-code.ts'
import { insertPromoCode } from '../../../domain/payments/promo-code-store.ts'
import type { FrancCountry } from '../../../domain/zones/franc-countries.ts'
import { type AddCommand, answer, CommandRefused } from './command-context.ts'
import { findCity } from './find-city.ts'
import { readCountry, readDate, readInteger, readText } from './option-values.ts'

type CreateOptions = {
  code: string
  percent?: number
  amount?: number
  startsAt?: Date
  endsAt?: Date
  maxUses?: number
  city?: string
  country?: FrancCountry
  minimumTrip?: number
  json?: boolean
}

/** `colis promo-codes create`. */
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
    .option('--percent <n>', 'takes this share off', readInteger(1, 100))
    .option('--amount <fcfa>', 'takes this amount off', readInteger(1, 1_000_000))
    .option('--starts-at <date>', 'valid from', readDate)
    .option('--ends-at <date>', 'valid until, exclusive', readDate)
    .option('--max-uses <n>', 'deliveries it serves for', readInteger(1, 1_000_000_000))
    .option('--city <name>', 'only for trips in this city')
    .option('--country <code>', 'where the name is not enough', readCountry)
    .option(
      '--minimum-trip <fcfa>',
      'only for trips that cost at least this before discounts',
      readInteger(1, 1_000_000),
    )
    .option('--json', 'answer with one JSON object')
    .action(async (options: CreateOptions) => {
      if ((options.percent === undefined) === (options.amount === undefined)) {
        throw new CommandRefused('Say either --percent or --amount.')
      }
      if (options.startsAt && options.endsAt && options.startsAt >= options.endsAt) {
        throw new CommandRefused('--starts-at must come before --ends-at.')
      }
      const { db, clock } = await context.parts()
      const code = promoCodeForm(options.code)
      const city = options.city === undefined ? undefined : await findCity(db, options.city, options.country)
      const now = clock.now()
      const promo = {
        id: newId(now),
        code,
        percent: options.percent ?? null,
        amountFcfa: options.amount ?? null,
        startsAt: options.startsAt ?? null,
        endsAt: options.endsAt ?? null,
        maxUses: options.maxUses ?? null,
        uses: 0,
        cityId: city?.id ?? null,
        minimumTripFcfa: options.minimumTrip ?? null,
      }
      await insertPromoCode(db, promo, now).catch((error: unknown) => {
        if (violatedConstraint(error) !== 'promo_code_is_unique') throw error
        throw new CommandRefused(`The promo code ${code} is there already.`)
      })
      answer(context, options, { promoCodeId: promo.id, code }, [`Promo code ${code} is ready.`])
    })
}
