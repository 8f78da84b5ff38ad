import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../../../base/http/response-language.ts'
import { localMoment } from '../../../../base/kernel/local-time.ts'
import { readWhole } from '../../../../base/kernel/written-number.ts'
import { fieldsOf } from '../../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import { discardTariffDraft } from '../../../../domain/pricing/drafting/discard-tariff-draft.ts'
import { putDraftInForce } from '../../../../domain/pricing/drafting/put-draft-in-force.ts'
import { restoreTariff } from '../../../../domain/pricing/drafting/restore-tariff.ts'
import { saveTariffDraft } from '../../../../domain/pricing/drafting/save-tariff-draft.ts'
import { findTariffDraft } from '../../../../domain/pricing/drafting/tariff-draft-store.ts'
import { withdrawTariff } from '../../../../domain/pricing/drafting/withdraw-tariff.ts'
import { firstTariff } from '../../../../domain/pricing/set-tariff.ts'
import {
  findTariffToCome,
  listTariffHistory,
  listTariffsInForce,
} from '../../../../domain/pricing/tariff-store.ts'
import type { City } from '../../../../domain/zones/service-map.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import { cityHref, cityPath, type OneCity, readCity } from '../../cities/city-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { speakEach } from '../../operations-words.ts'
import { namePeople } from '../name-people.ts'
import { readTerms, typedTerms } from './tariff-form.ts'
import { tariffPage } from './tariff-page.ts'

const doneNotices = {
  saved: 'The draft is saved. No price has changed.',
  discarded: 'The draft is thrown away.',
  'in-force': 'The new tariff is in force.',
  scheduled: 'The new tariff is scheduled.',
  withdrawn: 'The tariff to come is withdrawn.',
  restored: 'The former prices are back.',
} as const

/** How many versions a page of the history has. */
const historyPage = 20

type Shown = { typed?: Record<string, string>; faults?: readonly string[]; notice?: WorkspaceNotice }

/** The tariff of a city: drafted, put in force at once or later, withdrawn and undone, each by its verb. */
export async function tariffRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock } = deps
  const path = `${cityPath}/tariff`
  const config = { operates: 'MANAGE' } as const
  const options = { config, bodyLimit: 32 * 1024 }

  app.get<OneCity>(path, { config }, async (request, reply) => {
    const city = await readCity({ db }, request)
    const notice = doneNotice(request, speakEach(languageOf(request), doneNotices))
    return send(request, reply, city, 200, { ...(notice && { notice }) })
  })

  app.post<OneCity>(`${path}/draft`, options, async (request, reply) => {
    const city = await readCity({ db }, request)
    const fields = fieldsOf(request.body)
    const read = readTerms(fields)
    if ('faults' in read) return send(request, reply, city, 422, { typed: fields, faults: read.faults })
    return attempt(request, reply, city, { typed: fields, faults: ['*'] }, 'saved', () =>
      saveTariffDraft(acting(request), {
        cityId: city.id,
        shownRevision: fields.revision || null,
        terms: read.terms,
      }),
    )
  })

  app.post<OneCity>(`${path}/discard`, options, async (request, reply) => {
    const city = await readCity({ db }, request)
    const { revision = '' } = fieldsOf(request.body)
    return attempt(request, reply, city, {}, 'discarded', () =>
      discardTariffDraft(acting(request), { cityId: city.id, shownRevision: revision }),
    )
  })

  app.post<OneCity>(`${path}/put`, options, async (request, reply) => {
    const city = await readCity({ db }, request)
    const fields = fieldsOf(request.body)
    const isLater = fields.when === 'LATER'
    const from = isLater ? localMoment(fields.from ?? '', city.timeZone) : null
    const typed = { from: fields.from ?? '' }
    if (from === undefined) return send(request, reply, city, 422, { typed, faults: ['from'] })
    return attempt(request, reply, city, { typed }, isLater ? 'scheduled' : 'in-force', () =>
      putDraftInForce(acting(request), {
        cityId: city.id,
        shownVersion: versionOf(fields.shown),
        shownRevision: fields.revision ?? '',
        from,
      }),
    )
  })

  app.post<OneCity>(`${path}/withdraw`, options, async (request, reply) => {
    const city = await readCity({ db }, request)
    const version = versionOf(fieldsOf(request.body).version) ?? 0
    return attempt(request, reply, city, {}, 'withdrawn', () =>
      withdrawTariff(acting(request), { cityId: city.id, version }),
    )
  })

  app.post<OneCity>(`${path}/restore`, options, async (request, reply) => {
    const city = await readCity({ db }, request)
    const fields = fieldsOf(request.body)
    return attempt(request, reply, city, {}, 'restored', () =>
      restoreTariff(acting(request), {
        cityId: city.id,
        shownVersion: versionOf(fields.shown),
        version: versionOf(fields.version) ?? 0,
      }),
    )
  })

  /** Calls the verb and leads back to the page; a refusal shows what is there now, and what was typed. */
  async function attempt(
    request: FastifyRequest<OneCity>,
    reply: FastifyReply,
    city: City,
    shown: Shown,
    done: string,
    act: () => Promise<unknown>,
  ) {
    try {
      await act()
      return redirectAfter(reply, cityHref(city.id, '/tariff'), done)
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return send(request, reply, city, status, { ...shown, notice })
    }
  }

  async function send(
    request: FastifyRequest<OneCity>,
    reply: FastifyReply,
    city: City,
    status: number,
    { typed, faults = [], notice }: Shown,
  ) {
    const now = clock.now()
    const belowVersion = versionOf((request.query as { before?: string }).before) ?? undefined
    const [[current, former], toCome, draft, versions] = await Promise.all([
      listTariffsInForce(db, city.id, now, 2),
      findTariffToCome(db, city.id, now),
      findTariffDraft(db, city.id),
      listTariffHistory(db, city.id, { belowVersion, limit: historyPage + 1 }),
    ])
    const history = versions.slice(0, historyPage)
    const actors = history.flatMap(({ createdBy, withdrawnBy }) => [createdBy, withdrawnBy])
    const terms = draft?.terms ?? toCome?.tariff ?? current?.tariff ?? firstTariff
    const page = tariffPage({
      language: languageOf(request),
      city,
      now,
      current,
      former,
      toCome,
      draft,
      history,
      hasOlder: versions.length > historyPage,
      isLater: belowVersion !== undefined,
      nameOf: await namePeople(db, [...actors, draft?.savedBy ?? null]),
      typed: { ...typedTerms(terms), ...typed },
      faults,
      isEditing: faults.some((name) => name !== 'from') || (!draft && !current),
      notice,
      isFormPage: request.method === 'POST',
    })
    return deps.sendPage(request, reply, status, page)
  }

  const acting = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })
}

/** The number of a version as forms and addresses carry it; null for anything else. */
const versionOf = (text: unknown): number | null =>
  (typeof text === 'string' ? readWhole(text, { max: 999_999_999 }) : undefined) ?? null
