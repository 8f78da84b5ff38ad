import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { type CityMapFacts, defaultAttribution } from '../../../domain/maps/city-map-facts.ts'
import { importMapBytes } from '../../../domain/maps/import-map-bytes.ts'
import { findMapFacts } from '../../../domain/maps/map-store.ts'
import { removeMap } from '../../../domain/maps/remove-map.ts'
import type { City } from '../../../domain/zones/service-map.ts'
import { outsideDeadline } from '../../../http/response-deadline.ts'
import { languageOf } from '../../../http/response-language.ts'
import { formFields, lineField, readForm } from '../../../pages/form.ts'
import { fileField, fileForm, hiddenField, postForm, submitButton } from '../../../pages/form-parts.ts'
import { factList } from '../../../pages/list-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { workCost } from '../../../web/limit-work.ts'
import { mapPlace } from '../../../web/map-place.ts'
import { acceptFiles, readSentForm, refuseLargerForms } from '../../../web/read-sent-form.ts'
import { attempt, doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { acting, cityHref, cityPath, type OneCity, readCity } from './city-request.ts'
import { mapFetchesHref } from './map-fetches.ts'

/** A file from a page is in memory until it is on the disk: that of a city has some megabytes. */
const maxMegabytes = 32
const maxFileBytes = maxMegabytes * 1024 * 1024
/** The file and the fields around it. */
const maxFormBytes = maxFileBytes + 64 * 1024

const sourceForm = (language: Language) => {
  const t = speak(language)
  return {
    attribution: lineField({
      label: t('Source to name on the map'),
      hint: t('The licence of OpenStreetMap (ODbL) asks for it to be named.'),
      wrong: t('1 to 200 characters.'),
      max: 200,
    }),
  }
}

type Filled = {
  status?: number
  typed?: Readonly<Record<string, string>>
  faults?: { file?: string | undefined; attribution?: string | undefined }
  notice?: WorkspaceNotice | undefined
}

/** `/operations/cities/ID/map`: what was imported, the form for another map, and the removal. */
export async function cityMapPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE' } as const
  const path = `${cityPath}/map`
  await acceptFiles(app, { fields: 4, fieldBytes: 1_024, fileBytes: maxFileBytes })

  app.get<OneCity>(path, { config }, async (request, reply) => {
    const t = speak(languageOf(request))
    const done = { imported: t('The map is imported.'), removed: t('The map is removed.') }
    return show(request, reply, await readCity(deps, request), { notice: doneNotice(request, done) })
  })

  const upload = {
    config: { ...config, cost: workCost.file, hasOwnBodyDeadline: true },
    bodyLimit: maxFormBytes,
    onRequest: refuseLargerForms(maxFormBytes),
  }
  app.post<OneCity>(path, upload, async (request, reply) => {
    const city = await readCity(deps, request)
    const { fields: typed, file } = await readSentForm(request, reply, 'file')
    const { values, faults } = readForm(sourceForm(languageOf(request)), typed)
    const fault = fileFault(file, languageOf(request))
    if (!file || fault || !values)
      return show(request, reply, city, { status: 422, typed, faults: { ...faults, file: fault } })
    const imported = {
      cityId: city.id,
      bytes: file,
      fileName: fileNameOf(city, file),
      attribution: values.attribution,
    }
    return attempt(
      request,
      async () => {
        await outsideDeadline(request, () => importMapBytes(acting(deps, request), imported))
        await deps.maps.copy.reload()
        return redirectAfter(reply, cityHref(city.id, '/map'), 'imported')
      },
      ({ code, status, notice }) => {
        const refused = code === 'MAP_FILE_REFUSED' ? { faults: { file: notice.text } } : { notice }
        return show(request, reply, city, { status, typed, ...refused })
      },
    )
  })

  app.post<OneCity>(`${path}/remove`, { config, bodyLimit: 1_024 }, async (request, reply) => {
    const city = await readCity(deps, request)
    return attempt(
      request,
      async () => {
        await removeMap(acting(deps, request), city.id)
        await deps.maps.copy.reload()
        return redirectAfter(reply, cityHref(city.id, '/map'), 'removed')
      },
      ({ status, notice }) => show(request, reply, city, { status, notice }),
    )
  })

  async function show(request: FastifyRequest, reply: FastifyReply, city: City, filled: Filled) {
    const { status = 200, notice } = filled
    const facts = await findMapFacts(deps.db, city.id)
    const language = languageOf(request)
    const t = speak(language)
    const lead = t(
      'Landmarks that are found by their names, and a drawing of water and main roads under the zones. No other service is asked anything.',
    )
    const importedAt =
      facts && momentText(facts.importedAt, { now: deps.clock.now(), timeZone: city.timeZone }, language)
    const nothing = t(
      'Nothing is imported yet: the map shows water and your zones, no roads and no landmarks.',
    )
    const known = facts
      ? html`<section class="card">!${factList([
          [t('File'), facts.fileName],
          [t('Imported'), importedAt],
          [t('Landmarks'), facts.landmarkCount.toLocaleString(language)],
          [t('Roads and waters drawn'), facts.lineCount.toLocaleString(language)],
          [t('Source'), facts.attribution],
        ])}</section>
!${mapPlace(deps.cityMapOf(city), t('The map of {city} as customers see it', { city: city.name }))}`
      : html`<p>${nothing}</p>
!${mapPlace(deps.cityMapOf(city), t('The map of {city} as customers see it', { city: city.name }))}
<p class="acts"><a class="button primary" href="${mapFetchesHref}">${t('Fetch the streets')}</a></p>`
    return deps.sendPage(request, reply, status, {
      section: 'cities',
      title: t('Map and landmarks'),
      back: { href: cityHref(city.id), label: city.name },
      notice,
      isFormPage: request.method === 'POST',
      scripts: ['workspace-map.js'],
      main: html`<p>${lead}</p>
!${known}
!${importCard(city, facts, filled, language)}
!${facts ? removalCard(city, language) : ''}`,
    })
  }
}

function importCard(
  city: City,
  facts: CityMapFacts | undefined,
  { typed = {}, faults = {} }: Filled,
  language: Language,
): string {
  const t = speak(language)
  const about = t(
    'An OpenStreetMap extract of the city (.osm.pbf), or GeoJSON, of at most {megabytes} MB. A larger file, such as that of a country, is imported on the server: colis map import.',
    { megabytes: maxMegabytes },
  )
  const file = fileField({
    label: t('File'),
    accept: '.pbf,.geojson,.json,application/geo+json,application/json',
    error: faults.file,
  })
  const filled = { attribution: facts?.attribution ?? defaultAttribution, ...typed }
  return html`<section class="card"><h2>${t('Import a map')}</h2>
<p>${about}</p>
!${facts ? html`<p>${t('The imported map replaces the one before.')}</p>` : ''}
!${fileForm(
    cityHref(city.id, '/map'),
    html`!${file}!${formFields(sourceForm(language), filled, faults)}!${submitButton(t('Import'))}`,
  )}</section>`
}

function removalCard(city: City, language: Language): string {
  const t = speak(language)
  const remove = html`!${hiddenField('sure', 'yes')}!${submitButton(t('Remove'), 'danger')}`
  return html`<details class="card"><summary>${t('Remove the map')}</summary>
<p>${t('Landmarks and drawing go; zones and prices stay.')}</p>
!${postForm(cityHref(city.id, '/map/remove'), remove)}</details>`
}

function fileFault(file: Uint8Array | undefined, language: Language): string | undefined {
  const t = speak(language)
  if (!file) return t('Choose a file.')
  return file.length > maxFileBytes
    ? t('This file has more than {megabytes} MB. Import it on the server: colis map import.', {
        megabytes: maxMegabytes,
      })
    : undefined
}

/** What a file is called in the audit: its own name is not among what is read of a form. */
const fileNameOf = ({ name }: City, file: Uint8Array): string =>
  `${name}.${file[0] === 0x7b || file[0] === 0xef ? 'geojson' : 'osm.pbf'}`
