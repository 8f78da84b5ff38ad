import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { fullName } from '../../../base/kernel/full-name.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import { slotFor } from '../../../domain/deliveries/carrying/carrying-capacity.ts'
import type { DeliveryRow } from '../../../domain/deliveries/delivery-row.ts'
import { isIn, requireIn } from '../../../domain/deliveries/delivery-status.ts'
import { assignChosenCourier } from '../../../domain/matching/overseeing/assign-chosen-courier.ts'
import type { CourierToChoose } from '../../../domain/matching/overseeing/couriers-to-choose-store.ts'
import { listCouriersToChoose } from '../../../domain/matching/overseeing/list-couriers-to-choose.ts'
import { reassignCourier } from '../../../domain/matching/overseeing/reassign-courier.ts'
import { getShop } from '../../../domain/shops/get-shop.ts'
import { languageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { hiddenField, postForm, submitButton, textField } from '../../../pages/form-parts.ts'
import { emptyPart } from '../../../pages/list-parts.ts'
import { latLng, type PlaceMap } from '../../../pages/place-map.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { mapPlace } from '../../../web/map-place.ts'
import { attempt, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { addressOfAct } from './act-address.ts'
import { courierRow, fieldOfCourier } from './courier-choice.ts'
import { type OperatedRoute, operatedKey, operatedPath, operatedRow } from './operated-delivery-key.ts'

/** What was searched for and typed, and what is wrong with it. */
type Filled = {
  named: string
  courier?: string
  reason?: string
  notice?: WorkspaceNotice
  error?: string | undefined
}

/** What a courier is shown with. */
type Screen = {
  row: DeliveryRow
  language: Language
  now: Date
  chosen: string | undefined
  /** How many parcels a courier has at a time. */
  maxParcels: number
}

/**
 * `/operations/deliveries/ID/courier`: a courier is chosen by hand for a delivery that has none yet, or
 * instead of the one who is on the way to the shop; on the map or in the list, which alone is enough.
 */
export async function chooseCourierPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'DISPATCH' } as const
  const path = `${operatedPath}/courier`

  app.get<OperatedRoute & { Querystring: { q?: unknown } }>(path, { config }, (request, reply) => {
    const { q } = request.query
    return show(request, reply, 200, { named: typeof q === 'string' ? q.slice(0, 40) : '' })
  })

  app.post<OperatedRoute>(path, { config }, async (request, reply) => {
    const { courier = '', reason = '', instead, named = '' } = fieldsOf(request.body)
    const key = await operatedKey(deps.db, request.params.deliveryId)
    const acting = { ...deps, actor: actorOf(request) }
    return attempt(
      request,
      async () => {
        if (!isUuid(courier)) throw new ApiError('COURIER_NOT_FOUND')
        if (instead === undefined) await assignChosenCourier(acting, key, courier, reason)
        else await reassignCourier(acting, key, courier, { reason, instead: instead || null })
        const done = addressOfAct(instead === undefined ? 'ASSIGN' : 'REASSIGN')
        return redirectAfter(reply, `/operations/deliveries/${key.id}`, done)
      },
      ({ code, status, notice }, error) => {
        if (code === 'ROLE_REQUIRED') throw error
        const about = code === 'REASON_REQUIRED' ? notice.text : undefined
        return show(request, reply, status, { courier, reason, named, notice, error: about })
      },
    )
  })

  async function show(
    request: FastifyRequest<OperatedRoute>,
    reply: FastifyReply,
    status: number,
    { named, courier: chosen, reason: typed, notice, error }: Filled,
  ) {
    const { db, clock, pricing, cityMapOf } = deps
    const row = await operatedRow(db, request.params.deliveryId)
    const href = `/operations/deliveries/${row.id}`
    const isReassigned = isIn('assigned', row.status)
    if (!isReassigned && !isIn('searching', row.status)) {
      if (notice === undefined) return reply.redirect(href, 303)
      requireIn('assigned', row.status)
    }
    const [couriers, shop] = await Promise.all([
      listCouriersToChoose(deps, row, named),
      getShop(db, row.shop_id),
    ])

    const language = languageOf(request)
    const t = speak(language)
    const { COURIER_MAX_PARCELS: maxParcels } = deps.rules.current()
    const screen = { row, language, now: clock.now(), chosen, maxParcels }
    const search = textField({
      name: 'q',
      label: t('Name or phone'),
      value: named,
      attributes: { maxlength: 40, type: 'search' },
    })
    const reason = textField({
      name: 'reason',
      label: t('Reason#act'),
      hint: t('3 to 200 characters. It stays in the history, which the shop reads.'),
      value: typed,
      error,
      attributes: { maxlength: 200, minlength: 3, required: true, autocomplete: 'off' },
    })
    const submit = isReassigned ? t('Replace the courier') : t('Give them the trip')
    const form = html`
!${isReassigned ? hiddenField('instead', row.courier_id ?? '') : ''}!${hiddenField('named', named)}
<fieldset><legend>${t('Couriers, the nearest first')}</legend>
<ul class="rows">!${couriers.map((courier) => courierRow(courier, choiceOf(courier, screen)))}</ul></fieldset>
!${reason}!${submitButton(submit)}`
    const none = named
      ? t('No courier of that name takes this parcel in this city.')
      : t('No courier of this city takes this parcel at the moment.')
    const next = { href: '/operations/couriers', label: t('See the couriers') }
    const map = mapOf(cityMapOf(pricing.map.current().city(row.city_id)), shop.name, couriers, screen)
    return deps.sendPage(request, reply, status, {
      section: 'deliveries',
      isWide: true,
      title: isReassigned ? t('Choose another courier') : t('Choose a courier'),
      back: { href, label: row.reference },
      notice,
      scripts: ['workspace-map.js'],
      main: html`<form method="get" action="${href}/courier" class="row" role="search">!${search}
<button class="plain">${t('Search')}</button></form>
<p class="hint">${t('Finds those off duty as well, whom you have called.')}</p>
<div class="columns"><div>!${mapPlace(map, t('Map: the shop and the couriers'))}</div><div>
!${couriers.length === 0 ? emptyPart({ text: none, next }) : postForm(`${href}/courier`, form)}
</div></div>`,
    })
  }
}

/** Whether a courier may have this parcel beside what they carry, and whether they have it already. */
const choiceOf = (
  { id, carried, vehicleType: vehicle }: CourierToChoose,
  { row, language, now, chosen, maxParcels }: Screen,
) => ({
  ...{ language, now, isChosen: chosen === id, isTheirs: id === row.courier_id },
  hasRoom: slotFor(carried, { size: row.parcel_size, vehicle, maxParcels }) !== null,
})

/** The shop, where the parcel goes, and every courier whose position is known. */
function mapOf(
  map: PlaceMap,
  shopName: string,
  couriers: readonly CourierToChoose[],
  { row, language }: Screen,
): PlaceMap {
  const { dropoff_lat: lat, dropoff_lng: lng } = row
  const destination = speak(language)('Destination')
  const shown = couriers.flatMap((courier) => {
    if (!courier.position) return []
    const label = fullName(courier.firstName, courier.lastName)
    return [{ at: latLng(courier.position), label, kind: 'courier' as const, field: fieldOfCourier(courier) }]
  })
  return {
    ...map,
    dropoff: lat === null || lng === null ? null : { at: latLng({ lat, lng }), label: destination },
    others: [
      { at: latLng({ lat: row.pickup_lat, lng: row.pickup_lng }), label: shopName, kind: 'pin' },
      ...shown,
    ],
  }
}
