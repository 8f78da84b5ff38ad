import { InvalidArgumentError } from 'commander'
import { listText } from '../../base/kernel/list-text.ts'
import { limits } from '../../contract/limits.ts'
import { type EndpointState, type EventType, eventTypes } from '../../contract/vocabulary.ts'
import { getShop } from '../../domain/shops/get-shop.ts'
import { addEndpoint } from '../../domain/webhooks/endpoints/add-endpoint.ts'
import {
  changeEndpoint,
  type EnabledEndpoint,
  enableEndpoint,
  pauseEndpoint,
  regenerateSecret,
  removeEndpoint,
} from '../../domain/webhooks/endpoints/change-endpoint.ts'
import { endpointState } from '../../domain/webhooks/endpoints/endpoint-state.ts'
import {
  type EndpointKey,
  type EndpointRow,
  listEndpoints,
} from '../../domain/webhooks/endpoints/endpoint-store.ts'
import { getEndpointKey } from '../../domain/webhooks/endpoints/get-endpoint.ts'
import { pingEndpoint } from '../../domain/webhooks/endpoints/ping-endpoint.ts'
import { attemptOutcome } from '../../domain/webhooks/sending/attempt-outcome.ts'
import { type AttemptRow, listAttempts } from '../../domain/webhooks/sending/attempt-store.ts'
import { resendDispatches } from '../../domain/webhooks/sending/resend-dispatches.ts'
import type { WebhookDeps } from '../../domain/webhooks/webhook-deps.ts'
import { type AddCommand, answer, CommandRefused } from './command-context.ts'
import {
  jsonOption,
  limitOption,
  readDate,
  readInteger,
  readText,
  readUuid,
  type TypedDate,
} from './option-values.ts'

const { secretOverlapHours } = limits
const endpointOption = ['--endpoint <id>', 'which', readUuid] as const

type AddOptions = {
  shop: string
  url: string
  events?: EventType[] | 'all'
  description?: string
  json?: boolean
}
type OneOptions = { endpoint: string; json?: boolean }

/**
 * `colis webhooks add | list | change | ping | log | resend | regenerate-secret | enable | pause | remove`.
 */
export const addWebhooksCommand: AddCommand = (program, context) => {
  const webhooks = program
    .command('webhooks')
    .description('endpoints of a shop’s server, to which every event is published')
  const services = async (): Promise<WebhookDeps> => {
    const { webhooks: own, actor } = await context.services()
    return { ...own, actor }
  }

  webhooks
    .command('add')
    .description('add an address; its signing secret is shown this once')
    .requiredOption('--shop <id>', 'whose address', readUuid)
    .requiredOption('--url <url>', 'https address to call')
    .option('--events <list>', 'event types to send, comma-separated; default: all', readEventTypes)
    .option('--description <text>', 'what it is for', readText(limits.webhookDescription.max))
    .option(...jsonOption)
    .action(async (options: AddOptions) => {
      const { endpoint, secret } = await addEndpoint(await services(), {
        shopId: options.shop,
        url: options.url,
        eventTypes: typesOf(options.events) ?? null,
        description: options.description ?? null,
      })
      answer(context, options, { endpointId: endpoint.id, secret }, [
        secret,
        `Endpoint ${endpoint.id} for ${endpoint.url}. The secret above is not shown again.`,
      ])
    })

  webhooks
    .command('change')
    .description('change an address; what is left out stays')
    .requiredOption(...endpointOption)
    .option('--url <url>', 'https address to call')
    .option('--events <list>', 'event types to send, comma-separated, or all', readEventTypes)
    .option('--description <text>', 'what it is for; "" for nothing', readTextOrNothing)
    .option(...jsonOption)
    .action(async (options: OneOptions & Partial<AddOptions>) => {
      const { url, description } = options
      const types = typesOf(options.events)
      if (url === undefined && types === undefined && description === undefined)
        throw new CommandRefused('Say what to change: --url, --events or --description.')
      const own = await services()
      const endpoint = await changeEndpoint(own, await getEndpointKey(own.db, options.endpoint), {
        ...(url !== undefined && { url }),
        ...(types !== undefined && { eventTypes: types }),
        ...(description !== undefined && { description: description === '' ? null : description }),
      })
      const shown = shownBy(own)(endpoint)
      answer(context, options, endpointAnswer(shown), [endpointLine(shown)])
    })

  webhooks
    .command('list')
    .description('the addresses of a shop')
    .requiredOption('--shop <id>', 'whose addresses', readUuid)
    .option(...jsonOption)
    .action(async (options: { shop: string; json?: boolean }) => {
      const { db, webhooks: own } = await context.services()
      await getShop(db, options.shop)
      const shown = (await listEndpoints(db, options.shop)).map(shownBy(own))
      answer(context, options, { endpoints: shown.map(endpointAnswer) }, listLines(shown))
    })

  webhooks
    .command('ping')
    .description('send an event of type ping now; ends with exit code 1 when it fails')
    .requiredOption(...endpointOption)
    .option(...jsonOption)
    .action(async (options: OneOptions) => {
      const own = await services()
      const result = await pingEndpoint(own, await getEndpointKey(own.db, options.endpoint))
      const { eventId, httpStatus, durationMs, excerpt } = result
      const { isSuccess, failure } = attemptOutcome(result)
      const outcome = `${isSuccess ? 'It answered' : 'It failed'}: ${result.failure ?? httpStatus}`
      answer(context, options, { eventId, success: isSuccess, httpStatus, failure, durationMs, excerpt }, [
        `${outcome} in ${durationMs} ms${excerpt ? `\n${excerpt}` : ''}`,
      ])
      if (!isSuccess) context.fail()
    })

  webhooks
    .command('log')
    .description('the attempts of the last 30 days, newest first')
    .requiredOption(...endpointOption)
    .option(...limitOption)
    .option('--before <id>', 'go on after this attempt', readUuid)
    .option('--failed', 'only those that failed')
    .option(...jsonOption)
    .action(async (options: OneOptions & { limit: number; before?: string; failed?: boolean }) => {
      const { db } = await context.services()
      const key = await getEndpointKey(db, options.endpoint)
      const rows = await listAttempts(db, key, {
        limit: options.limit,
        failedOnly: options.failed ?? false,
        ...(options.before !== undefined && { beforeId: options.before }),
      })
      answer(
        context,
        options,
        { attempts: rows.map(attemptAnswer) },
        rows.length ? logLines(rows, options.limit) : ['Nothing in the log.'],
      )
    })

  webhooks
    .command('resend')
    .description('send one event again, or all that failed for good since a time')
    .requiredOption(...endpointOption)
    .option('--event <id>', 'the event', readUuid)
    .option('--failed-since <date>', 'everything that used up its attempts since then', readDate)
    .option(...jsonOption)
    .action(async (options: OneOptions & { event?: string; failedSince?: TypedDate }) => {
      const { event, failedSince } = options
      if ((event === undefined) === (failedSince === undefined))
        throw new CommandRefused('Say either --event or --failed-since.')
      const own = await services()
      const since = failedSince?.(await context.services())
      const resend = event !== undefined ? { eventId: event } : { failedSince: since as Date }
      const count = await resendDispatches(own, await getEndpointKey(own.db, options.endpoint), resend)
      answer(context, options, { resent: count }, [`${count} to be sent again.`])
    })

  webhooks
    .command('regenerate-secret')
    .description('give an address a new signing secret; it is shown this once')
    .requiredOption(...endpointOption)
    .option(
      '--overlap-hours <n>',
      'how long the old one stays valid beside it',
      readInteger(secretOverlapHours),
      0,
    )
    .option(...jsonOption)
    .action(async (options: OneOptions & { overlapHours: number }) => {
      const own = await services()
      const { endpoint, secret } = await regenerateSecret(
        own,
        await getEndpointKey(own.db, options.endpoint),
        options.overlapHours,
      )
      const previousUntil = endpoint.previous_secret_until?.toISOString() ?? null
      answer(context, options, { endpointId: endpoint.id, secret, previousSecretUntil: previousUntil }, [
        secret,
        previousUntil
          ? `The old secret stays valid until ${previousUntil}.`
          : 'The old secret is no longer valid.',
      ])
    })

  webhooks
    .command('enable')
    .description('let a paused or disabled address be called again; what was held is sent')
    .requiredOption(...endpointOption)
    .option(...jsonOption)
    .action(async (options: OneOptions) => {
      const own = await services()
      const enabled = await enableEndpoint(own, await getEndpointKey(own.db, options.endpoint))
      const { endpoint, failedSince, exhausted } = enabled
      const shown = shownBy(own)(endpoint)
      const failed = { failedSince: failedSince?.toISOString() ?? null, exhausted }
      answer(context, options, { ...endpointAnswer(shown), ...failed }, [
        endpointLine(shown),
        ...exhaustedLines(enabled),
      ])
    })

  const oneVerb = (
    name: string,
    description: string,
    verb: (own: WebhookDeps, key: EndpointKey) => Promise<EndpointRow>,
  ) =>
    webhooks
      .command(name)
      .description(description)
      .requiredOption(...endpointOption)
      .option(...jsonOption)
      .action(async (options: OneOptions) => {
        const own = await services()
        const shown = shownBy(own)(await verb(own, await getEndpointKey(own.db, options.endpoint)))
        answer(context, options, endpointAnswer(shown), [endpointLine(shown)])
      })

  oneVerb('pause', 'hold everything for an address until it is enabled', pauseEndpoint)
  oneVerb('remove', 'remove an endpoint; what is pending for it is not sent', removeEndpoint)
}

const readTextOrNothing = (text: string): string =>
  text === '' ? '' : readText(limits.webhookDescription.max)(text)

function readEventTypes(text: string): EventType[] | 'all' {
  if (text === 'all') return 'all'
  const named = [...new Set(text.split(',').map((name) => name.trim()))]
  const unknown = named.filter((name) => !(eventTypes as readonly string[]).includes(name))
  if (unknown.length > 0)
    throw new InvalidArgumentError(
      `No such event type: ${unknown.join(', ')}. There are ${listText(eventTypes, 'en')}.`,
    )
  return named as EventType[]
}

const typesOf = (events: EventType[] | 'all' | undefined) => (events === 'all' ? null : events)

/** The state shown for an endpoint whose secret cannot be opened; the list says what to do. */
const sealed: EndpointState = 'SECRET_SEALED'

type ShownEndpoint = EndpointRow & { state: EndpointState | 'REMOVED' }

/** An endpoint and its state with the key of this process. */
const shownBy =
  ({ sealingKeys }: Pick<WebhookDeps, 'sealingKeys'>) =>
  (row: EndpointRow): ShownEndpoint => ({
    ...row,
    state: row.removed_at ? 'REMOVED' : endpointState(row, sealingKeys),
  })

const endpointAnswer = (row: ShownEndpoint) => ({
  endpointId: row.id,
  url: row.url,
  description: row.description,
  eventTypes: row.event_types,
  state: row.state,
  failingSince: row.failing_since?.toISOString() ?? null,
  previousSecretUntil: row.previous_secret_until?.toISOString() ?? null,
})

function listLines(endpoints: ShownEndpoint[]): string[] {
  if (endpoints.length === 0) return ['No endpoint yet.']
  const lines = endpoints.map(endpointLine)
  return endpoints.some(({ state }) => state === sealed)
    ? [
        ...lines,
        [
          `${sealed}: it is not called, since its secret was sealed with another SECRETS_KEY.`,
          'Put that key back, or regenerate-secret.',
        ].join(' '),
      ]
    : lines
}

const endpointLine = (row: ShownEndpoint) =>
  [
    row.id,
    row.failing_since ? `${row.state} failing since ${row.failing_since.toISOString()}` : row.state,
    row.url,
    row.event_types?.join(',') ?? 'all events',
  ].join('  ')

const attemptAnswer = (row: AttemptRow) => ({
  attemptId: row.id,
  eventId: row.event_id,
  eventType: row.event_type,
  attempt: row.attempt,
  trigger: row.trigger,
  startedAt: row.started_at.toISOString(),
  durationMs: row.duration_ms,
  httpStatus: row.http_status,
  failure: attemptOutcome({ failure: row.failure, httpStatus: row.http_status }).failure,
  response: row.response_excerpt,
  nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
})

/** Which events are not sent to an endpoint that is enabled again, and how to send them. */
function exhaustedLines({ endpoint, failedSince, exhausted }: EnabledEndpoint): string[] {
  if (!failedSince || exhausted === 0) return []
  const [events, them] = exhausted === 1 ? ['event has', 'it'] : ['events have', 'them']
  const since = failedSince.toISOString()
  return [
    `Since it began to fail ${exhausted} ${events} used up all attempts. To send ${them} again:`,
    `npm run colis -- webhooks resend --endpoint ${endpoint.id} --failed-since ${since}`,
  ]
}

/** The lines of a page, and how to see the next when this one is full. */
function logLines(rows: AttemptRow[], limit: number): string[] {
  const lines = rows.map(attemptLine)
  return rows.length < limit ? lines : [...lines, `Older ones: --before ${rows.at(-1)?.id}`]
}

const attemptLine = (row: AttemptRow) =>
  [
    row.started_at.toISOString(),
    `${row.event_type} #${row.attempt} ${row.trigger}`,
    `${row.failure ?? row.http_status}`,
    `${row.duration_ms} ms`,
    row.event_id,
    ...(row.next_attempt_at ? [`next ${row.next_attempt_at.toISOString()}`] : []),
  ].join('  ')
