import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { countryName } from '../../../base/kernel/country-name.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { changeCity } from '../../../domain/zones/change-city.ts'
import type { City } from '../../../domain/zones/service-map.ts'
import { languageOf } from '../../../http/response-language.ts'
import { type FormFaults, filledForm, readForm } from '../../../pages/form.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { factList } from '../../../pages/list-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { mapPlace } from '../../../web/map-place.ts'
import { attempt, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { kilometersText, refusesBadge } from './city-list.ts'
import { acting, citiesHref, cityHref, cityNotice, cityPath, type OneCity, readCity } from './city-request.ts'
import { radiusField } from './new-city.ts'

/** What can be seen and changed of a city: each leads to pages of its own. */
const cityLinks = [
  { path: '/zones', label: 'Zones', lead: 'Import, draw, split, retire; overlaps and gaps.' },
  {
    path: '/map',
    label: 'Map and landmarks',
    lead: 'Import an OpenStreetMap extract: landmarks that are found, water and main roads.',
  },
  {
    path: '/hours',
    label: 'Hours and closed days',
    lead: 'When orders are taken, and whether others are refused.',
  },
  { path: '/tours', label: 'Tours', lead: 'How much later, and how much longer, parcels may ride together.' },
  { path: '/tariff', label: 'Tariff', lead: 'What a trip costs, and the trial of a new tariff.' },
  {
    path: '/pairs',
    label: 'Prices between zones',
    lead: 'Prices from one zone to another, and their CSV file.',
  },
  { path: '/demand', label: 'Rain and high demand', lead: 'Surcharges that end by themselves.' },
] as const

const radiusForm = (language: Language) => ({ radius: radiusField(language) })
type RadiusFaults = FormFaults<ReturnType<typeof radiusForm>>

/** `/operations/cities/ID`: where a city lies, what can be changed of it, and its radius. */
export async function oneCityPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE' } as const

  app.get<OneCity>(cityPath, { config }, async (request, reply) => {
    const city = await readCity(deps, request)
    const radius = String(city.serviceRadiusMeters / 1000)
    return show(request, reply, 200, city, { radius }, {}, cityNotice(request))
  })

  app.post<OneCity>(cityPath, { config, bodyLimit: 8_192 }, async (request, reply) => {
    const city = await readCity(deps, request)
    const typed = fieldsOf(request.body)
    const { values, faults } = readForm(radiusForm(languageOf(request)), typed)
    if (!values) return show(request, reply, 422, city, typed, faults)
    return attempt(
      request,
      async () => {
        await changeCity(acting(deps, request), city.id, { serviceRadiusMeters: values.radius })
        return redirectAfter(reply, cityHref(city.id), 'saved')
      },
      ({ status, notice }) => show(request, reply, status, city, typed, {}, notice),
    )
  })

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    city: City,
    typed: Readonly<Record<string, string>>,
    faults: RadiusFaults,
    notice?: WorkspaceNotice,
  ): unknown {
    const language = languageOf(request)
    const t = speak(language)
    const links = cityLinks.map(
      ({ path, label, lead }) => html`<li>
<a href="${cityHref(city.id, path)}"><span><strong>${t(label)}</strong><br>
<span class="soft">${t(lead)}</span></span></a></li>`,
    )
    const { lat, lng } = city.center
    const facts = factList([
      [t('Country'), countryName(city.country, language)],
      [t('Time zone'), city.timeZone],
      [t('Currency'), city.currency],
      [t('Centre'), `${lat.toFixed(5)}, ${lng.toFixed(5)}`],
      [t('Radius'), `${kilometersText(city.serviceRadiusMeters, language)} km`],
    ])
    const form = filledForm(cityHref(city.id), radiusForm(language), { typed, faults }, t('Save'))
    return deps.sendPage(request, reply, status, {
      section: 'cities',
      title: city.name,
      back: { href: citiesHref, label: t('Cities') },
      notice,
      isFormPage: request.method === 'POST',
      scripts: ['workspace-map.js'],
      acts: refusesBadge(city, language),
      main: html`<ul class="rows">!${links}</ul>
!${mapPlace(deps.cityMapOf(city), t('Map of {city}', { city: city.name }))}
<section class="card">!${facts}</section>
<details class="card"!${faults.radius ? ' open' : ''}>
<summary>${t('Change the radius')}</summary>!${form}</details>`,
    })
  }
}
