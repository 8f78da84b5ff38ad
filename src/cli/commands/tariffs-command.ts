import { InvalidArgumentError } from 'commander'
import { readFcfa } from '../../base/kernel/written-number.ts'
import { surchargeTypes } from '../../contract/vocabulary.ts'
import { termBounds } from '../../domain/pricing/drafting/tariff-terms.ts'
import { getTariff } from '../../domain/pricing/get-tariff.ts'
import { setTariff, type TariffChange } from '../../domain/pricing/set-tariff.ts'
import type { Tariff } from '../../domain/pricing/tariff.ts'
import type { FrancCountry } from '../../domain/zones/franc-countries.ts'
import { getCity } from '../../domain/zones/get-city.ts'
import { type AddCommand, answer } from './command-context.ts'
import { countryOption, jsonOption, readAmount, readNumber } from './option-values.ts'

type SetOptions = {
  city: string
  country?: FrancCountry
  base?: number
  includedKm?: number
  perKm?: number
  step?: number
  surcharge?: SurchargeWish
  night?: NonNullable<Tariff['night']> | 'none'
  codFeePercent?: number
  codFeeMinimum?: number
  cancellationFee?: number
  returnFee?: number
  json?: boolean
}

/** `colis tariffs set | show`. */
export const addTariffsCommand: AddCommand = (program, context) => {
  const tariffs = program
    .command('tariffs')
    .description('what a trip costs in a city; amounts are whole FCFA')

  tariffs
    .command('set')
    .description('give a city a new version of its tariff; what is left out stays')
    .requiredOption('--city <name>', 'which city')
    .option(...countryOption)
    .option('--base <fcfa>', 'covers the included kilometres', readAmount(termBounds.amountFcfa))
    .option('--included-km <km>', 'kilometres in the base', readNumber(termBounds.includedKm))
    .option('--per-km <fcfa>', 'each further started kilometre', readAmount(termBounds.amountFcfa))
    .option('--step <fcfa>', 'amounts are rounded up to a multiple of it', readAmount(termBounds.stepFcfa))
    .option(
      '--surcharge <TYPE=flat[+perKm]>',
      `${surchargeTypes.join(', ')}; TYPE=none ends it; may be repeated`,
      readSurcharge,
    )
    .option('--night <from-to|none>', 'local hours of the night, such as 21:00-06:00', readNight)
    .option(
      '--cod-fee-percent <n>',
      'collection fee on goods collected SECURE',
      readNumber(termBounds.collectionPercent),
    )
    .option('--cod-fee-minimum <fcfa>', 'its minimum', readAmount(termBounds.amountFcfa))
    .option(
      '--cancellation-fee <fcfa>',
      'once the courier has arrived at the shop',
      readAmount(termBounds.amountFcfa),
    )
    .option('--return-fee <fcfa>', 'when the parcel is brought back', readAmount(termBounds.amountFcfa))
    .option(...jsonOption)
    .action(async (options: SetOptions) => {
      const services = await context.services()
      const city = await getCity(services.db, options.city, options.country)
      const tariff = await setTariff(services, city.id, changeOf(options))
      answer(context, options, { city: city.name, ...tariff }, tariffLines(city.name, tariff))
    })

  tariffs
    .command('show')
    .description('the tariff of a city')
    .requiredOption('--city <name>', 'which city')
    .option(...countryOption)
    .option(...jsonOption)
    .action(async (options: { city: string; country?: FrancCountry; json?: boolean }) => {
      const services = await context.services()
      const city = await getCity(services.db, options.city, options.country)
      const tariff = await getTariff(services, city)
      answer(context, options, { city: city.name, ...tariff }, tariffLines(city.name, tariff))
    })
}

function changeOf(options: SetOptions): TariffChange {
  const collectionFee = {
    ...(options.codFeePercent !== undefined && { percent: options.codFeePercent }),
    ...(options.codFeeMinimum !== undefined && { minimumFcfa: options.codFeeMinimum }),
  }
  return {
    ...(options.base !== undefined && { baseFcfa: options.base }),
    ...(options.includedKm !== undefined && { includedKm: options.includedKm }),
    ...(options.perKm !== undefined && { perKmFcfa: options.perKm }),
    ...(options.step !== undefined && { stepFcfa: options.step }),
    ...(options.surcharge && { surcharges: options.surcharge }),
    ...(options.night && { night: options.night === 'none' ? null : options.night }),
    ...(options.cancellationFee !== undefined && { cancellationFeeFcfa: options.cancellationFee }),
    ...(options.returnFee !== undefined && { returnFeeFcfa: options.returnFee }),
    ...(Object.keys(collectionFee).length > 0 && { collectionFee }),
  }
}

type SurchargeWish = NonNullable<TariffChange['surcharges']>

/** `RAIN=200`, `NIGHT=300+25` (flat and for each kilometre), `RAIN=none`. */
function readSurcharge(text: string, before: SurchargeWish = {}): SurchargeWish {
  const [, name, none, flat = '', perKm = '0'] =
    /^([A-Z_]+)=(?:(none)|([^+]+)(?:\+([^+]+))?)$/.exec(text) ?? []
  const type = surchargeTypes.find((each) => each === name)
  const [flatFcfa, perKmFcfa] = [flat, perKm].map((amount) => readFcfa(amount, termBounds.amountFcfa))
  if (type && none) return { ...before, [type]: null }
  if (!type || flatFcfa === undefined || perKmFcfa === undefined)
    throw new InvalidArgumentError(
      `It takes TYPE=flat, TYPE=flat+perKm or TYPE=none; types are ${surchargeTypes.join(', ')}.`,
    )
  return { ...before, [type]: { flatFcfa, perKmFcfa } }
}

function readNight(text: string): NonNullable<Tariff['night']> | 'none' {
  if (text === 'none') return 'none'
  if (!/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/.test(text))
    throw new InvalidArgumentError('It takes hours such as 21:00-06:00, or none.')
  const [from = '', to = ''] = text.split('-')
  return { from, to }
}

function tariffLines(city: string, tariff: Tariff): string[] {
  const surcharges = Object.entries(tariff.surcharges).map(
    ([type, rule]) => `  ${type}: ${rule.flatFcfa}${rule.perKmFcfa ? ` + ${rule.perKmFcfa} a km` : ''}`,
  )
  const base = `${tariff.baseFcfa} for ${tariff.includedKm} km, then ${tariff.perKmFcfa} a started km`
  return [
    `Tariff of ${city}, version ${tariff.version} (FCFA)`,
    `  base ${base}, rounded up to ${tariff.stepFcfa}`,
    ...surcharges,
    ...(tariff.night ? [`  night from ${tariff.night.from} to ${tariff.night.to}`] : []),
    `  collection fee ${tariff.collectionFee.percent} %, at least ${tariff.collectionFee.minimumFcfa}`,
    `  cancellation ${tariff.cancellationFeeFcfa}, return ${tariff.returnFeeFcfa}`,
  ]
}
