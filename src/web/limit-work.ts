import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../contract/errors.ts'
import type { SessionCache } from '../domain/accounts/session-cache.ts'
import type { RateLimits } from '../http/rate-limit.ts'

/**
 * The `cost` of a form that is read for a tenth of a second, and of files that are read or made for up to a
 * second.
 */
export const workCost = { form: 40, file: 100 } as const

/**
 * What a label costs besides its document, and one with Arabic or N’Ko, whose letters are joined; all of a
 * document cost no more than `most`, so that a whole document can be had.
 */
export const labelCost = { plain: 4, joined: 40, most: 800 } as const
/** How many rows of a file cost as much as a page. */
const rowsOfCost = 50

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts work of whoever asks that the address did not say, by what it makes. Throws RATE_LIMITED. */
    chargeWork: (cost: number) => void
  }
}

/**
 * Limits the requests of everybody who is signed in: of an account, wherever it comes from, since a stranger
 * has one for the asking and each could keep the process busy for all; of a network, while the session is not
 * known yet. Call it after the hooks that the page of a refusal needs.
 */
export function limitWork(
  app: FastifyInstance,
  { rateLimits, sessions }: { rateLimits: RateLimits; sessions: SessionCache },
): void {
  app.decorateRequest('chargeWork', () => {})
  app.addHook('onRequest', async (request) => {
    const who = sessions.holderOf(request.headers.cookie)
    request.chargeWork = (cost) => rateLimits.countVisit(request, { who, cost })
    request.chargeWork(request.routeOptions.config?.cost ?? 1)
  })
}

/** Counts the rows of a file for whoever takes it. */
export const chargeRows = (request: FastifyRequest, rows: number): void =>
  request.chargeWork(Math.ceil(rows / rowsOfCost))

/**
 * Rows that are counted as they are made: the file itself is not broken off, what is asked for next may be
 * refused.
 */
export async function* chargedRows<Row>(request: FastifyRequest, rows: AsyncIterable<Row>) {
  let made = 0
  for await (const row of rows) {
    made += 1
    if (made % rowsOfCost === 0) noteWork(request)
    yield row
  }
}

function noteWork(request: FastifyRequest): void {
  try {
    request.chargeWork(1)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
