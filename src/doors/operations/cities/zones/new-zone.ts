import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import type { City } from '../../../../domain/zones/service-map.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { formFields, readForm } from '../../../../pages/form.ts'
import { fieldsOf } from '../../../../pages/form-fields.ts'
import { postForm, submitButton } from '../../../../pages/form-parts.ts'
import { workCost } from '../../../../web/limit-work.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { type OneCity, readCity } from '../city-request.ts'
import { outlineField, priorityField, readOutline, zoneNameField } from './zone-form.ts'
import { zoneMapPlace, zoneMapScripts } from './zone-map-parts.ts'
import { type Filled, proposeChange, zonesHref, zonesPath } from './zone-request.ts'

const zoneForm = (language: Language) => ({
  name: zoneNameField(language),
  shape: outlineField(language),
  priority: priorityField(language),
})

/** `/operations/cities/ID/zones/new`: a new zone, drawn on a map. */
export async function newZonePage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE' } as const
  const path = `${zonesPath}/new`

  app.get<OneCity>(path, { config }, async (request, reply) =>
    show(request, reply, await readCity(deps, request), {}),
  )

  const working = { config: { ...config, cost: workCost.form }, bodyLimit: 512 * 1024 }
  app.post<OneCity>(path, working, async (request, reply) => {
    const city = await readCity(deps, request)
    const typed: Record<string, string> = { priority: '0', ...fieldsOf(request.body) }
    const { values, faults } = readForm(zoneForm(languageOf(request)), typed)
    const drawn = await readOutline(request, typed.shape, typed.name)
    const shape = 'fault' in drawn ? drawn.fault : undefined
    if (!values || 'fault' in drawn)
      return show(request, reply, city, { status: 422, typed, faults: { ...faults, shape } })
    const change = { kind: 'DRAW', draft: drawn.draft, priority: values.priority } as const
    return proposeChange(deps, request, reply, { city, change }, (refused) =>
      show(request, reply, city, { typed, ...refused }),
    )
  })

  function show(request: FastifyRequest, reply: FastifyReply, city: City, filled: Filled): unknown {
    const { status = 200, typed = {}, faults = {}, notice } = filled
    const language = languageOf(request)
    const t = speak(language)
    const { name, ...outline } = zoneForm(language)
    const map = zoneMapPlace(deps, request, city, {
      shapes: '/shapes',
      draws: { what: 'SHAPE', field: 'shape' },
      label: t('Map: draw the outline of the zone'),
    })
    const fields = html`!${formFields({ name }, typed, faults)}
!${map}
!${formFields(outline, { priority: '0', ...typed }, faults)}
!${submitButton(t('See what would change'))}`
    const lead = t('Tap the map at each corner; tap the first corner to close. Move the points afterwards.')
    return deps.sendPage(request, reply, status, {
      section: 'cities',
      title: t('Draw a zone'),
      back: { href: zonesHref(city), label: t('Zones') },
      notice,
      isFormPage: request.method === 'POST',
      isWide: true,
      scripts: zoneMapScripts,
      main: html`<p>${lead}</p>!${postForm(zonesHref(city, '/new'), fields)}`,
    })
  }
}
