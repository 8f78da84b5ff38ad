import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { dayText, momentText } from '../../../base/kernel/figure-text.ts'
import { localDayText } from '../../../base/kernel/local-time.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { type Erasure, eraseCustomer } from '../../../domain/customers/erase-customer.ts'
import { exportCustomer } from '../../../domain/customers/export-customer.ts'
import { findCustomer } from '../../../domain/customers/find-customer.ts'
import type { KeptOfCustomer } from '../../../domain/customers/kept-of-customer.ts'
import type { CustomerDelivery } from '../../../domain/deliveries/erasing/erasure-store.ts'
import { formFields, readForm } from '../../../pages/form.ts'
import { hiddenField, postForm, submitButton } from '../../../pages/form-parts.ts'
import { factList } from '../../../pages/list-parts.ts'
import { attempt } from '../../../web/signed-in-request.ts'
import { statusMark } from '../../../web/status-mark.ts'
import { operatorValueWording } from '../../../web/value-wording.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { factsOf, rightsOptions, sendRights, typedRights } from './customer-rights.ts'
import {
  blockForm,
  nothingSent,
  phoneOf,
  type RightsFacts,
  rightsForm,
  rightsPath,
  type SentRights,
  unblockForm,
} from './rights-form.ts'

/** More deliveries are not listed on the page; the file has them. */
const maxListed = 50

/** `/operations/customers/kept`: what is kept of a number, a copy of it for the person, and erasing them. */
export async function keptCustomerPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const acting = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })

  app.post(`${rightsPath}/kept`, rightsOptions, async (request, reply) => {
    const typed = typedRights(request)
    const { phone } = rightsForm('kept', factsOf(deps, request), typed)
    const { values, faults } = readForm({ phone }, typed)
    if (!values) return sendRights(deps, request, reply, 422, { kept: { typed, faults } })
    return show(request, reply, 200, values.phone, {})
  })

  app.post(`${rightsPath}/export`, rightsOptions, async (request, reply) => {
    const typed = typedRights(request)
    const form = rightsForm('export', factsOf(deps, request), typed)
    const { values, faults } = readForm({ phone: form.phone, reason: form.reason }, typed)
    if (!values) return showFaults(request, reply, 'export', { typed, faults })
    const file = await exportCustomer(acting(request), values)
    const day = localDayText(deps.clock.now(), deps.timeZone)
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="colis-customer-${day}.json"`)
      .send(JSON.stringify(file, null, 2))
  })

  app.post(`${rightsPath}/erase`, rightsOptions, async (request, reply) => {
    const typed = typedRights(request)
    const { until: _, ...form } = rightsForm('erase', factsOf(deps, request), typed)
    const { values, faults } = readForm(form, typed)
    if (!values) return showFaults(request, reply, 'erase', { typed, faults })
    const { phone, reason } = values
    return attempt(
      request,
      async () => showErased(request, reply, values, await eraseCustomer(acting(request), { phone, reason })),
      ({ status, notice }) => sendRights(deps, request, reply, status, { notice }),
    )
  })

  /** The page of the number, or the first page where the number itself is wrong. */
  function showFaults(
    request: FastifyRequest,
    reply: FastifyReply,
    name: 'export' | 'erase',
    sent: SentRights,
  ) {
    const phone = phoneOf(sent.typed, factsOf(deps, request))
    if (phone !== undefined) return show(request, reply, 422, phone, { [name]: sent })
    const faults = { phone: sent.faults.phone }
    return sendRights(deps, request, reply, 422, { kept: { ...sent, faults } })
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    phone: string,
    { export: exported = nothingSent, erase = nothingSent }: { export?: SentRights; erase?: SentRights },
  ) {
    const kept = await findCustomer(deps, phone)
    const facts = factsOf(deps, request)
    const isKept = kept.ended + kept.underWay + kept.formerly > 0
    return deps.sendPage(request, reply, status, {
      section: 'deliveries',
      title: spacedPhone(kept.phone),
      back: { href: rightsPath, label: speak(facts.language)('Customers’ rights') },
      main: html`!${summary(kept, facts)}
!${isKept ? html`!${exportForm(kept, facts, exported)}!${eraseForm(kept, facts, erase)}` : ''}
!${kept.blocked ? blockedCard(kept.blocked, facts) : blockForm(facts, nothingSent, kept.phone)}
!${keptDeliveries(kept, facts)}`,
    })
  }

  /** What was erased, and what is left until it ends. */
  function showErased(
    request: FastifyRequest,
    reply: FastifyReply,
    { phone, reason }: { phone: string; reason: string },
    erasure: Erasure,
  ) {
    const facts = factsOf(deps, request)
    const t = speak(facts.language)
    const { isComplete, underWay } = erasure
    const counts = factList([
      [t('Deliveries erased'), erasure.deliveries],
      [t('Deliveries cleared of a former number'), erasure.formerly],
      [t('Messages erased'), erasure.messages],
      [t('Photos erased'), erasure.photos],
      [t('Photos of doors or places and voice notes erased'), erasure.files],
      [t('Events cleared'), erasure.events],
    ])
    const sentAgain = Object.entries({ phone, reason, typed: phone })
    const again = html`!${sentAgain.map(([name, value]) => hiddenField(name, value))}
!${submitButton(t('Go on'), 'danger')}`
    const left = t('Under way or to be refunded, to be erased afterwards')
    return deps.sendPage(request, reply, 200, {
      section: 'deliveries',
      title: t('Person erased'),
      back: { href: rightsPath, label: t('Customers’ rights') },
      notice: isComplete ? undefined : { kind: 'warning', text: t('Not everything is erased yet: go on.') },
      main: html`<section class="card">!${counts}
!${isComplete ? '' : postForm(`${rightsPath}/erase`, again)}</section>
!${underWay.length === 0 ? '' : html`<h2>${left}</h2>!${deliveryRows(underWay, facts)}`}
<p class="acts"><a class="button plain" href="${rightsPath}">${t('Back to customers’ rights')}</a></p>`,
    })
  }
}

function summary(kept: KeptOfCustomer, { language }: RightsFacts): string {
  const t = speak(language)
  const counts: [string, number][] = [
    [t('Deliveries that have ended'), kept.ended],
    [t('Deliveries under way, or to be refunded'), kept.underWay],
    [t('Deliveries that had this number before'), kept.formerly],
    [t('Messages'), kept.messages],
    [t('Photos of parcels'), kept.photos],
    [t('Photos of doors or places, voice notes'), kept.files],
    [t('Copies in events'), kept.events],
  ]
  const lines = counts.filter(([, count]) => count > 0)
  const others = [
    kept.hasAccount && t('This person signs in here with this number: their account is not erased.'),
    kept.isInvited && t('This number is invited to the team of a shop: the invitation is not erased.'),
    kept.isCourier && t('This number is a courier’s: their record is not erased.'),
  ].filter((text) => text !== false)
  const none = html`<p>${t('Nothing is kept of this number.')}</p>`
  return html`<section class="card">!${lines.length === 0 ? none : factList(lines)}
!${others.map((text) => html`<p>${text}</p>`)}</section>`
}

function exportForm({ phone }: KeptOfCustomer, facts: RightsFacts, { typed, faults }: SentRights): string {
  const t = speak(facts.language)
  const { reason } = rightsForm('export', facts, { phone })
  const fields = html`!${hiddenField('phone', phone)}!${formFields({ reason }, typed, faults)}
!${submitButton(t('Download the copy'), 'plain')}`
  return html`<section class="card"><h2>${t('Hand out a copy')}</h2>
<p>${t('A JSON file with all that is kept, to be given to the person. Each copy is noted in the audit.')}</p>
!${postForm(`${rightsPath}/export`, fields)}</section>`
}

function eraseForm(
  { phone, underWay }: KeptOfCustomer,
  facts: RightsFacts,
  { typed, faults }: SentRights,
): string {
  const t = speak(facts.language)
  const { reason, typed: again } = rightsForm('erase', facts, { phone })
  // The number is typed anew each time.
  const shown = { reason: typed.reason ?? '' }
  const fields = html`!${hiddenField('phone', phone)}!${formFields({ reason, typed: again }, shown, faults)}
!${submitButton(t('Erase for ever'), 'danger')}`
  const about = t(
    'Names, phone, places, instructions, photos and messages of deliveries that have ended are gone for ever, for the shop too. Money, times, statuses and references stay.',
  )
  const later = t('What is under way or to be refunded is not erased: come back when that is over.')
  return html`<section class="card"><h2>${t('Erase the person')}</h2><p>${about}</p>
!${underWay > 0 ? html`<p><strong>${later}</strong></p>` : ''}
!${postForm(`${rightsPath}/erase`, fields)}</section>`
}

function blockedCard(blocked: NonNullable<KeptOfCustomer['blocked']>, facts: RightsFacts): string {
  const { language, timeZone } = facts
  const day = dayText(blocked.blocked_at, timeZone, language)
  return html`<section class="card"><h2>${speak(language)('Blocked since {day}.', { day })}</h2>
<p>${blocked.reason}</p>!${unblockForm(facts, blocked.phone)}</section>`
}

function keptDeliveries({ deliveries }: KeptOfCustomer, facts: RightsFacts): string {
  const t = speak(facts.language)
  if (deliveries.length === 0) return ''
  const shown = deliveries.slice(0, maxListed)
  const bounded = html`<p class="soft">${t('The newest {count}:', { count: shown.length })}</p>`
  return html`<h2>${t('Their deliveries')}</h2>!${shown.length < deliveries.length ? bounded : ''}
!${deliveryRows(shown, facts)}`
}

function deliveryRows(deliveries: readonly CustomerDelivery[], facts: RightsFacts): string {
  const { language } = facts
  const rows = deliveries.map(({ id, reference, external_ref, created_at, status }) => {
    const own = external_ref ? ` · ${external_ref}` : ''
    const name = operatorValueWording[language].delivery[status]
    return html`<li><a href="/operations/deliveries/${id}">
<span><strong>${reference}</strong>${own}<br>
<span class="soft">${momentText(created_at, facts, language)}</span></span>
!${statusMark(status, name)}</a></li>`
  })
  return html`<ul class="rows">!${rows}</ul>`
}
