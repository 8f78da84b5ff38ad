import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { renameZone } from '../../../../domain/zones/changing/rename-zone.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { filledForm, formFields, readForm } from '../../../../pages/form.ts'
import { fieldsOf } from '../../../../pages/form-fields.ts'
import { buttonForm, postForm, submitButton } from '../../../../pages/form-parts.ts'
import { workCost } from '../../../../web/limit-work.ts'
import { attempt, redirectAfter } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { acting } from '../city-request.ts'
import { outlineField, priorityField, readOutline, zoneNameField } from './zone-form.ts'
import { drawnAround, zoneMapPlace, zoneMapScripts } from './zone-map-parts.ts'
import { type Filled, type OneZone, proposeChange, readZone, zonesHref, zonesPath } from './zone-request.ts'

const outlineForm = (language: Language) => ({ shape: outlineField(language) })
const nameForm = (language: Language) => ({
  name: zoneNameField(language),
  priority: priorityField(language),
})

/** `/operations/cities/ID/zones/ID`: another outline of a zone, another name, its end. */
export async function oneZonePage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE' } as const
  const path = `${zonesPath}/:zoneId`
  const small = { config, bodyLimit: 8_192 }
  const working = { config: { ...config, cost: workCost.form }, bodyLimit: 512 * 1024 }

  app.get<OneZone>(path, { config }, async (request, reply) =>
    show(request, reply, await readZone(deps, request), {}),
  )

  app.get<OneZone>(`${path}/shapes`, { config }, async (request) => {
    const { zone, zones } = await readZone(deps, request)
    return drawnAround(zones, zone.id)
  })

  app.post<OneZone>(`${path}/shape`, working, async (request, reply) => {
    const shown = await readZone(deps, request)
    const typed = fieldsOf(request.body)
    const drawn = await readOutline(request, typed.shape, shown.zone.name)
    if ('fault' in drawn)
      return show(request, reply, shown, { status: 422, typed, faults: { shape: drawn.fault } })
    const { name: _, ...draft } = drawn.draft
    const change = { kind: 'RESHAPE', zone: shown.zone.name, draft } as const
    return proposeChange(deps, request, reply, { city: shown.city, change }, (refused) =>
      show(request, reply, shown, { typed, ...refused }),
    )
  })

  app.post<OneZone>(`${path}/name`, small, async (request, reply) => {
    const shown = await readZone(deps, request)
    const typed = fieldsOf(request.body)
    const { values, faults } = readForm(nameForm(languageOf(request)), typed)
    if (!values) return show(request, reply, shown, { status: 422, typed, faults })
    return attempt(
      request,
      async () => {
        const { city, zone } = shown
        await renameZone(acting(deps, request), { cityId: city.id, zone: zone.name, ...values })
        await deps.pricing.map.reload()
        return redirectAfter(reply, zonesHref(city), 'renamed')
      },
      ({ status, notice }) => show(request, reply, shown, { status, typed, notice }),
    )
  })

  app.post<OneZone>(`${path}/retire`, small, async (request, reply) => {
    const shown = await readZone(deps, request)
    const change = { kind: 'RETIRE', zones: [shown.zone.name] } as const
    return proposeChange(deps, request, reply, { city: shown.city, change }, (refused) =>
      show(request, reply, shown, refused),
    )
  })

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    { city, zone }: Awaited<ReturnType<typeof readZone>>,
    { status = 200, typed = {}, faults = {}, notice }: Filled,
  ): unknown {
    const language = languageOf(request)
    const t = speak(language)
    const href = zonesHref(city, `/${zone.id}`)
    const map = zoneMapPlace(deps, request, city, {
      shapes: `/${zone.id}/shapes`,
      draws: { what: 'VERTICES', field: 'shape' },
      label: t('Map: move the points of the outline of {zone}', { zone: zone.name }),
    })
    const hint = t('Move a point; tap the middle of a side to add one; hold a point to remove it.')
    const outline = html`!${map}<p class="hint">${hint}</p>
!${formFields(outlineForm(language), typed, faults)}
!${submitButton(t('See what would change'))}`
    const named = { typed: { name: zone.name, priority: String(zone.priority), ...typed }, faults }
    return deps.sendPage(request, reply, status, {
      section: 'cities',
      title: zone.name,
      back: { href: zonesHref(city), label: t('Zones') },
      notice,
      isFormPage: request.method === 'POST',
      isWide: true,
      scripts: zoneMapScripts,
      main: html`!${postForm(`${href}/shape`, outline)}
<div class="columns">
<section class="card"><h2>${t('Name and priority')}</h2>
!${filledForm(`${href}/name`, nameForm(language), named, t('Save'), 'plain')}</section>
<section class="card">
<p><a class="button plain" href="${href}/split">${t('Split in two')}</a></p>
!${buttonForm(`${href}/retire`, t('Retire'), 'danger')}
<p class="hint">${t('You will see what changes before you confirm.')}</p></section></div>`,
    })
  }
}
