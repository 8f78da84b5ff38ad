import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../../base/kernel/clock.ts'
import { ApiError } from '../../../contract/errors.ts'
import { screenVersion } from '../../../domain/matching/courier-screen.ts'
import { readScreen, type ScreenDeps } from '../../../domain/matching/read-screen.ts'
import { sendHtml } from '../../../pages/signed-in-pages.ts'
import { courierPage, type PageContent } from '../courier-page.ts'
import type { PageFrame } from '../courier-page-frame.ts'
import { courierOf } from '../signed-in-courier.ts'

/** What the pages that couriers see of themselves work with. */
export type OwnDeps = ScreenDeps & {
  clock: Clock
  timeZone: string
  frameOf: (request: FastifyRequest) => PageFrame
}

/** The same for a verb, done by whoever is signed in. */
export const actingAs = ({ db, clock }: OwnDeps, request: FastifyRequest) => ({
  db,
  clock,
  actor: { kind: 'COURIER' as const, id: courierOf(request).id },
})

/** Sends such a page; it goes back to the first one as soon as there is something new on that. */
export async function sendOwn(
  deps: OwnDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    status = 200,
    ...content
  }: Pick<PageContent, 'main' | 'path' | 'notice' | 'script'> & { status?: number },
): Promise<unknown> {
  const { clock, frameOf } = deps
  const { id } = courierOf(request)
  const screen = await readScreen(deps, id, clock.now())
  if (!screen) throw new ApiError('COURIER_NOT_FOUND')
  const { isOnDuty, carried } = screen
  const courier = { id, isOnDuty, sharesPosition: isOnDuty || carried !== null }
  const page = { ...content, courier, version: screenVersion(screen), refreshSeconds: 20 }
  return sendHtml(reply, status, courierPage(frameOf(request), page))
}
