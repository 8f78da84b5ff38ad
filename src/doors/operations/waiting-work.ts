import type { FastifyRequest } from 'fastify'
import type { Database } from '../../base/database/open-database.ts'
import type { Language } from '../../base/kernel/language.ts'
import { countWaitingWork, type WaitingWork } from '../../domain/board/count-waiting-work.ts'
import type { OperationsSection } from './operations-deps.ts'
import { operatorOf } from './operations-request.ts'
import { speak } from './operations-words.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What waits for whoever asks for a page; null for those who do not decide it. */
    waitingWork: WaitingWork | null
  }
}

/** Counts what waits before every page of somebody who decides it. */
export const readWaitingWork =
  ({ db }: { db: Database }) =>
  async (request: FastifyRequest): Promise<void> => {
    const isPage = request.headers.accept?.includes('text/html') ?? false
    if (isPage && operatorOf(request).role === 'OPERATOR') request.waitingWork = await countWaitingWork(db)
  }

/** How much waits in a section, for its entry of the navigation. */
export function waitingIn(
  section: OperationsSection,
  work: WaitingWork | null,
  language: Language,
): { count: number; text: string } | undefined {
  if (section === 'shops' && work && work.shops > 0)
    return { count: work.shops, text: shopsText(work, language) }
  return section === 'couriers' && work && work.applications > 0
    ? { count: work.applications, text: applicationsText(work, language) }
    : undefined
}

/** What waits, each with where it is decided, for the board. */
export function waitingLines(work: WaitingWork, language: Language): { text: string; href: string }[] {
  const { shops, applications } = work
  return [
    ...(shops > 0 ? [{ href: '/operations/shops?state=WAITING', text: shopsText(work, language) }] : []),
    ...(applications > 0
      ? [{ href: '/operations/couriers/applications', text: applicationsText(work, language) }]
      : []),
  ]
}

const shopsText = ({ shops: count }: WaitingWork, language: Language): string =>
  speak(language)(
    '{count, plural, one {1 shop waits for your approval} other {# shops wait for your approval}}',
    {
      count,
    },
  )

const applicationsText = ({ applications: count }: WaitingWork, language: Language): string =>
  speak(language)(
    '{count, plural, one {1 application of a courier to read} other {# applications of couriers to read}}',
    { count },
  )
