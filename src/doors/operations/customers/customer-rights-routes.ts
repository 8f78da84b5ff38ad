import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../../base/http/response-language.ts'
import { localDayText } from '../../../base/kernel/local-time.ts'
import { fieldsOf } from '../../../base/pages/form-fields.ts'
import { eraseCustomer } from '../../../domain/customers/erase-customer.ts'
import { exportCustomer } from '../../../domain/customers/export-customer.ts'
import { findCustomer } from '../../../domain/customers/find-customer.ts'
import { blockCustomer } from '../../../domain/deliveries/blocking/block-customer.ts'
import { listBlockedCustomers } from '../../../domain/deliveries/blocking/blocked-customer-store.ts'
import { unblockCustomer } from '../../../domain/deliveries/blocking/unblock-customer.ts'
import { workCost } from '../../../web/limit-work.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak, speakEach } from '../operations-words.ts'
import { customerRightsPage, type RightsScreen } from './customer-rights-page.ts'
import { erasedPage, type KeptScreen, keptPage } from './kept-page.ts'
import { possiblePhones, type RightsFaults, readReason, readUntil, type TypedRights } from './rights-form.ts'
import { rightsPath } from './rights-parts.ts'

const doneNotices = {
  blocked: 'The number is blocked.',
  unblocked: 'The number is unblocked.',
} as const

/** How many blocked numbers are listed. */
const maxListed = 100

/**
 * `/operations/customers`: what is kept of a person, a copy of it for them, erasing them, and blocked numbers. Numbers
 * are sent in forms, never in an address, which a browser would keep.
 */
export async function customerRightsRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, pricing, timeZone, sendPage } = deps
  const config = { operates: 'MANAGE' } as const
  const options = { config: { ...config, cost: workCost.form }, bodyLimit: 4_096 }
  const as = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })

  app.get(rightsPath, { config }, async (request, reply) => send(request, reply, 200, {}))

  app.post(`${rightsPath}/kept`, options, async (request, reply) => {
    const form = readForm(request)
    const { phone } = form
    if (!phone) return sendWrongPhone(request, reply, 'kept', form)
    return sendKept(request, reply, 200, phone, {})
  })

  app.post(`${rightsPath}/export`, options, async (request, reply) => {
    const form = readForm(request)
    const { phone, typed, reason } = form
    if (!phone) return sendWrongPhone(request, reply, 'kept', form)
    if ('fault' in reason)
      return sendKept(request, reply, 422, phone, { sent: 'export', typed, faults: { reason: reason.fault } })
    const file = await exportCustomer(as(request), { phone, ...reason })
    const day = localDayText(clock.now(), timeZone)
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="colis-customer-${day}.json"`)
      .send(JSON.stringify(file, null, 2))
  })

  app.post(`${rightsPath}/erase`, options, async (request, reply) => {
    const form = readForm(request)
    const { phone, typed, reason, isConfirmed } = form
    if (!phone) return sendWrongPhone(request, reply, 'kept', form)
    const faults: RightsFaults = {
      ...('fault' in reason && { reason: reason.fault }),
      ...(!isConfirmed && { typed: 'unconfirmed' as const }),
    }
    if ('fault' in reason || !isConfirmed)
      return sendKept(request, reply, 422, phone, { sent: 'erase', typed, faults })
    return refused(request, reply, async () => {
      const erasure = await eraseCustomer(as(request), { phone, ...reason })
      const about = { language: languageOf(request), now: clock.now(), timeZone }
      return sendPage(request, reply, 200, erasedPage(about, { phone, ...reason, erasure }))
    })
  })

  app.post(`${rightsPath}/block`, options, async (request, reply) => {
    const form = readForm(request)
    const { phone, typed, reason } = form
    const until = readUntil(typed.until, clock.now(), timeZone)
    if (!phone) return sendWrongPhone(request, reply, 'block', form)
    const faults: RightsFaults = {
      ...('fault' in reason && { reason: reason.fault }),
      ...(until === undefined && { until: 'untilWrong' as const }),
    }
    if ('fault' in reason || until === undefined)
      return send(request, reply, 422, { sent: 'block', typed, faults })
    return refused(request, reply, async () => {
      await blockCustomer(as(request), { phone, ...reason, until })
      return redirectAfter(reply, rightsPath, 'blocked')
    })
  })

  app.post(`${rightsPath}/unblock`, options, async (request, reply) => {
    const form = readForm(request)
    const { phone, reason } = form
    if (!phone) return sendWrongPhone(request, reply, 'kept', form)
    if ('fault' in reason) {
      const text = speak(languageOf(request))('Write a reason of 3 to 200 characters.')
      return send(request, reply, 422, { sent: 'unblock', notice: { kind: 'refused', text } })
    }
    await unblockCustomer(as(request), { phone, ...reason })
    return redirectAfter(reply, rightsPath, 'unblocked')
  })

  /** The fields of a form, each cut to what it may hold; `isConfirmed` where the number was typed again. */
  function readForm(request: FastifyRequest) {
    const fields = fieldsOf(request.body)
    const typed: TypedRights = {
      phone: (fields.phone ?? '').slice(0, 40),
      reason: (fields.reason ?? '').slice(0, 400),
      typed: (fields.typed ?? '').slice(0, 40),
      until: (fields.until ?? '').slice(0, 20),
    }
    const { cities } = pricing.map.current()
    const countries = cities.length > 0 ? [...new Set(cities.map(({ country }) => country))] : ['BJ']
    const possible = possiblePhones(typed.phone ?? '', countries)
    const phone = possible.length === 1 ? possible[0] : undefined
    return {
      phone,
      phoneFault: possible.length > 1 ? ('phoneAmbiguous' as const) : ('phoneWrong' as const),
      typed,
      reason: readReason(typed.reason, phone ?? ''),
      isConfirmed: phone !== undefined && possiblePhones(typed.typed ?? '', countries).includes(phone),
    }
  }

  const sendWrongPhone = (
    request: FastifyRequest,
    reply: FastifyReply,
    sent: 'kept' | 'block',
    { typed, phoneFault }: ReturnType<typeof readForm>,
  ) => send(request, reply, 422, { sent, typed, faults: { phone: phoneFault } })

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    { sent, typed = {}, faults = {}, notice }: Partial<RightsScreen>,
  ) {
    const language = languageOf(request)
    const blocked = await listBlockedCustomers(db)
    const screen = {
      language,
      typed,
      faults,
      sent,
      blocked: blocked.slice(0, maxListed),
      more: Math.max(0, blocked.length - maxListed),
      timeZone,
      notice: notice ?? doneNotice(request, speakEach(language, doneNotices)),
    }
    return sendPage(request, reply, status, customerRightsPage(screen))
  }

  async function sendKept(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    phone: string,
    { sent, typed = {}, faults = {} }: Partial<KeptScreen>,
  ) {
    const kept = await findCustomer(deps, phone)
    const language = languageOf(request)
    const screen = { language, kept, now: clock.now(), timeZone, sent, typed, faults }
    return sendPage(request, reply, status, keptPage(screen))
  }

  /** Does something, and shows why where it is refused. */
  async function refused(request: FastifyRequest, reply: FastifyReply, work: () => Promise<unknown>) {
    try {
      return await work()
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return send(request, reply, status, { sent: 'unblock', notice })
    }
  }
}
