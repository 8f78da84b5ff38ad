import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { readWhole } from '../../../base/kernel/written-number.ts'
import { type City, tourMinutes } from '../../../domain/zones/service-map.ts'
import { setCityTours } from '../../../domain/zones/set-city-tours.ts'
import { languageOf } from '../../../http/response-language.ts'
import { type FormFaults, filledForm, numberField, optional, readForm } from '../../../pages/form.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import type { Rules } from '../../../rules.ts'
import { attempt, doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { acting, cityHref, cityPath, type OneCity, readCity } from './city-request.ts'

/** What a city may set: as much as the operator's rules, or less. */
const toursForm = (rules: Rules, language: Language) => {
  const t = speak(language)
  const minutes = (label: string, most: number) =>
    optional(
      numberField({
        label,
        hint: t('Empty: {most} minutes, as the settings say.', { most }),
        wrong: t('A whole number of minutes from 0 to {most}, or nothing.', { most }),
        read: (text) => readWhole(text, { ...tourMinutes, max: most }),
        attributes: { inputmode: 'numeric', maxlength: 2 },
      }),
    )
  return {
    laterMinutes: minutes(
      t('At most so many minutes later than a customer was told'),
      rules.TOUR_LATER_MINUTES,
    ),
    rideMinutes: minutes(t('At most so many minutes longer than the straight ride'), rules.TOUR_RIDE_MINUTES),
  }
}

type Typed = Readonly<Record<string, string>>

/** `/operations/cities/ID/tours`: what tours may do with the parcels of a city. */
export async function cityToursPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE' } as const
  const path = `${cityPath}/tours`

  app.get<OneCity>(path, { config }, async (request, reply) => {
    const city = await readCity(deps, request)
    const { laterMinutes, rideMinutes } = city.tours ?? {}
    const typed = { laterMinutes: `${laterMinutes ?? ''}`, rideMinutes: `${rideMinutes ?? ''}` }
    const notice = doneNotice(request, { saved: speak(languageOf(request))('The limits are saved.') })
    return show(request, reply, 200, city, typed, {}, notice)
  })

  app.post<OneCity>(path, { config, bodyLimit: 8_192 }, async (request, reply) => {
    const city = await readCity(deps, request)
    const typed = fieldsOf(request.body)
    const { values, faults } = readForm(toursForm(deps.rules.current(), languageOf(request)), typed)
    if (!values) return show(request, reply, 422, city, typed, faults)
    return attempt(
      request,
      async () => {
        await setCityTours(acting(deps, request), city.id, values)
        return redirectAfter(reply, cityHref(city.id, '/tours'), 'saved')
      },
      ({ status, notice }) => show(request, reply, status, city, typed, {}, notice),
    )
  })

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    city: City,
    typed: Typed,
    faults: FormFaults<ReturnType<typeof toursForm>>,
    notice?: WorkspaceNotice,
  ): unknown {
    const language = languageOf(request)
    const t = speak(language)
    const form = toursForm(deps.rules.current(), language)
    const lead = t(
      'Where meals go cold a city sets less than the settings. It holds for each parcel that is fetched here: one that would be brought later, or ride longer, is no part of a tour.',
    )
    return deps.sendPage(request, reply, status, {
      section: 'cities',
      title: t('Tours'),
      back: { href: cityHref(city.id), label: city.name },
      notice,
      isFormPage: request.method === 'POST',
      main: html`<p>${lead}</p>
!${filledForm(cityHref(city.id, '/tours'), form, { typed, faults }, t('Save'))}`,
    })
  }
}
