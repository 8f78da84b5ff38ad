import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { isUuid } from '../../../base/kernel/uuid.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { maxChosen } from '../../../domain/board/many/many-acts.ts'
import { capacityOf, loadOf, slotFor } from '../../../domain/deliveries/carrying/carrying-capacity.ts'
import type { DeliveryRow } from '../../../domain/deliveries/delivery-row.ts'
import { isIn } from '../../../domain/deliveries/delivery-status.ts'
import type { DeliveryKey } from '../../../domain/deliveries/delivery-store.ts'
import { customerCalled } from '../../../domain/deliveries/order/customer-name.ts'
import { assignTour } from '../../../domain/matching/overseeing/assign-tour.ts'
import type { CourierToChoose } from '../../../domain/matching/overseeing/couriers-to-choose-store.ts'
import { listCouriersToChoose } from '../../../domain/matching/overseeing/list-couriers-to-choose.ts'
import { nameShops } from '../../../domain/shops/name-shops.ts'
import { type Stop, secondsToStops, tourParcel } from '../../../domain/tours/tour.ts'
import { tourLimits } from '../../../domain/tours/tour-limits.ts'
import { givenOrder } from '../../../domain/tours/tour-promise.ts'
import { languageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { hiddenField, postForm, submitButton, textField } from '../../../pages/form-parts.ts'
import { emptyPart, rowsOr } from '../../../pages/list-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { attempt, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { addressOfAct } from './act-address.ts'
import { courierRow } from './courier-choice.ts'
import { operatedKey, operatedRow } from './operated-delivery-key.ts'

const path = '/operations/tours/new'

/** What was typed, and what is wrong with it. */
type Filled = { courier?: string; reason?: string; notice?: WorkspaceNotice; error?: string | undefined }

/**
 * `/operations/tours/new?delivery=ID&delivery=ID`: several deliveries that wait for a courier are given to
 * one, all or none, in the order with the least driving and waiting.
 */
export async function operatedTourPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'DISPATCH' } as const

  app.get<{ Querystring: { delivery?: unknown } }>(path, { config }, (request, reply) =>
    show(request, reply, 200, idsIn([request.query.delivery].flat().join(' ')), {}),
  )

  app.post(path, { config }, async (request, reply) => {
    const { courier = '', reason = '', deliveries = '' } = fieldsOf(request.body)
    const ids = idsIn(deliveries)
    return attempt(
      request,
      async () => {
        const keys: DeliveryKey[] = []
        for (const id of ids) keys.push(await operatedKey(deps.db, id))
        const [first] = keys
        if (!first) throw new ApiError('DELIVERY_NOT_FOUND')
        if (!isUuid(courier)) throw new ApiError('COURIER_NOT_FOUND')
        await assignTour({ ...deps, actor: actorOf(request) }, keys, courier, reason)
        return redirectAfter(reply, `/operations/deliveries/${first.id}`, addressOfAct('ASSIGN'))
      },
      ({ code, status, notice }, error) => {
        if (code === 'ROLE_REQUIRED' || code === 'DELIVERY_NOT_FOUND') throw error
        const about = code === 'REASON_REQUIRED' ? notice.text : undefined
        return show(request, reply, status, ids, { courier, reason, notice, error: about })
      },
    )
  })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    ids: readonly string[],
    filled: Filled,
  ) {
    const language = languageOf(request)
    const t = speak(language)
    const all: DeliveryRow[] = []
    for (const id of ids) all.push(await operatedRow(deps.db, id))
    const waiting = all.filter((row) => isIn('searching', row.status))
    const { courierParcels: max } = limits
    const rows = waiting.slice(0, max)
    const [first] = rows
    const named = (left: readonly DeliveryRow[]) => left.map(({ reference }) => reference).join(', ')
    const gone = named(all.filter((row) => !waiting.includes(row)))
    const over = named(waiting.slice(max))
    const left = [
      gone && t('No longer waiting for a courier: {references}.', { references: gone }),
      over && t('A tour has at most {max} parcels. Left out: {references}.', { max, references: over }),
    ].filter((line) => line !== '')
    const none = {
      text: t('None of these deliveries waits for a courier.'),
      next: { href: '/operations', label: t('Back to the board') },
    }
    const main = first ? await planned([first, ...rows.slice(1)], language, filled) : emptyPart(none)
    return deps.sendPage(request, reply, status, {
      section: 'deliveries',
      title: t('Make a tour'),
      back: { href: '/operations', label: t('Board') },
      notice: filled.notice,
      main: html`!${left.map((line) => html`<p class="hint" role="status">${line}</p>`)}!${main}`,
    })
  }

  async function planned(rows: readonly [DeliveryRow, ...DeliveryRow[]], language: Language, filled: Filled) {
    const t = speak(language)
    const { clock } = deps
    // A courier whose vehicle takes the largest parcel takes the others too.
    const largest = rows.toSorted((a, b) => loadOf([b.parcel_size]) - loadOf([a.parcel_size]))[0] ?? rows[0]
    const couriers = await listCouriersToChoose(deps, largest)
    const parcels = rows.map((row) => tourParcel({ ...row, turns: null }))
    const stops = givenOrder(parcels, { from: null, now: clock.now(), limitsOf: tourLimits(deps) })
    const shopName = await nameShops(
      deps.db,
      rows.map((row) => row.shop_id),
    )
    const seconds = stops[0] ? secondsToStops(stops[0].place, stops) : []
    const lines = stops.map((stop, at) =>
      stopLine(stop, {
        row: rows.find(({ id }) => id === stop.id),
        shop: shopName(stop.shopId),
        seconds: seconds[at] ?? 0,
        language,
      }),
    )
    const load = loadOf(rows.map((row) => row.parcel_size))
    const choice = (courier: CourierToChoose) =>
      courierRow(courier, {
        ...{ language, now: clock.now(), isChosen: filled.courier === courier.id, isTheirs: false },
        hasRoom: hasRoom(courier, rows, deps.rules.current().COURIER_MAX_PARCELS),
      })
    const reason = textField({
      name: 'reason',
      label: t('Reason#act'),
      hint: t('3 to 200 characters. It stays in the history, which the shop reads.'),
      value: filled.reason,
      error: filled.error,
      attributes: { maxlength: 200, minlength: 3, required: true, autocomplete: 'off' },
    })
    const form = html`!${hiddenField('deliveries', rows.map(({ id }) => id).join(' '))}
<fieldset><legend>${t('Couriers, the nearest first')}</legend>
<ul class="rows">!${couriers.map(choice)}</ul></fieldset>
!${reason}!${submitButton(t('Give them the tour'))}`
    const nobody = {
      text: t('No courier of this city takes this parcel at the moment.'),
      next: { href: '/operations/couriers', label: t('See the couriers') },
    }
    const room = t(
      'They take the room of {load} small parcels; a motorbike has {moto}, a car {car}, a tricycle {tricycle}.',
      {
        ...{ load, moto: capacityOf('MOTO'), car: capacityOf('CAR'), tricycle: capacityOf('TRICYCLE') },
      },
    )
    const count = t('{count, plural, one {One parcel} other {# parcels}}', { count: rows.length })
    return html`<section class="card"><h2>${count}</h2>
!${rowsOr(lines, '', 'ol')}
<p class="hint">${room}</p></section>
!${couriers.length === 0 ? emptyPart(nobody) : postForm(path, form)}`
  }
}

/** The ids in a text, each once. */
const idsIn = (text: string): string[] =>
  [...new Set(text.split(/[\s,]+/))].filter(isUuid).slice(0, maxChosen)

/** Whether a courier may have all of these beside what they carry. */
function hasRoom(
  { carried, vehicleType: vehicle }: CourierToChoose,
  rows: readonly DeliveryRow[],
  most: number,
): boolean {
  const held = [...carried]
  return rows.every(({ shop_id: shopId, id, reference, status, parcel_size: size }) => {
    const slot = slotFor(held, { size, vehicle, maxParcels: most })
    if (slot !== null) held.push({ shopId, id, reference, status, slot, size })
    return slot !== null
  })
}

type StopLine = { row: DeliveryRow | undefined; shop: string; seconds: number; language: Language }

/** A stop of the order that is planned, with the minutes since the first. */
function stopLine({ kind }: Stop, { row, shop, seconds, language }: StopLine): string {
  if (!row) return ''
  const t = speak(language)
  const { reference } = row
  const text =
    kind === 'PICKUP'
      ? t('Fetch {reference} at {name}', { reference, name: shop })
      : t('Bring {reference} to {name}', { reference, name: customerCalled(row) })
  const place = kind === 'PICKUP' ? row.pickup_label : row.dropoff_label
  const facts = [place, t('{minutes} min', { minutes: Math.round(seconds / 60) })].filter(Boolean)
  return html`<li><span>${text}</span> <span class="soft">${facts.join(' · ')}</span></li>`
}
