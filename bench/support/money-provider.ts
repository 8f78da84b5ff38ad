import { appendFileSync, closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/**
 * A provider of mobile money in a process of its own that may be killed at any moment: it speaks the documented shape of
 * MTN MoMo, and keeps each order in a journal that is on the disk before it answers. What becomes of an order is decided
 * when it is written: most customers pay within seconds, some refuse, and some pay after the deadline. Of every ten
 * answers one is lost after the order was taken. Some orders fail first, as long as is asked for, and succeed later: of
 * these half are said to be under way again in between. Arguments: the journal, the port, and how many of a hundred orders
 * change their mind.
 */
export type JournalLine = {
  kind: 'requesttopay' | 'transfer' | 'refund'
  reference: string
  amountFcfa: number
  /** The number that pays or is paid; of a refund the reference of the payment. */
  party: string
  /** When it ends, in ms since 1970, and how. */
  endsAt: number
  ending: 'SUCCESSFUL' | 'FAILED'
  /** When an order that failed succeeds all the same; null where it does not change its mind. */
  changesAt: number | null
  /** For how long before that it is said to be under way again, in ms. */
  pendingMs: number
  /** What was ordered, which every status repeats. */
  body: OrderBody
}

/** When the money of an order moves; never where it fails for good. */
export const movesAt = ({ ending, endsAt, changesAt }: JournalLine): number =>
  ending === 'SUCCESSFUL' ? endsAt : (changesAt ?? Number.POSITIVE_INFINITY)

/** The orders of a journal; a line that was cut by a kill is none. */
export function readJournal(file: string): JournalLine[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => {
        try {
          return line === '' ? [] : [JSON.parse(line) as JournalLine]
        } catch {
          return []
        }
      })
  } catch {
    return []
  }
}

const [journal = '', port = '0', changedPercent = '0'] = process.argv.slice(2)
if (import.meta.main) serve()

function serve(): void {
  const orders = new Map(readJournal(journal).map((line) => [line.reference, line]))
  // A line that was cut is ended, so that the next one is whole.
  appendFileSync(journal, '\n')
  const file = openSync(journal, 'a')
  process.once('exit', () => closeSync(file))

  const server = createServer(async (request, response) => {
    const body = await textOf(request)
    const url = request.url ?? ''
    if (url.endsWith('/token/'))
      return answer(response, 200, { access_token: 'token', token_type: 'access_token', expires_in: 3600 })
    if (Math.random() < 0.03) return answer(response, 500, { code: 'INTERNAL_PROCESSING_ERROR' })
    const [, kind, asked] = /\/v1_0\/(requesttopay|transfer|refund)(?:\/([^/?]+))?$/.exec(url) ?? []
    if (kind === undefined) return answer(response, 404, { code: 'RESOURCE_NOT_FOUND' })
    if (request.method === 'GET') {
      const order = orders.get(asked ?? '')
      if (order?.kind !== kind) return answer(response, 404, { code: 'RESOURCE_NOT_FOUND' })
      return answer(response, 200, statusOf(order))
    }
    const reference = String(request.headers['x-reference-id'])
    if (orders.has(reference)) return answer(response, 409, { code: 'RESOURCE_ALREADY_EXIST' })
    const order = orderOf(kind as JournalLine['kind'], reference, JSON.parse(body))
    orders.set(reference, order)
    writeSync(file, `${JSON.stringify(order)}\n`)
    fsyncSync(file)
    if (Math.random() < 0.1) return void request.socket.destroy()
    response.writeHead(202).end()
  })
  server.listen(Number(port), '127.0.0.1', () => console.log('ready'))
}

type OrderBody = { amount: string; payer?: Party; payee?: Party; referenceIdToRefund?: string }
type Party = { partyId: string }

function orderOf(kind: JournalLine['kind'], reference: string, body: OrderBody): JournalLine {
  const chance = Math.random()
  const isCharge = kind === 'requesttopay'
  const isLate = isCharge && chance < 0.12
  const isChanged = Math.random() * 100 < Number(changedPercent)
  const isRefused = isChanged || (isCharge && chance > 0.92)
  const delayMs = isLate ? 65_000 + Math.random() * 15_000 : 500 + Math.random() * 2_500
  const endsAt = Date.now() + delayMs
  return {
    kind,
    reference,
    amountFcfa: Number(body.amount),
    party: body.payer?.partyId ?? body.payee?.partyId ?? body.referenceIdToRefund ?? '',
    endsAt,
    ending: isRefused ? 'FAILED' : 'SUCCESSFUL',
    changesAt: isChanged ? endsAt + 2_000 + Math.random() * 40_000 : null,
    pendingMs: Math.random() < 0.5 ? 3_000 : 0,
    body,
  }
}

function statusOf(line: JournalLine): object {
  const { kind, reference, endsAt, changesAt, pendingMs, body } = line
  const now = Date.now()
  const isPending = now < endsAt || (changesAt !== null && now >= changesAt - pendingMs)
  const status = now >= movesAt(line) ? 'SUCCESSFUL' : isPending ? 'PENDING' : 'FAILED'
  const code = kind === 'requesttopay' ? 'APPROVAL_REJECTED' : 'INTERNAL_PROCESSING_ERROR'
  return {
    ...body,
    status,
    ...(status === 'SUCCESSFUL' && { financialTransactionId: reference.slice(0, 8) }),
    ...(status === 'FAILED' && { reason: { code, message: 'Refused.' } }),
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}
