import { retryParkedEvent } from '../../domain/monitoring/retry-parked-event.ts'
import { listParkedEvents, type ParkedEvent } from '../../events/event-log-store.ts'
import { modules } from '../../modules.ts'
import { type AddCommand, answer, CommandRefused, linesOr } from './command-context.ts'
import { jsonOption, readInteger } from './option-values.ts'

/** How many are shown or retried at once. */
const atOnce = 1_000

/** `colis events parked | retry`. */
export const addEventsCommand: AddCommand = (program, context) => {
  const events = program
    .command('events')
    .description('events that a consumer failed on ten times and parked')

  events
    .command('parked')
    .description('which events are parked, by which consumer and why; their bodies are not shown')
    .option(...jsonOption)
    .action(async (options: { json?: boolean }) => {
      const parked = await listParkedEvents((await context.services()).db, { limit: atOnce })
      answer(
        context,
        options,
        { parked: parked.map((each) => ({ ...each, parkedAt: each.parkedAt.toISOString() })) },
        linesOr(parked, parkedLine, 'No event is parked.'),
      )
    })

  events
    .command('retry')
    .description('pass parked events to their consumer again, once the cause is fixed')
    .option('--consumer <name>', 'those of one consumer')
    .option('--position <n>', 'one event, by its position; takes --consumer too', readInteger({ min: 1 }))
    .option('--all', 'every parked event')
    .option(...jsonOption)
    .action(async (options: RetryOptions) => {
      checkRetry(options)
      const services = await context.services()
      const consumers = modules.flatMap((module) => module(services).consumer ?? [])
      const parked = await listParkedEvents(services.db, {
        consumer: options.consumer ?? null,
        limit: atOnce,
      })
      const wanted = parked.filter(({ position }) => (options.position ?? position) === position)
      if (wanted.length === 0) throw new CommandRefused('No such event is parked.')
      const outcomes: { consumer: string; position: number; error: string | null }[] = []
      for (const { consumer, position } of wanted) {
        const outcome = await retryParkedEvent({ ...services, consumers }, { consumer, position })
        const error = outcome === 'UNKNOWN' ? 'This consumer is gone.' : outcome
        outcomes.push({ consumer, position, error: error === 'CONSUMED' ? null : errorText(error) })
      }
      answer(context, options, { retried: outcomes }, outcomes.map(outcomeLine))
      if (outcomes.some(({ error }) => error !== null)) context.fail()
    })
}

type RetryOptions = { consumer?: string; position?: number; all?: boolean; json?: boolean }

/** Throws CommandRefused when the options name no events. */
function checkRetry({ consumer, position, all }: RetryOptions): void {
  const isNamed = consumer !== undefined
  if (all ? isNamed || position !== undefined : !isNamed)
    throw new CommandRefused('Name the events: --consumer, or --consumer and --position, or --all alone.')
}

const errorText = (error: string | { error: string }) => (typeof error === 'string' ? error : error.error)

const parkedLine = ({ parkedAt, consumer, position, type, shopId, eventId, failures, error }: ParkedEvent) =>
  [
    parkedAt.toISOString(),
    `${consumer} ${position}`,
    type,
    `event ${eventId} of shop ${shopId}`,
    `failed ${failures} times: ${error}`,
  ].join('  ')

const outcomeLine = ({
  consumer,
  position,
  error,
}: {
  consumer: string
  position: number
  error: string | null
}) => (error === null ? `${consumer} ${position}  done` : `${consumer} ${position}  failed again: ${error}`)
