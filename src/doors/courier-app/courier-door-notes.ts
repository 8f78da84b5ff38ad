import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import { isUuid } from '../../base/kernel/uuid.ts'
import { ApiError } from '../../contract/errors.ts'
import { listCarriedDeliveries } from '../../domain/deliveries/carrying/carried-store.ts'
import { readDoorNote } from '../../domain/deliveries/files/read-delivery-file.ts'
import type { DeliveryFileDeps } from '../../domain/deliveries/files/store-delivery-file.ts'
import type { CarriedParcel, DoorNote } from '../../domain/matching/courier-screen.ts'
import type { PhotoStorage } from '../../domain/photos/photo-storage.ts'
import { readParcelPhoto } from '../../domain/photos/read-parcel-photo.ts'
import { limitReads } from '../../web/limit-reads.ts'
import { sendPrivateFile } from '../../web/private-file-response.ts'
import { speak } from './courier-words.ts'
import { courierOf } from './signed-in-courier.ts'

/** Where a courier sees and hears what the customer left for them. */
const doorPath = '/courier/door'

/** Where a courier sees the photo of a parcel, by its delivery. */
const parcelPhotoPath = '/courier/parcel-photo'

/** What the customer left for the courier, as it is seen and heard; empty where there is nothing. */
export function doorNotes(
  language: SpokenLanguage,
  { doorNotes: notes }: Pick<CarriedParcel, 'doorNotes'>,
): string {
  const t = speak(language)
  const show: Record<DoorNote['kind'], (address: string) => string> = {
    DOOR_PHOTO: (address) => {
      const photo = html`<img src="${address}" alt="${t('The photo of the door')}" loading="lazy">`
      return html`<a href="${address}">!${photo}</a>`
    },
    VOICE_NOTE: (address) => {
      const voice = html`<audio controls preload="none" src="${address}"></audio>`
      return html`<figcaption>${t('Voice message of the customer')}</figcaption>!${voice}`
    },
  }
  const figures = notes.map(({ kind, id }) => show[kind](`${doorPath}/${id}`))
  return figures.map((figure) => html`<figure class="door">!${figure}</figure>`).join('\n')
}

/** The same before the parcel is there: closed, since the way leads to the shop first. */
export function earlyDoorNotes(language: SpokenLanguage, parcel: Pick<CarriedParcel, 'doorNotes'>): string {
  if (parcel.doorNotes.length === 0) return ''
  return details(speak(language)('The customer explains how to find their door'), doorNotes(language, parcel))
}

/** The photo of the parcel where the shop gave one, loaded once it is opened. */
export function courierParcelPhoto(
  language: SpokenLanguage,
  { key, parcel }: Pick<CarriedParcel, 'key' | 'parcel'>,
): string {
  if (!parcel.hasPhoto) return ''
  const label = speak(language)('See the photo of the parcel')
  return details(label, html`<img src="${parcelPhotoPath}/${key.id}" alt="${label}" loading="lazy">`)
}

const details = (summary: string, content: string): string =>
  html`<details class="door"><summary>${summary}</summary>!${content}</details>`

export type CourierDoorDeps = DeliveryFileDeps & { photoStorage: Pick<PhotoStorage, 'readKept'> }

/**
 * What the customer left, for the courier of that very parcel until the hand-over, and the photo of the
 * parcel that they carry (decision 223). Behind a session.
 */
export async function courierDoorFiles(app: FastifyInstance, deps: CourierDoorDeps): Promise<void> {
  const takeTurn = limitReads()

  app.get<{ Params: { file: string } }>(`${doorPath}/:file`, async (request, reply) => {
    const { file: fileId } = request.params
    const courierId = courierOf(request).id
    const found = isUuid(fileId)
      ? await takeTurn(request, courierId, () => readDoorNote(deps, { courierId, fileId }))
      : undefined
    if (!found) throw new ApiError('ROUTE_NOT_FOUND', { method: 'GET', path: `${doorPath}/…` })
    return sendPrivateFile(request, reply, found)
  })

  app.get<{ Params: { delivery: string } }>(`${parcelPhotoPath}/:delivery`, async (request, reply) => {
    const courierId = courierOf(request).id
    const carried = await listCarriedDeliveries(deps.db, courierId)
    const photoKey = carried.find(({ id }) => id === request.params.delivery)?.photo_key ?? null
    const photo =
      photoKey === null
        ? undefined
        : await takeTurn(request, courierId, () => readParcelPhoto(deps, photoKey))
    if (!photo) throw new ApiError('ROUTE_NOT_FOUND', { method: 'GET', path: `${parcelPhotoPath}/…` })
    return sendPrivateFile(request, reply, photo)
  })
}
