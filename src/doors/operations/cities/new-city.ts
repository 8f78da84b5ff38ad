import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { countryName } from '../../../base/kernel/country-name.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { positionInText } from '../../../base/kernel/position-text.ts'
import { readDecimal } from '../../../base/kernel/written-number.ts'
import { addCity } from '../../../domain/zones/add-city.ts'
import { type FrancCountry, francCountries } from '../../../domain/zones/franc-countries.ts'
import { maxPlaceNameLength, servedRadiusMeters } from '../../../domain/zones/service-map.ts'
import { languageOf } from '../../../http/response-language.ts'
import {
  type Field,
  type FormFaults,
  formFields,
  lineField,
  listField,
  numberField,
  readForm,
  typedField,
} from '../../../pages/form.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { postForm, submitButton } from '../../../pages/form-parts.ts'
import type { PlaceMap } from '../../../pages/place-map.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { mapPlace } from '../../../web/map-place.ts'
import { attempt, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { acting, citiesHref, cityHref } from './city-request.ts'

type Typed = Readonly<Record<string, string>>
type CityForm = ReturnType<typeof cityForm>

/** The countries that are served, before any city is. */
const servedCountries = { center: [8, 2] as [number, number], radiusMeters: 700_000 }

const cityForm = (language: Language) => {
  const t = speak(language)
  return {
    name: lineField({
      label: t('Name of the city'),
      wrong: (text) => nameFault(text, language),
      max: maxPlaceNameLength,
    }),
    country: listField(countryOptions(language), { label: t('Country'), wrong: t('Choose a country.') }),
    position: typedField({
      label: t('Centre'),
      hint: t('Tap the map in the middle of the city, or paste coordinates or the link of a map.'),
      wrong: (text) =>
        text === '' ? t('Please fill this in.') : t('We read no position in this. Example: 6.3654, 2.4183.'),
      attributes: { maxlength: 2_000, required: true },
      read: (text) => positionInText(text)?.point,
    }),
    radius: radiusField(language),
  }
}

/** What is wrong with the name of a city or a zone. */
export const nameFault = (text: string, language: Language): string =>
  speak(language)(cleanedLine(text) === '' ? 'Please fill this in.' : 'At most 60 characters.')

/** How far a city is served, typed in kilometres and read in whole metres. */
export function radiusField(language: Language): Field<number> {
  const t = speak(language)
  return numberField({
    label: t('Served radius, in kilometres'),
    hint: t('What is farther from the centre, and in no zone, is not served.'),
    wrong: t('A number of kilometres from 0.1 to 200.'),
    attributes: { inputmode: 'decimal', maxlength: 8, required: true },
    read: (text) => {
      const km = readDecimal(text, { min: 0.1, max: servedRadiusMeters.max / 1000, decimals: 3 })
      return km === undefined ? undefined : Math.round(km * 1000)
    },
  })
}

/** The countries that the service knows, to choose from. */
export const countryOptions = (language: Language) =>
  (Object.keys(francCountries) as FrancCountry[])
    .map((value) => ({ value, label: countryName(value, language) }))
    .sort((a, b) => a.label.localeCompare(b.label, language))

/** `/operations/cities/new`: a new city, its centre tapped on a map. */
export async function newCityPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const href = `${citiesHref}/new`
  const config = { operates: 'MANAGE' } as const

  app.get(href, { config }, (request, reply) => {
    const { name } = (request.query ?? {}) as { name?: unknown }
    const typed = typeof name === 'string' ? { name: cleanedLine(name.slice(0, 400)) } : {}
    return show(request, reply, 200, typed, {})
  })

  app.post(href, { config, bodyLimit: 8_192 }, async (request, reply) => {
    const typed = fieldsOf(request.body)
    const { values, faults } = readForm(cityForm(languageOf(request)), typed)
    if (!values) return show(request, reply, 422, typed, faults)
    const { name, country, position: center, radius: serviceRadiusMeters } = values
    const { currency, timeZone } = francCountries[country]
    const city = { name, country, center, serviceRadiusMeters, currency, timeZone }
    return attempt(
      request,
      async () => redirectAfter(reply, cityHref(await addCity(acting(deps, request), city)), 'added'),
      ({ status, notice }) => show(request, reply, status, typed, {}, notice),
    )
  })

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    typed: Typed,
    faults: FormFaults<CityForm>,
    notice?: WorkspaceNotice,
  ): unknown {
    const language = languageOf(request)
    const t = speak(language)
    const { radius, ...place } = cityForm(language)
    const fields = html`!${formFields(place, { country: 'BJ', ...typed }, faults)}
!${mapPlace(mapAround(), t('Map: tap the middle of the city'), 'position')}
!${formFields({ radius }, typed, faults)}
!${submitButton(t('Add the city'))}`
    return deps.sendPage(request, reply, status, {
      section: 'cities',
      title: t('New city'),
      back: { href: citiesHref, label: t('Cities') },
      notice,
      isFormPage: request.method === 'POST',
      scripts: ['workspace-map.js'],
      main: postForm(href, fields),
    })
  }

  /** A city that is near, or all countries. */
  function mapAround(): PlaceMap {
    const [near] = deps.pricing.map.current().cities
    const map = deps.cityMapOf(near)
    return near ? map : { ...map, city: servedCountries }
  }
}
