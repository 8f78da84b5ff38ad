import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieIn, cookieLine } from '../../pages/page-cookies.ts'

/** Couriers' pages are light, for the sun, until they choose otherwise; their phone remembers it. */
const looks = ['light', 'dark'] as const
export type Look = (typeof looks)[number]

const name = 'colis.look'
const keptSeconds = 365 * 24 * 60 * 60

/** How the pages of this phone look: as its link asks, or as was chosen before. */
export function lookOf(request: FastifyRequest): Look {
  const kept = cookieIn(request.headers.cookie, name)
  return askedLook(request) ?? looks.find((look) => look === kept) ?? 'light'
}

/** Keeps the look that a link asks for. */
export function keepLook(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): void {
  const asked = askedLook(request)
  if (asked)
    reply.header('set-cookie', cookieLine(name, asked, { path: '/courier', seconds: keptSeconds, isSecure }))
}

function askedLook({ query }: FastifyRequest): Look | undefined {
  const { look: asked } = (query ?? {}) as { look?: unknown }
  return looks.find((look) => look === asked)
}
