import { readFileSync } from 'node:fs'

/**
 * Runs the calls of `vectors/clients` that it reads from its input, and prints what became of each. The module of the
 * SDK is its argument, so that the source and what is published run the same calls, on every runtime.
 */
const { Colis, ColisError, verifyWebhook, WebhookRefused } = (await import(
  process.argv[2] ?? ''
)) as typeof import('@colis/sdk')

type Call = {
  operation: string
  ids?: string[]
  input?: Record<string, unknown>
  options?: object
  take?: number
}
type Scenario = { client: { apiKey: string; baseUrl: string }; now: number; chance: number; call: Call }

async function outcomeOf({ client, now, chance, call }: Scenario) {
  const waitsMs: number[] = []
  const sleep = async (ms: number) => void waitsMs.push(ms)
  try {
    const colis = new Colis({ ...client, sleep, now: () => now, random: () => chance })
    return { waitsMs, result: (await resultOf(colis, call)) ?? null }
  } catch (error) {
    if (error instanceof ColisError) {
      const { code, status, message, details, requestId = null, retryAfterSeconds = null } = error
      return {
        waitsMs,
        error: {
          kind: 'colis',
          class: error.constructor.name,
          code,
          status,
          message,
          details,
          requestId,
          retryAfterSeconds,
        },
      }
    }
    if (error instanceof WebhookRefused) return { waitsMs, error: { kind: 'refused', code: error.reason } }
    const kind = error instanceof TypeError ? 'argument' : 'unknown'
    return { waitsMs, error: { kind, message: String(error) } }
  }
}

async function resultOf(colis: object, { operation, ids = [], input, options, take }: Call) {
  if (operation === 'verifyWebhook') return verifyWebhook(webhookOf(input as SignedInput))
  const method = (colis as Record<string, (...given: unknown[]) => unknown>)[operation]
  const given =
    operation === 'uploadParcelPhoto'
      ? [Uint8Array.from(atob(String(input?.base64)), (char) => char.charCodeAt(0)), input?.contentType]
      : [...ids, ...(takesInput(operation) ? [input] : [])]
  const answer = method?.call(colis, ...given, options)
  if (!operation.startsWith('each')) return answer
  const items: unknown[] = []
  for await (const item of answer as AsyncIterable<unknown>) {
    items.push(item)
    if (items.length === take) break
  }
  return items
}

type SignedInput = { header: string | null; body: string; secret: string; now: number }

const webhookOf = ({ now, ...request }: SignedInput) => ({ ...request, now: new Date(now * 1000) })

/** Reads of one thing take no input before their options. */
const takesInput = (operation: string) =>
  !/^(get|remove|request|confirmReturn|ping|enable|pause|reset|list(Pickup|DeliveryEvents|WebhookEndpoints))/.test(
    operation,
  )

const outcomes = []
for (const scenario of JSON.parse(readFileSync(0, 'utf8')) as Scenario[])
  outcomes.push(await outcomeOf(scenario))
console.log(JSON.stringify(outcomes))
