import { listCityArrivals } from '../../domain/arrivals/list-city-arrivals.ts'
import { type CityArrivals, measuredDays } from '../../domain/arrivals/measured-arrivals.ts'
import { alertLimitsOf } from '../../domain/monitoring/alerts/alert-rules.ts'
import { judgedHealth } from '../../domain/monitoring/health/health-judgement.ts'
import { readHealth } from '../../domain/monitoring/health/read-health.ts'
import { watchedModules } from '../../modules.ts'
import { type AddCommand, answer } from './command-context.ts'
import { jsonOption } from './option-values.ts'

/** `colis service health | arrivals`. */
export const addServiceCommand: AddCommand = (program, context) => {
  const service = program.command('service').description('how the service does')
  service
    .command('health')
    .description(
      'every figure of the page /operations/service, each judged FINE, LOOK or ACT; exit code 1 for ACT',
    )
    .option(...jsonOption)
    .action(async (options: { json?: boolean }) => {
      const services = await context.services()
      const health = await readHealth({ ...services, watched: watchedModules(services) })
      const judged = judgedHealth(health, alertLimitsOf(services.rules.current()))
      answer(
        context,
        options,
        { judged, health },
        Object.entries(judged).map(([figure, judgement]) => `${judgement.padEnd(4)}  ${figure}`),
      )
      if (Object.values(judged).includes('ACT')) context.fail()
    })
  service
    .command('arrivals')
    .description('how often the announced times of arrival came true, city by city')
    .option(...jsonOption)
    .action(async (options: { json?: boolean }) => {
      const services = await context.services()
      const cities = await listCityArrivals(services)
      answer(context, options, { days: measuredDays, cities }, cities.map(arrivalsLine))
    })
}

/** A city in one line: `Cotonou: 41 of 50 right (82%), 3 earlier, 6 later by 4 min, 2 not announced`. */
function arrivalsLine({
  city,
  announced,
  within,
  early,
  late,
  silent,
  medianLateMinutes,
}: CityArrivals): string {
  const percent = announced === 0 ? '' : ` (${Math.round((within / announced) * 100)}%)`
  const lateBy = medianLateMinutes === null ? '' : ` by ${Math.ceil(medianLateMinutes)} min`
  const right = `${within} of ${announced} right${percent}`
  return `${city}: ${right}, ${early} earlier, ${late} later${lateBy}, ${silent} not announced`
}
