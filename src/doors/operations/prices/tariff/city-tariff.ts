import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { localMoment } from '../../../../base/kernel/local-time.ts'
import { readWhole } from '../../../../base/kernel/written-number.ts'
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
import { languageOf } from '../../../../http/response-language.ts'
import { fieldsOf } from '../../../../pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { attempt, doneNotice, redirectAfter } from '../../../../web/signed-in-request.ts'
import { acting, cityHref, cityPath, type OneCity, readCity } from '../../cities/city-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { speak, speakEach } from '../../operations-words.ts'
import { namePeople } from '../name-people.ts'
import { type FilledTariff, tariffParts } from './tariff-cards.ts'
import { readTerms, typedTerms } from './tariff-form.ts'

const doneTexts = {
  opened: 'The city is added. Look at its prices, then put them in force.',
  saved: 'The draft is saved. No price has changed.',
  discarded: 'The draft is thrown away.',
  'in-force': 'The new tariff is in force.',
  scheduled: 'The new tariff is scheduled.',
  withdrawn: 'The tariff to come is withdrawn.',
  restored: 'The former prices are back.',
} as const

/** How many versions a page of the history has. */
const versionsPerPage = 20

type Filled = Partial<FilledTariff> & { notice?: WorkspaceNotice | undefined }

/** `/operations/cities/ID/tariff`: drafted, put in force at once or later, withdrawn and undone. */
export async function cityTariffPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock } = deps
  const path = `${cityPath}/tariff`
  const config = { operates: 'MANAGE' } as const
  const options = { config, bodyLimit: 32 * 1024 }

  app.get<OneCity>(path, { config }, async (request, reply) => {
    const notice = doneNotice(request, speakEach(languageOf(request), doneTexts))
    return show(request, reply, await readCity(deps, request), 200, { notice })
  })

  app.post<OneCity>(`${path}/draft`, options, async (request, reply) => {
    const city = await readCity(deps, request)
    const typed = fieldsOf(request.body)
    const { terms, faults } = readTerms(typed, languageOf(request))
    const filled = { typed, isEditing: true }
    if (!terms) return show(request, reply, city, 422, { ...filled, faults })
    const draft = { cityId: city.id, shownRevision: typed.revision || null, terms }
    return act(request, reply, city, 'saved', () => saveTariffDraft(acting(deps, request), draft), filled)
  })

  app.post<OneCity>(`${path}/discard`, options, async (request, reply) => {
    const city = await readCity(deps, request)
    const { revision = '' } = fieldsOf(request.body)
    return act(request, reply, city, 'discarded', () =>
      discardTariffDraft(acting(deps, request), { cityId: city.id, shownRevision: revision }),
    )
  })

  app.post<OneCity>(`${path}/put`, options, async (request, reply) => {
    const city = await readCity(deps, request)
    const { when, from: typedFrom = '', shown, revision = '' } = fieldsOf(request.body)
    const from = when === 'LATER' ? localMoment(typedFrom, city.timeZone) : null
    const typed = { from: typedFrom }
    if (from === undefined) {
      const faults = { from: speak(languageOf(request))('Give a day and a time.') }
      return show(request, reply, city, 422, { typed, faults })
    }
    const wish = { cityId: city.id, shownVersion: versionOf(shown), shownRevision: revision, from }
    return act(
      request,
      reply,
      city,
      from ? 'scheduled' : 'in-force',
      () => putDraftInForce(acting(deps, request), wish),
      { typed },
    )
  })

  app.post<OneCity>(`${path}/withdraw`, options, async (request, reply) => {
    const city = await readCity(deps, request)
    const version = versionOf(fieldsOf(request.body).version) ?? 0
    return act(request, reply, city, 'withdrawn', () =>
      withdrawTariff(acting(deps, request), { cityId: city.id, version }),
    )
  })

  app.post<OneCity>(`${path}/restore`, options, async (request, reply) => {
    const city = await readCity(deps, request)
    const { shown, version } = fieldsOf(request.body)
    const wish = { cityId: city.id, shownVersion: versionOf(shown), version: versionOf(version) ?? 0 }
    return act(request, reply, city, 'restored', () => restoreTariff(acting(deps, request), wish))
  })

  /** Calls the verb and leads back to the page; a refusal shows what is there now, and what was typed. */
  const act = (
    request: FastifyRequest<OneCity>,
    reply: FastifyReply,
    city: City,
    done: keyof typeof doneTexts,
    verb: () => Promise<unknown>,
    filled: Filled = {},
  ) =>
    attempt(
      request,
      async () => {
        await verb()
        await deps.pricing.priceList.reload()
        return redirectAfter(reply, cityHref(city.id, '/tariff'), done)
      },
      ({ status, notice }) => show(request, reply, city, status, { ...filled, notice }),
    )

  async function show(
    request: FastifyRequest<OneCity>,
    reply: FastifyReply,
    city: City,
    status: number,
    { typed, faults = {}, isEditing = false, notice }: Filled,
  ) {
    const now = clock.now()
    const belowVersion = versionOf((request.query as { before?: unknown }).before) ?? undefined
    const [[current, former], toCome, draft, versions] = await Promise.all([
      listTariffsInForce(db, city.id, now, 2),
      findTariffToCome(db, city.id, now),
      findTariffDraft(db, city.id),
      listTariffHistory(db, city.id, { belowVersion, limit: versionsPerPage + 1 }),
    ])
    const history = versions.slice(0, versionsPerPage)
    const actors = history.flatMap(({ createdBy, withdrawnBy }) => [createdBy, withdrawnBy])
    const terms = draft?.terms ?? toCome?.tariff ?? current?.tariff ?? firstTariff
    const language = languageOf(request)
    const screen = {
      ...{ language, city, now, current, former, toCome, draft, history },
      hasOlder: versions.length > versionsPerPage,
      hasNewer: belowVersion !== undefined,
      nameOf: await namePeople(db, [...actors, draft?.savedBy ?? null]),
      typed: { ...typedTerms(terms), ...typed },
      faults,
      isEditing: isEditing || (!draft && !current),
    }
    const t = speak(language)
    const trialHref = cityHref(city.id, '/tariff/trial')
    return deps.sendPage(request, reply, status, {
      section: 'cities',
      title: t('Tariff of {city}', { city: city.name }),
      back: { href: cityHref(city.id), label: city.name },
      notice,
      isFormPage: request.method === 'POST',
      isWide: true,
      acts: draft && html`<a class="button plain" href="${trialHref}">${t('Try the draft')}</a>`,
      main: tariffParts(screen),
    })
  }
}

/** The number of a version as forms and addresses carry it; null for anything else. */
const versionOf = (text: unknown): number | null =>
  (typeof text === 'string' ? readWhole(text, { max: 999_999_999 }) : undefined) ?? null
