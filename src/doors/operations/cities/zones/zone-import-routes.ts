import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { outsideDeadline } from '../../../../base/http/response-deadline.ts'
import { languageOf } from '../../../../base/http/response-language.ts'
import { proposeZones } from '../../../../domain/zones/changing/propose-zones.ts'
import { computeZoneText } from '../../../../domain/zones/checking/compute-zones.ts'
import type { City } from '../../../../domain/zones/service-map.ts'
import type { ZoneFault } from '../../../../domain/zones/zone-file.ts'
import { workCost } from '../../../../web/limit-work.ts'
import { acceptFiles, readSentForm, refuseLargerForms } from '../../../../web/read-sent-form.ts'
import { redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { type OperationsText, speak } from '../../operations-words.ts'
import { acting, cityHref, type OneCity, readCity } from '../city-request.ts'
import { readPriority, readZoneName } from './zone-form.ts'
import { type ZoneFormScreen, zoneImportPage } from './zone-form-page.ts'
import { zonesPath } from './zone-request.ts'

const maxFileBytes = 5 * 1024 * 1024
/** The file and the fields around it. */
const maxFormBytes = maxFileBytes + 64 * 1024

type Filled = Partial<Pick<ZoneFormScreen, 'typed' | 'errors' | 'notice'>> & {
  status?: number
  faults?: readonly ZoneFault[]
}

/** The import of a file of zones, as far as its preview. */
export async function zoneImportRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE' } as const
  await acceptFiles(app, { fields: 5, fieldBytes: 1_024, fileBytes: maxFileBytes })

  app.get<OneCity>(`${zonesPath}/import`, { config }, async (request, reply) =>
    send(request, reply, await readCity(deps, request), {}),
  )

  const upload = {
    config: { ...config, cost: workCost.file, hasOwnBodyDeadline: true },
    bodyLimit: maxFormBytes,
    onRequest: refuseLargerForms(maxFormBytes),
  }
  app.post<OneCity>(`${zonesPath}/import`, upload, async (request, reply) => {
    const city = await readCity(deps, request)
    const { fields: typed, file } = await readSentForm(request, reply, 'file')
    const language = languageOf(request)
    const t = speak(language)
    const priority = readPriority(typed.priority ?? '0')
    const text = file && textOf(file)
    const faultText = fileFault(file, text)
    const fault = faultText && t(faultText)
    if (text === undefined || fault !== undefined || priority === undefined) {
      const errors = {
        ...(fault && { file: fault }),
        ...(priority === undefined && { priority: t('A whole number from -1000 to 1000.') }),
      }
      return send(request, reply, city, { typed, errors, status: 422 })
    }
    const nameProperty = readZoneName(typed.nameProperty) || 'name'
    const computed = await outsideDeadline(request, () => computeZoneText(text, { nameProperty, language }))
    if ('failure' in computed)
      return send(request, reply, city, {
        typed,
        errors: { file: t('This file is too detailed to be read here: simplify the outlines.') },
        status: 422,
      })
    const { zones: drafts, faults, notes } = computed.result
    if (faults.length > 0) return send(request, reply, city, { typed, faults, status: 422 })
    const change = { kind: 'IMPORT', drafts, priority, replaceOthers: typed.replace === 'on' } as const
    try {
      const id = await outsideDeadline(request, () =>
        proposeZones(acting(deps, request), { cityId: city.id, change, notes }),
      )
      return redirectAfter(reply, cityHref(city.id, `/zones/proposals/${id}`))
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return send(request, reply, city, { typed, notice, status })
    }
  })

  function send(request: FastifyRequest, reply: FastifyReply, city: City, filled: Filled) {
    const { typed = {}, errors = {}, notice, faults = [], status = 200 } = filled
    const language = languageOf(request)
    const isFormPage = request.method === 'POST'
    const page = zoneImportPage({ language, city, typed, errors, notice, isFormPage }, faults)
    return deps.sendPage(request, reply, status, page)
  }
}

function fileFault(file: Uint8Array | undefined, text: string | undefined): OperationsText | undefined {
  if (!file) return 'Choose a file.'
  if (file.length > maxFileBytes)
    return 'The file is larger than 5 MB: simplify the outlines, or import it in several parts.'
  return text === undefined ? 'This file is no text in UTF-8.' : undefined
}

/** The text of a file; undefined when its bytes are no UTF-8. */
function textOf(file: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return undefined
  }
}
