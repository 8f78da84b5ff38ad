import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Actor } from '../../../base/kernel/actor.ts'
import { dayText } from '../../../base/kernel/figure-text.ts'
import { missingName } from '../../../base/kernel/full-name.ts'
import { changeCourier } from '../../../domain/couriers/change-courier.ts'
import { courierName } from '../../../domain/couriers/courier-name.ts'
import { retireCourier } from '../../../domain/couriers/retire-courier.ts'
import { setDuty } from '../../../domain/couriers/set-duty.ts'
import { reinstateCourier } from '../../../domain/couriers/standing/reinstate-courier.ts'
import { suspendCourier } from '../../../domain/couriers/standing/suspend-courier.ts'
import { languageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { buttonForm, checkField, postForm, submitButton, textField } from '../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { attempt, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { aboutCard, type CourierScreen, figuresCard, tripsCard } from './courier-cards.ts'
import { courierFault, courierFields, type TypedCourier, typedCourier } from './courier-form.ts'
import { standingBadge } from './courier-list.ts'
import { papersCard } from './courier-papers.ts'
import { cityOptions, courierOf, couriersNotice, couriersPath, mayManage } from './courier-request.ts'
import { readCourierFacts } from './read-courier-facts.ts'

type Typed = Record<string, string>
/** What the operator does about a courier, and what the page says then. */
type Act = {
  done: string
  act: (deps: OperationsDeps & { actor: Actor }, courierId: string, sent: Typed) => Promise<unknown>
}

const acts: Record<string, Act> = {
  suspend: { done: 'suspended', act: (deps, id, { reason = '' }) => suspendCourier(deps, id, reason) },
  lift: { done: 'lifted', act: reinstateCourier },
  'off-duty': { done: 'off', act: (deps, id) => setDuty(deps, id, false) },
  retire: { done: 'retired', act: retireCourier },
  change: {
    done: 'changed',
    act: (deps, id, sent) => {
      const { phone: _, vehicleType, ...change } = typedCourier(sent, cityOptions(deps))
      return changeCourier(deps, id, { ...change, ...(vehicleType && { vehicleType }) })
    },
  },
}

/** `/operations/couriers/ID`: who a courier is, how they work, what they earn, what to do about them. */
export async function oneCourierPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const path = `${couriersPath}/:courierId`
  const options = { config: { operates: 'MANAGE' }, bodyLimit: 32_768 } as const

  app.get(path, { config: { operates: 'DISPATCH' } }, (request, reply) =>
    sendCourier(deps, request, reply, 200, { notice: couriersNotice(request) }),
  )

  for (const [name, { done, act }] of Object.entries(acts))
    app.post(`${path}/${name}`, options, async (request, reply) => {
      const sent = fieldsOf(request.body)
      const refused = faultOf(name, sent, request)
      if (refused) return sendCourier(deps, request, reply, 422, refused)
      const { id } = await courierOf(deps, request)
      return attempt(
        request,
        async () => {
          await act({ ...deps, actor: actorOf(request) }, id, sent)
          return redirectAfter(reply, `${couriersPath}/${id}`, done)
        },
        ({ status, notice }) => sendCourier(deps, request, reply, status, { notice }),
      )
    })

  /** What is wrong with what was sent, before the courier is looked up. */
  function faultOf(name: string, sent: Typed, request: FastifyRequest): Shown | undefined {
    const typed = name === 'change' ? typedCourier(sent, cityOptions(deps)) : undefined
    const text = typed
      ? courierFault(typed, languageOf(request))
      : name === 'retire' && sent.sure !== 'on' && speak(languageOf(request))('Tick the box to confirm.')
    return text ? { notice: { kind: 'refused', text }, typed } : undefined
  }
}

/** What the page says above, and what was typed into the form of the courier, when it was refused. */
type Shown = { notice: WorkspaceNotice | undefined; typed?: TypedCourier | undefined }

/** Sends the page of the courier that an address names. Throws COURIER_NOT_FOUND. */
export async function sendCourier(
  deps: OperationsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { notice, typed }: Shown,
): Promise<unknown> {
  const { clock, timeZone } = deps
  const language = languageOf(request)
  const facts = await readCourierFacts(deps, await courierOf(deps, request))
  const { courier } = facts
  const screen = { language, now: clock.now(), timeZone, mayManage: mayManage(request), facts }
  const standing = {
    retiredAt: courier.retired_at,
    suspendedAt: courier.suspended_at,
    onDutySince: courier.on_duty_since,
  }
  const forms =
    screen.mayManage && !courier.retired_at
      ? html`!${changeCard(screen, cityOptions(deps), typed)}!${standingForms(screen)}`
      : ''
  return deps.sendPage(request, reply, status, {
    section: 'couriers',
    title: courierName(courier),
    back: { href: couriersPath, label: speak(language)('Couriers') },
    notice,
    isWide: true,
    acts: standingBadge(standing, language),
    main: html`!${standingNotice(screen)}
<div class="columns"><div>!${aboutCard(screen)}!${figuresCard(screen)}!${tripsCard(screen)}</div>
<div>!${papersCard(facts, language, screen.mayManage)}!${forms}</div></div>`,
  })
}

function standingNotice({ language, facts: { courier }, timeZone }: CourierScreen): string {
  const t = speak(language)
  const day = (at: Date) => dayText(at, timeZone, language)
  if (courier.retired_at)
    return html`<p class="notice">${t('Left on {day}.', { day: day(courier.retired_at) })}</p>`
  if (!courier.suspended_at) return ''
  const values = { day: day(courier.suspended_at), reason: courier.suspension_reason ?? '' }
  return html`<p class="notice warning">${t('Suspended since {day}. Reason: {reason}', values)}</p>`
}

function changeCard(
  { language, facts: { courier, cityIds } }: CourierScreen,
  cities: readonly { value: string; label: string }[],
  typed: TypedCourier | undefined,
): string {
  const t = speak(language)
  const kept: TypedCourier = {
    firstName: courier.first_name,
    lastName: courier.last_name === missingName ? '' : courier.last_name,
    phone: courier.phone,
    vehicleType: courier.vehicle_type,
    plateNumber: courier.plate_number,
    cityIds,
  }
  const fields = courierFields(typed ?? kept, cities, language, { hasPhone: false })
  const form = postForm(`${couriersPath}/${courier.id}/change`, html`!${fields}!${submitButton(t('Save'))}`)
  return html`<details class="card"!${typed ? ' open' : ''}>
<summary>${t('Change')}</summary>!${form}</details>`
}

function standingForms({ language, facts: { courier } }: CourierScreen): string {
  const t = speak(language)
  const path = `${couriersPath}/${courier.id}`
  const card = (title: string, act: string, about: string, field: string) =>
    html`<details class="card"><summary>${title}</summary><p>${about}</p>
!${postForm(`${path}/${act}`, html`!${field}!${submitButton(title, 'danger')}`)}</details>`
  const reason = textField({
    name: 'reason',
    label: t('Reason'),
    hint: t('3 to 200 characters; kept in the audit.'),
    attributes: { required: true, minlength: 3, maxlength: 200, autocomplete: 'off' },
  })
  const suspend = card(
    t('Suspend'),
    'suspend',
    t('A suspended courier gets no more trips and cannot go on duty. They finish what they carry.'),
    reason,
  )
  const retire = card(
    t('End their work'),
    'retire',
    t('The courier can no longer sign in. This is for good; their papers are deleted after a year.'),
    checkField({ name: 'sure', label: t('Yes, this courier leaves us'), isChecked: false }),
  )
  const off = buttonForm(`${path}/off-duty`, t('Take off duty'))
  const lift = buttonForm(`${path}/lift`, t('Lift the suspension'), 'primary')
  return html`
<div class="acts">!${courier.on_duty_since ? off : ''}!${courier.suspended_at ? lift : ''}</div>
!${courier.suspended_at ? '' : suspend}!${retire}`
}
