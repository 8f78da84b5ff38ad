import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { dayText } from '../../../base/kernel/figure-text.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { blockCustomer } from '../../../domain/deliveries/blocking/block-customer.ts'
import {
  type BlockedCustomer,
  listBlockedCustomers,
} from '../../../domain/deliveries/blocking/blocked-customer-store.ts'
import { unblockCustomer } from '../../../domain/deliveries/blocking/unblock-customer.ts'
import { phoneCountries } from '../../../domain/zones/phone-countries.ts'
import { languageOf } from '../../../http/response-language.ts'
import { filledForm, readForm } from '../../../pages/form.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { workCost } from '../../../web/limit-work.ts'
import { attempt, doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import {
  blockForm,
  nothingSent,
  type RightsFacts,
  rightsForm,
  rightsPath,
  type SentRights,
  type TypedRights,
  unblockForm,
} from './rights-form.ts'

/** How many blocked numbers are listed. */
const maxListed = 100
/** What routes that read and change what is kept of a person need. */
export const rightsOptions = {
  config: { operates: 'MANAGE', cost: workCost.form },
  bodyLimit: 4_096,
} as const

/**
 * `/operations/customers`: where a number is looked up, and the numbers that are blocked. Numbers are sent in
 * forms, never in an address, which a browser would keep.
 */
export async function customerRightsPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  app.get(rightsPath, { config: { operates: 'MANAGE' } }, (request, reply) => {
    const t = speak(languageOf(request))
    const done = { blocked: t('The number is blocked.'), unblocked: t('The number is unblocked.') }
    return sendRights(deps, request, reply, 200, { notice: doneNotice(request, done) })
  })

  app.post(`${rightsPath}/block`, rightsOptions, async (request, reply) => {
    const typed = typedRights(request)
    const { phone, reason, until } = rightsForm('block', factsOf(deps, request), typed)
    const { values, faults } = readForm({ phone, reason, until }, typed)
    if (!values) {
      const shown = faults.phone ? { phone: faults.phone } : faults
      return sendRights(deps, request, reply, 422, { block: { typed, faults: shown } })
    }
    return attempt(
      request,
      async () => {
        await blockCustomer({ ...deps, actor: actorOf(request) }, values)
        return redirectAfter(reply, rightsPath, 'blocked')
      },
      ({ status, notice }) => sendRights(deps, request, reply, status, { notice }),
    )
  })

  app.post(`${rightsPath}/unblock`, rightsOptions, async (request, reply) => {
    const typed = typedRights(request)
    const { phone, reason } = rightsForm('kept', factsOf(deps, request), typed)
    const { values, faults } = readForm({ phone, reason }, typed)
    if (faults?.phone)
      return sendRights(deps, request, reply, 422, { kept: { typed, faults: { phone: faults.phone } } })
    if (!values) {
      const text = speak(languageOf(request))('Write a reason of 3 to 200 characters.')
      return sendRights(deps, request, reply, 422, { notice: { kind: 'refused', text } })
    }
    await unblockCustomer({ ...deps, actor: actorOf(request) }, values)
    return redirectAfter(reply, rightsPath, 'unblocked')
  })
}

/** The fields of a form, each cut to what it may hold. */
export function typedRights(request: FastifyRequest): TypedRights {
  const { phone = '', reason = '', typed = '', until = '' } = fieldsOf(request.body)
  return {
    phone: phone.slice(0, 40),
    reason: reason.slice(0, 400),
    typed: typed.slice(0, 40),
    until: until.slice(0, 20),
  }
}

/** What the forms of these pages are made with. */
export function factsOf({ clock, pricing, timeZone }: OperationsDeps, request: FastifyRequest): RightsFacts {
  const countries = phoneCountries(pricing.map.current().cities, timeZone)
  return { language: languageOf(request), now: clock.now(), timeZone, countries }
}

type Shown = { kept?: SentRights; block?: SentRights; notice?: WorkspaceNotice | undefined }

/** Sends the first page, with what was typed into the form that was refused. */
export async function sendRights(
  deps: OperationsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { kept = nothingSent, block = nothingSent, notice }: Shown,
): Promise<unknown> {
  const facts = factsOf(deps, request)
  const t = speak(facts.language)
  const { phone } = rightsForm('kept', facts, kept.typed)
  const lead = t('Somebody asks what the service keeps of them, or wants to be erased: look their number up.')
  return deps.sendPage(request, reply, status, {
    section: 'deliveries',
    title: t('Customers’ rights'),
    back: { href: '/operations/deliveries', label: t('Deliveries') },
    notice,
    main: html`<section class="card"><p>${lead}</p>
!${filledForm(`${rightsPath}/kept`, { phone }, kept, t('See what is kept'))}</section>
!${blockedList(await listBlockedCustomers(deps.db), facts)}
!${blockForm(facts, block)}`,
  })
}

function blockedList(blocked: readonly BlockedCustomer[], facts: RightsFacts): string {
  const t = speak(facts.language)
  if (blocked.length === 0)
    return html`<section class="card"><h2>${t('Blocked numbers')}</h2>
<p class="soft">${t('No number is blocked.')}</p></section>`
  const rows = blocked.slice(0, maxListed).map((each) => blockedRow(each, facts))
  const count = blocked.length - maxListed
  const others = t('And {count} others: look their number up.', { count })
  return html`<h2>${t('Blocked numbers')}</h2><ul class="rows">!${rows}</ul>
!${count > 0 ? html`<p class="soft">${others}</p>` : ''}`
}

function blockedRow({ phone, reason, blocked_at, until }: BlockedCustomer, facts: RightsFacts): string {
  const { language, timeZone } = facts
  const t = speak(language)
  const day = (at: Date) => dayText(at, timeZone, language)
  // The last moment of a block is the end of its last day.
  const ends = until && t('until {day}', { day: day(new Date(until.getTime() - 1)) })
  const about = [reason, t('since {day}', { day: day(blocked_at) }), ends].filter(Boolean).join(' · ')
  return html`<li><div class="line">
<span><strong>${spacedPhone(phone)}</strong><br><span class="soft">${about}</span></span>
<details><summary>${t('Unblock')}</summary>!${unblockForm(facts, phone)}</details></div></li>`
}
