import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError, type ErrorCode, errorBody, errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { isIn } from '../../../domain/deliveries/delivery-status.ts'
import { listFilesOf } from '../../../domain/deliveries/files/delivery-file-store.ts'
import { readOwnDoorNote } from '../../../domain/deliveries/files/read-delivery-file.ts'
import { removeDeliveryFile } from '../../../domain/deliveries/files/remove-delivery-file.ts'
import {
  type DeliveryFileDeps,
  storeDeliveryFile,
} from '../../../domain/deliveries/files/store-delivery-file.ts'
import { customerPath } from '../../../domain/deliveries/sharing/customer-link.ts'
import { asApiError, logRefusal } from '../../../http/error-handler.ts'
import { languageOf } from '../../../http/response-language.ts'
import { withTokens } from '../../../pages/design-tokens.ts'
import { leanText } from '../../../pages/lean-text.ts'
import { servePageAssets } from '../../../pages/page-assets.ts'
import { isFromElsewhere, pagePolicy } from '../../../pages/page-defaults.ts'
import { sendPrivateFile } from '../../../web/private-file-response.ts'
import { acceptFiles, readSentFiles, refuseLargerForms } from '../../../web/read-sent-form.ts'
import type { PageFrame } from '../customer-page.ts'
import type { LinkedDelivery } from '../read-linked-delivery.ts'
import {
  type DoorAct,
  type DoorDone,
  doorActs,
  doorPage,
  doorPath,
  endedText,
  isDoorDone,
} from './door-note-page.ts'

export type DoorNoteDeps = DeliveryFileDeps & {
  /** The delivery of the link that a request names. */
  linkedDeliveryOf: (request: FastifyRequest) => Promise<LinkedDelivery>
  frameOf: (request: FastifyRequest) => PageFrame
}

/** A photo as phones take it, and the other fields. */
const formBytes = limits.deliveryPhotoBytes + 64 * 1024

/**
 * `/p/:token/door`: the customer leaves a photo of the door and a voice note for the courier, sees and hears
 * them, and takes them back (decision 223). A Fastify plugin, below the routes of the customer's page.
 */
export async function doorNoteRoutes(app: FastifyInstance, deps: DoorNoteDeps): Promise<void> {
  const { db, linkedDeliveryOf } = deps
  const assets = servePageAssets(app, 'door', await readAssets())
  const frameOf = (request: FastifyRequest): PageFrame => ({
    ...deps.frameOf(request),
    style: assets['door.css'],
    script: assets['door.js'],
  })
  const path = `${customerPath}:token/door`
  await acceptFiles(app, { fields: 2, fieldBytes: 64, fileBytes: limits.deliveryPhotoBytes, files: 3 })
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': pagePolicy({ mediaSource: "'self' blob:" }),
      'permissions-policy': 'camera=(), microphone=(self), geolocation=()',
    })
  })
  app.setErrorHandler(async (error, request, reply) => {
    const refusal = asApiError(error as Error, request)
    const fault = faultOf(refusal, request)
    if (fault === undefined || request.method !== 'POST') throw error
    logRefusal(refusal, request, reply)
    return sendDoor(request, reply, errors[refusal.code].status, { fault })
  })

  app.get<{ Querystring: { done?: unknown } }>(path, async (request, reply) => {
    const { done } = request.query
    return sendDoor(request, reply, 200, {
      done: typeof done === 'string' && isDoorDone(done) ? done : undefined,
    })
  })

  // Nothing is read of whoever has no link, nor of a form of another site.
  const requireLink = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const { key } = await linkedDeliveryOf(request)
      request.sender = { trust: 'KNOWN', holder: key.id }
      if (isFromElsewhere(request)) throw new ApiError('CUSTOMER_FORM_REFUSED')
    } catch (error) {
      reply.header('connection', 'close')
      throw error
    }
  }
  app.post(
    path,
    {
      config: { hasOwnBodyDeadline: true },
      bodyLimit: formBytes,
      onRequest: [requireLink, refuseLargerForms(formBytes)],
    },
    async (request, reply) => {
      const visit = await linkedDeliveryOf(request)
      const frame = frameOf(request)
      const { fields, files } = await readSentFiles(request, reply, ['taken', 'chosen', 'sound'])
      const act = doorActs.find((each) => each === fields.act)
      const done = act && (await doneBy(act, visit, files))
      if (done === undefined) {
        const fault = frame.t('Choose a file first, then send it.')
        return sendDoor(request, reply, 422, { fault })
      }
      const query = frame.query === '' ? '?' : `${frame.query}&`
      return reply.redirect(`${doorPath(frame)}${query}done=${done}`, 303)
    },
  )

  app.get<{ Params: { file: string } }>(`${path}/:file`, async (request, reply) => {
    const { key } = await linkedDeliveryOf(request)
    const { file } = request.params
    const found = isUuid(file) ? await readOwnDoorNote(deps, key, file) : undefined
    if (!found) throw new ApiError('ROUTE_NOT_FOUND', { method: 'GET', path: `${customerPath}…` })
    return sendPrivateFile(request, reply, found)
  })

  /** What was done; undefined where no file was chosen. */
  async function doneBy(
    act: DoorAct,
    { key }: LinkedDelivery,
    files: Record<string, Uint8Array | undefined>,
  ): Promise<DoorDone | undefined> {
    if (act === 'remove-photo' || act === 'remove-voice') {
      await removeDeliveryFile(deps, key, act === 'remove-photo' ? 'DOOR_PHOTO' : 'VOICE_NOTE')
      return act === 'remove-photo' ? 'photo-removed' : 'voice-removed'
    }
    const bytes = act === 'photo' ? (files.taken ?? files.chosen) : files.sound
    if (!bytes) return undefined
    await storeDeliveryFile(deps, key, { kind: act === 'photo' ? 'DOOR_PHOTO' : 'VOICE_NOTE', bytes })
    return act
  }

  /**
   * Nothing is left for the courier of a delivery that has no place yet, or is over: its own page says how it
   * is.
   */
  async function sendDoor(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    shown: { done?: DoorDone | undefined; fault?: string },
  ) {
    const { key, view } = await linkedDeliveryOf(request)
    const frame = frameOf(request)
    if (!isIn('expected', view.status)) return reply.redirect(`${frame.path}${frame.query}`, 303)
    const page = doorPage(frame, view, { files: await listFilesOf(db, [key]), ...shown })
    return reply
      .code(status)
      .header('content-language', frame.language)
      .type('text/html; charset=utf-8')
      .send(page)
  }

  /** The words for a refusal that this page itself can tell; undefined for every other. */
  function faultOf(refusal: ApiError, request: FastifyRequest): string | undefined {
    const { t } = frameOf(request)
    const tooLarge = new ApiError('DELIVERY_FILE_REFUSED', { reason: 'PICTURE_SIZE' })
    const told: Partial<Record<ErrorCode, string>> = {
      DELIVERY_FILE_REFUSED: errorBody(refusal, languageOf(request)).message,
      TOO_MANY_DELIVERY_FILES: errorBody(refusal, languageOf(request)).message,
      BODY_TOO_LARGE: errorBody(tooLarge, languageOf(request)).message,
      RATE_LIMITED: t('Several are being sent already. Wait a few seconds, then try again.'),
      REQUEST_TIMEOUT: t('Sending took too long. Find a better network, then try again.'),
      REQUEST_MALFORMED: t('It did not arrive whole. Try again.'),
      TRANSITION_REFUSED: t(endedText),
    }
    return told[refusal.code]
  }
}

/** The style of every page of the customer's, without that of the map, and its own. */
async function readAssets() {
  const text = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')
  const [shared, own, smallPhoto, script] = await Promise.all([
    text('../customer-page.css'),
    text('door-notes.css'),
    text('../../../pages/small-photo.js'),
    text('door-notes.js'),
  ])
  return {
    'door.css': { type: 'text/css', content: leanText(withTokens(`${shared}\n${own}`, { place: 'STREET' })) },
    'door.js': { type: 'text/javascript', content: `${smallPhoto}\n${script}` },
  } as const
}
