import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { computeZoneText } from '../../../../domain/zones/checking/compute-zones.ts'
import type { City } from '../../../../domain/zones/service-map.ts'
import type { ZoneFault } from '../../../../domain/zones/zone-file.ts'
import { outsideDeadline } from '../../../../http/response-deadline.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { checkbox, formFields, readForm, typedField } from '../../../../pages/form.ts'
import { fileField, fileForm, submitButton } from '../../../../pages/form-parts.ts'
import { workCost } from '../../../../web/limit-work.ts'
import { acceptFiles, readSentForm, refuseLargerForms } from '../../../../web/read-sent-form.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { type OperationsText, speak } from '../../operations-words.ts'
import { type OneCity, readCity } from '../city-request.ts'
import { priorityField, readZoneName, tooDetailed } from './zone-form.ts'
import { type Filled, proposeChange, zonesHref, zonesPath } from './zone-request.ts'

const maxFileBytes = 5 * 1024 * 1024
/** The file and the fields around it. */
const maxFormBytes = maxFileBytes + 64 * 1024
/** More faults help nobody. */
const maxShownFaults = 50
/** How many features are named that have the same fault. */
const maxNamed = 4

const importForm = (language: Language) => {
  const t = speak(language)
  return {
    nameProperty: typedField({
      label: t('Property that holds the name of each zone'),
      hint: t('Often “name”. If it is missing, the next message lists those of the file.'),
      attributes: { maxlength: 60, required: true },
      read: (text) => readZoneName(text) || 'name',
    }),
    priority: priorityField(language),
    replace: checkbox({ label: t('Retire the zones that the file does not name') }),
  }
}

/** `/operations/cities/ID/zones/import`: a file of zones, as far as its preview. */
export async function zoneImportPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE' } as const
  const path = `${zonesPath}/import`
  await acceptFiles(app, { fields: 5, fieldBytes: 1_024, fileBytes: maxFileBytes })

  app.get<OneCity>(path, { config }, async (request, reply) =>
    show(request, reply, await readCity(deps, request), {}),
  )

  const upload = {
    config: { ...config, cost: workCost.file, hasOwnBodyDeadline: true },
    bodyLimit: maxFormBytes,
    onRequest: refuseLargerForms(maxFormBytes),
  }
  app.post<OneCity>(path, upload, async (request, reply) => {
    const city = await readCity(deps, request)
    const sent = await readSentForm(request, reply, 'file')
    const language = languageOf(request)
    const typed = { priority: '0', ...sent.fields }
    const { values, faults } = readForm(importForm(language), typed)
    const bytes = sent.file ?? new Uint8Array()
    const fault = fileFault(bytes)
    if (!values || fault) {
      const file = fault && speak(language)(fault)
      return show(request, reply, city, { status: 422, typed, faults: { ...faults, file } })
    }
    const { nameProperty, priority, replace: replaceOthers } = values
    const computed = await outsideDeadline(request, () => computeZoneText(bytes, { nameProperty, language }))
    if ('failure' in computed)
      return show(request, reply, city, { status: 422, typed, faults: { file: tooDetailed(language) } })
    const { zones: drafts, faults: zoneFaults, notes } = computed.result
    if (zoneFaults.length > 0) return show(request, reply, city, { status: 422, typed }, zoneFaults)
    const change = { kind: 'IMPORT', drafts, priority, replaceOthers } as const
    return proposeChange(deps, request, reply, { city, change, notes }, (refused) =>
      show(request, reply, city, { typed, ...refused }),
    )
  })

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    city: City,
    { status = 200, typed = {}, faults = {}, notice }: Filled,
    zoneFaults: readonly ZoneFault[] = [],
  ): unknown {
    const language = languageOf(request)
    const t = speak(language)
    const lead = t(
      'A GeoJSON, KML or KMZ file of polygons in longitude and latitude (WGS 84), at most 5 MB, such as Google My Maps exports. Nothing changes before you have looked and confirmed.',
    )
    const file = fileField({
      label: t('GeoJSON, KML or KMZ file'),
      accept:
        '.geojson,.json,.kml,.kmz,.ndjson,.geojsonl,application/geo+json,application/json,application/vnd.google-earth.kml+xml,application/vnd.google-earth.kmz',
      error: faults.file,
    })
    const filled = { nameProperty: 'name', priority: '0', ...typed }
    const fields = html`!${file}
!${formFields(importForm(language), filled, faults)}
!${submitButton(t('See what would change'))}`
    return deps.sendPage(request, reply, status, {
      section: 'cities',
      title: t('Import zones'),
      back: { href: zonesHref(city), label: t('Zones') },
      notice,
      isFormPage: request.method === 'POST',
      main: html`<p>${lead}</p>
!${zoneFaults.length === 0 ? '' : faultCard(zoneFaults, language)}
!${fileForm(zonesHref(city, '/import'), fields)}`,
    })
  }
}

/** Every fault of a file, each with the features that have it. */
function faultCard(faults: readonly ZoneFault[], language: Language): string {
  const t = speak(language)
  const colon = language === 'fr' ? ' :' : ':'
  const lines = [...Map.groupBy(faults, ({ fault }) => fault)].map(([fault, same]) => {
    const features = same.map(({ feature }) => feature)
    const more = features.length - maxNamed
    const named = features.slice(0, maxNamed).join(', ')
    const names = more > 0 ? `${named} ${t('and {count} more', { count: more })}` : named
    return html`<li><strong>${names}</strong>${colon} ${fault}</li>`
  })
  const title = t(
    '{count, plural, one {Nothing was imported: one fault.} other {Nothing was imported: {count} faults.}}',
    { count: faults.length },
  )
  const rest = t('… and {count} more.', { count: lines.length - maxShownFaults })
  return html`<section class="card" role="alert"><h2>${title}</h2>
<ul>!${lines.slice(0, maxShownFaults)}</ul>
!${lines.length > maxShownFaults ? html`<p>${rest}</p>` : ''}</section>`
}

/** What is wrong with a file before it is read. */
function fileFault({ length }: Uint8Array): OperationsText | undefined {
  if (length === 0) return 'Choose a file.'
  return length > maxFileBytes
    ? 'The file is larger than 5 MB: simplify the outlines, or import it in several parts.'
    : undefined
}
