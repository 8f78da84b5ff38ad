import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { outsideDeadline } from '../../../../base/http/response-deadline.ts'
import { languageOf } from '../../../../base/http/response-language.ts'
import { cleanedLine } from '../../../../base/kernel/plain-text.ts'
import { importMapBytes } from '../../../../domain/maps/import-map-bytes.ts'
import { findMapFacts } from '../../../../domain/maps/map-store.ts'
import { removeMap } from '../../../../domain/maps/remove-map.ts'
import type { City } from '../../../../domain/zones/service-map.ts'
import { workCost } from '../../../../web/limit-work.ts'
import { acceptFiles, readSentForm, refuseLargerForms } from '../../../../web/read-sent-form.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { type OperationsText, speak, speakEach } from '../../operations-words.ts'
import { acting, cityHref, cityPath, type OneCity, readCity } from '../city-request.ts'
import { type MapImportScreen, mapImportPage } from './map-import-page.ts'

const doneNotices: Record<string, OperationsText> = {
  imported: 'The map is imported.',
  removed: 'The map is removed.',
}

/** A file from a page is in memory until it is on the disk: that of a city has some megabytes. */
const maxMegabytes = 32
const maxFileBytes = maxMegabytes * 1024 * 1024
/** The file and the fields around it. */
const maxFormBytes = maxFileBytes + 64 * 1024

type Filled = Partial<Pick<MapImportScreen, 'typed' | 'errors' | 'notice'>> & { status?: number }

/** The map of a city: what was imported, another import, and the removal. */
export async function mapImportRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE' } as const
  const path = `${cityPath}/map`
  await acceptFiles(app, { fields: 4, fieldBytes: 1_024, fileBytes: maxFileBytes })

  app.get<OneCity>(path, { config }, async (request, reply) => {
    const notice = doneNotice(request, speakEach(languageOf(request), doneNotices))
    return send(request, reply, await readCity(deps, request), { notice })
  })

  const upload = {
    config: { ...config, cost: workCost.file, hasOwnBodyDeadline: true },
    bodyLimit: maxFormBytes,
    onRequest: refuseLargerForms(maxFormBytes),
  }
  app.post<OneCity>(path, upload, async (request, reply) => {
    const city = await readCity(deps, request)
    const { fields: typed, file } = await readSentForm(request, reply, 'file')
    const attribution = cleanedLine(typed.attribution ?? '')
    const errors = errorsOf(request, file, attribution)
    if (!file || errors.file || errors.attribution)
      return send(request, reply, city, { typed, errors, status: 422 })
    try {
      await outsideDeadline(request, () =>
        importMapBytes(acting(deps, request), {
          cityId: city.id,
          bytes: file,
          fileName: fileNameOf(city, file),
          attribution,
        }),
      )
      await deps.maps.copy.reload()
      return redirectAfter(reply, cityHref(city.id, '/map'), 'imported')
    } catch (error) {
      const { code, status, notice } = refusalOf(error, request)
      const refused = code === 'MAP_FILE_REFUSED' ? { errors: { file: notice.text } } : { notice }
      return send(request, reply, city, { typed, status, ...refused })
    }
  })

  app.post<OneCity>(`${path}/remove`, { config, bodyLimit: 1_024 }, async (request, reply) => {
    const city = await readCity(deps, request)
    try {
      await removeMap(acting(deps, request), city.id)
      await deps.maps.copy.reload()
      return redirectAfter(reply, cityHref(city.id, '/map'), 'removed')
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return send(request, reply, city, { notice, status })
    }
  })

  function errorsOf(request: FastifyRequest, file: Uint8Array | undefined, attribution: string) {
    const t = speak(languageOf(request))
    const isAttribution = attribution.length >= 1 && attribution.length <= 200
    return {
      ...(!file && { file: t('Choose a file.') }),
      ...(file &&
        file.length > maxFileBytes && {
          file: t('This file has more than {megabytes} MB. Import it on the server: colis map import.', {
            megabytes: maxMegabytes,
          }),
        }),
      ...(!isAttribution && { attribution: t('1 to 200 characters.') }),
    }
  }

  async function send(request: FastifyRequest, reply: FastifyReply, city: City, filled: Filled) {
    const page = mapImportPage({
      language: languageOf(request),
      city,
      now: deps.clock.now(),
      facts: await findMapFacts(deps.db, city.id),
      map: deps.cityMapOf(city),
      maxMegabytes,
      typed: filled.typed ?? {},
      errors: filled.errors ?? {},
      notice: filled.notice,
      isFormPage: request.method === 'POST',
    })
    return deps.sendPage(request, reply, filled.status ?? 200, page)
  }
}

/** What a file is called in the audit: its own name is not among what is read of a form. */
const fileNameOf = ({ name }: City, file: Uint8Array): string =>
  `${name}.${file[0] === 0x7b || file[0] === 0xef ? 'geojson' : 'osm.pbf'}`
