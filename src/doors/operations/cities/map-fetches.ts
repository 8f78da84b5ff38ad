import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { countryName } from '../../../base/kernel/country-name.ts'
import { momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { ApiError } from '../../../contract/errors.ts'
import { listOpenOperatorSessions, type OperatorSession } from '../../../domain/accounts/membership-store.ts'
import { askMapFetch } from '../../../domain/maps/fetching/ask-map-fetch.ts'
import { endMapFetches } from '../../../domain/maps/fetching/end-map-fetches.ts'
import { fetchText } from '../../../domain/maps/fetching/fetch-text.ts'
import { listMapFetches, type MapFetchRow } from '../../../domain/maps/fetching/map-fetch-store.ts'
import { type FrancCountry, isFrancCountry } from '../../../domain/zones/franc-countries.ts'
import { languageOf } from '../../../http/response-language.ts'
import { postForm, submitButton } from '../../../pages/form-parts.ts'
import { changedMessage } from '../../../web/live/live-message.ts'
import { serveStreams } from '../../../web/live/serve-streams.ts'
import { doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { operatorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { acting, citiesHref, cityHref } from './city-request.ts'

/** Where the streets of countries are fetched. */
export const mapFetchesHref = `${citiesHref}/streets`

type OneCountry = { Params: { country: string } }
type ServedCountry = { country: FrancCountry; cities: readonly { id: string; name: string }[] }

/**
 * `/operations/cities/streets`: the extract of each country that has cities, fetched by one press and then
 * each month.
 */
export async function mapFetchesPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE' } as const
  const serve = serveStreams<OperatorSession>(app, {
    ...deps,
    listOpenSessions: (followers, now) => listOpenOperatorSessions(deps.db, followers, now),
  })

  app.get(mapFetchesHref, { config }, (request, reply) => show(request, reply))

  app.get(`${mapFetchesHref}/live`, { config, exposeHeadRoute: false }, async (request, reply) => {
    const { accountId, sessionToken: token } = operatorOf(request)
    serve(request, reply, { accountId, token }, (send) =>
      deps.subscribe((topic) => {
        if (topic === 'maps' || topic === 'all') send(changedMessage([]))
      }),
    )
  })

  app.post<OneCountry>(`${mapFetchesHref}/:country`, { config, bodyLimit: 1_024 }, async (request, reply) => {
    await askMapFetch(acting(deps, request), countryOf(request))
    return redirectAfter(reply, mapFetchesHref, 'asked')
  })

  app.post<OneCountry>(
    `${mapFetchesHref}/:country/end`,
    { config, bodyLimit: 1_024 },
    async (request, reply) => {
      await endMapFetches(acting(deps, request), countryOf(request))
      return redirectAfter(reply, mapFetchesHref, 'ended')
    },
  )

  async function show(request: FastifyRequest, reply: FastifyReply) {
    const language = languageOf(request)
    const t = speak(language)
    const fetches = new Map((await listMapFetches(deps.db)).map((fetch) => [fetch.country, fetch]))
    const cards = servedCountries(language).map((served) =>
      countryCard(served, fetches.get(served.country), momentIn(language), language),
    )
    const lead = t(
      'Maps show water and your zones by themselves. Main roads, and landmarks that are found by name, come from OpenStreetMap: one press fetches the file of a country, imports it for its cities, and does so again each month.',
    )
    const about = t(
      'A file has 20 to 300 MB. When the network breaks, it goes on where it was. A map that you imported from a file of your own stays as it is.',
    )
    return deps.sendPage(request, reply, 200, {
      section: 'cities',
      title: t('Streets'),
      back: { href: citiesHref, label: t('Cities') },
      notice: doneNotice(request, {
        asked: t('The streets are being fetched. This page follows.'),
        ended: t('These streets are fetched no more.'),
      }),
      live: `${mapFetchesHref}/live`,
      scripts: ['workspace-live.js'],
      main: html`<p>${lead}</p><p class="soft">${about}</p>
!${cards.length > 0 ? cards.join('') : html`<p class="empty">${t('No city yet. Add one first.')}</p>`}`,
    })
  }

  function servedCountries(language: Language): ServedCountry[] {
    const cities = Map.groupBy(deps.pricing.map.current().cities, ({ country }) => country)
    return [...cities]
      .flatMap(([country, of]) => (isFrancCountry(country) ? [{ country, cities: of }] : []))
      .sort((one, other) => nameIn(one, language).localeCompare(nameIn(other, language), language))
  }

  const momentIn = (language: Language) => (at: Date) =>
    momentText(at, { now: deps.clock.now(), timeZone: deps.timeZone }, language)
}

const nameIn = ({ country }: ServedCountry, language: Language) => countryName(country, language)

function countryCard(
  { country, cities }: ServedCountry,
  fetch: MapFetchRow | undefined,
  moment: (at: Date) => string,
  language: Language,
): string {
  const t = speak(language)
  const isUnderWay = fetch?.state === 'RECEIVING' || fetch?.state === 'IMPORTING'
  const says = fetch ? fetchText(fetch, moment(fetch.due_at), language) : t('Not fetched yet.')
  const bar =
    fetch?.state === 'RECEIVING' && fetch.total_megabytes
      ? html`<progress max="${fetch.total_megabytes}" value="${fetch.received_megabytes}"
aria-label="${t('Fetched')}"></progress>`
      : ''
  const last = fetch?.fetched_at
    ? html`<p class="soft">${t('Last imported {when}.', { when: moment(fetch.fetched_at) })}</p>`
    : ''
  const press = fetch
    ? submitButton(t('Fetch now'), 'plain')
    : submitButton(t('Fetch the streets'), 'primary')
  const ask = postForm(`${mapFetchesHref}/${country}`, press)
  const end = postForm(`${mapFetchesHref}/${country}/end`, submitButton(t('Fetch no more'), 'plain'))
  return html`<section class="card"><h2>${countryName(country, language)}</h2>
<p>!${cities.map(({ id, name }) => html`<a href="${cityHref(id, '/map')}">${name}</a>`).join(', ')}</p>
<p role="status">${says}</p>!${bar}!${last}
<div class="acts">!${isUnderWay ? '' : ask}!${fetch ? end : ''}</div></section>`
}

/** Throws ROUTE_NOT_FOUND for a country that is none of ours. */
function countryOf({ params, method, url }: FastifyRequest<OneCountry>): FrancCountry {
  if (!isFrancCountry(params.country))
    throw new ApiError('ROUTE_NOT_FOUND', { method, path: url.slice(0, 60) })
  return params.country
}
