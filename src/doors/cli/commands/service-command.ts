import { judgedHealth } from '../../../domain/monitoring/health/health-judgement.ts'
import { readHealth } from '../../../domain/monitoring/health/read-health.ts'
import { watchedModules } from '../../../modules.ts'
import { type AddCommand, answer } from './command-context.ts'

/** `colis service health`. */
export const addServiceCommand: AddCommand = (program, context) => {
  program
    .command('service')
    .description('how the service does')
    .command('health')
    .description(
      'every figure of the page /operations/service, each judged FINE, LOOK or ACT; exit code 1 for ACT',
    )
    .option('--json', 'answer with one JSON object')
    .action(async (options: { json?: boolean }) => {
      const services = await context.services()
      const health = await readHealth({ ...services, watched: watchedModules(services) })
      const judged = judgedHealth(health, services.monitoring.limits)
      answer(
        context,
        options,
        { judged, health },
        Object.entries(judged).map(([figure, judgement]) => `${judgement.padEnd(4)}  ${figure}`),
      )
      if (Object.values(judged).includes('ACT')) context.fail()
    })
}
