import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { countryName } from '../../../base/kernel/country-name.ts'
import { amountText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { ApiError } from '../../../contract/errors.ts'
import { type KnownCity, knownCity, proposedTariff } from '../../../domain/pricing/known/known-cities.ts'
import { zoneDraftsOf } from '../../../domain/pricing/known/known-zones.ts'
import { openKnownCity } from '../../../domain/pricing/known/open-known-city.ts'
import { zonesByName } from '../../../domain/zones/zones-by-name.ts'
import { languageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { checkField, postForm, submitButton } from '../../../pages/form-parts.ts'
import { factList } from '../../../pages/list-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { attempt, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { kilometersText } from './city-list.ts'
import { acting, cityHref } from './city-request.ts'
import { knownHref } from './known-city-list.ts'

type OneKnownCity = { Params: { country: string; name: string } }

/** `/operations/cities/known/COUNTRY/NAME`: what is known of a city, and the service there. */
export async function oneKnownCityPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE' } as const
  const path = `${knownHref}/:country/:name`

  app.get<OneKnownCity>(path, { config }, (request, reply) => show(request, reply, 200))

  app.post<OneKnownCity>(path, { config, bodyLimit: 1_024 }, async (request, reply) => {
    const withZones = fieldsOf(request.body).zones === 'on'
    return attempt(
      request,
      async () => {
        const cityId = await openKnownCity(acting(deps, request), cityOf(request), { withZones })
        await deps.pricing.map.reload()
        return redirectAfter(reply, cityHref(cityId, '/tariff'), 'opened')
      },
      ({ status, notice }) => show(request, reply, status, notice),
    )
  })

  function show(
    request: FastifyRequest<OneKnownCity>,
    reply: FastifyReply,
    status: number,
    notice?: WorkspaceNotice,
  ): unknown {
    const city = cityOf(request)
    const language = languageOf(request)
    const t = speak(language)
    return deps.sendPage(request, reply, status, {
      section: 'cities',
      title: city.name,
      back: { href: knownHref, label: t('Which city?') },
      notice,
      isFormPage: request.method === 'POST',
      main: html`<section class="card">!${aboutList(city, language)}</section>
!${postForm(request.url.split('?')[0] ?? '', openFields(city, language))}`,
    })
  }
}

function cityOf({ params: { country, name } }: FastifyRequest<OneKnownCity>): KnownCity {
  const city = knownCity(country, name)
  if (!city) throw new ApiError('CITY_NOT_FOUND', { city: name.slice(0, 60) })
  return city
}

function aboutList(city: KnownCity, language: Language): string {
  const t = speak(language)
  const { baseFcfa, includedKm, perKmFcfa } = proposedTariff(city)
  const price = t('{base} for the first {km} km, then {perKm} a km', {
    base: amountText(baseFcfa, language),
    km: includedKm,
    perKm: amountText(perKmFcfa, language),
  })
  return factList([
    [t('Country'), countryName(city.country, language)],
    [t('Time zone'), city.timeZone],
    [t('Currency'), city.currency],
    [t('Radius'), `${kilometersText(city.serviceRadiusMeters, language)} km`],
    [t('Proposed prices'), price],
  ])
}

function openFields(city: KnownCity, language: Language): string {
  const t = speak(language)
  const drafts = zonesByName(zoneDraftsOf(city.name))
  const zones = checkField({
    name: 'zones',
    label: t('{count, plural, one {Begin with 1 zone} other {Begin with # zones}}', { count: drafts.length }),
    hint: t('{names}. Drawn by hand, roughly: you change or replace them at any time.', {
      names: drafts.map(({ name }) => name).join(', '),
    }),
    isChecked: true,
  })
  const none = t('No zones are known here: the whole radius is served until you draw or import some.')
  const lead = t(
    'The prices are a draft: you see all of them on the next page, and nothing costs anything before.',
  )
  return html`!${drafts.length > 0 ? zones : html`<p class="hint">${none}</p>`}
<p class="hint">${lead}</p>
!${submitButton(t('Serve {city}', { city: city.name }))}`
}
