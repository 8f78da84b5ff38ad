import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, type ErrorCode } from '../../../../base/contract/errors.ts'
import { collections, payoutRhythms } from '../../../../base/contract/vocabulary.ts'
import { languageOf } from '../../../../base/http/response-language.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { readFcfa } from '../../../../base/kernel/written-number.ts'
import { chosenOf, fieldsOf } from '../../../../base/pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import { codeChannelOf, keepsOutbox } from '../../../../derived-settings.ts'
import { changeShop } from '../../../../domain/shops/change-shop.ts'
import { nameActors } from '../../../../domain/shops/name-actors.ts'
import { cancelPayoutChange } from '../../../../domain/shops/payout/cancel-payout-change.ts'
import { confirmPayoutChange } from '../../../../domain/shops/payout/confirm-payout-change.ts'
import { holdMs } from '../../../../domain/shops/payout/payout-change.ts'
import { findOpenPayoutChange } from '../../../../domain/shops/payout/payout-change-store.ts'
import { requestPayoutChange } from '../../../../domain/shops/payout/request-payout-change.ts'
import { payoutTimesOf } from '../../../../domain/transfers/payout-schedule.ts'
import { retryTransfer } from '../../../../domain/transfers/retry-transfer.ts'
import { listTransfersTo } from '../../../../domain/transfers/transfer-store.ts'
import { examplePhone } from '../../../../domain/zones/franc-countries.ts'
import { shopTimeZone } from '../../../../web/shop-time-zone.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { actorOf, memberOf, shopHref, shopPath } from '../../console-request.ts'
import { speak, speakEach } from '../../console-words.ts'
import { type PayoutField, type PayoutScreen, payoutPage } from './payout-page.ts'
import { payoutDone } from './payout-wording.ts'

/** The field beside which a refusal is shown; any other stands above the page. */
const fieldOfRefusal: Partial<Record<ErrorCode, PayoutField>> = {
  PAYOUT_PHONE_INVALID: 'phone',
  PAYOUT_PHONE_UNCHANGED: 'phone',
  CODE_WRONG: 'code',
  SECURE_NEEDS_PAYOUT_PHONE: 'collection',
  PAYOUT_MINIMUM_INVALID: 'minimum',
}

type Filled = Pick<PayoutScreen, 'typed' | 'faults'> & { notice?: WorkspaceNotice | undefined }

/** The number that receives a shop's sales, which changes by a code, and how its customers pay by default. */
export async function payoutRoutes(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const path = `${shopPath}/settings/payout`
  const config = { needs: 'MANAGE_PAYOUTS' } as const
  const options = { config, bodyLimit: 4_096 }
  const payouts = (request: FastifyRequest) => ({ ...deps.payouts, actor: actorOf(request) })

  app.get(path, { config }, async (request, reply) =>
    sendPayout(request, reply, 200, {
      typed: {},
      faults: {},
      notice: doneNotice(request, speakEach(languageOf(request), payoutDone)),
    }),
  )

  app.post(path, options, async (request, reply) => {
    const phone = (fieldsOf(request.body).phone ?? '').slice(0, 40)
    return attempt(request, reply, { phone }, async (shopId) => {
      await requestPayoutChange(payouts(request), { shopId, phone })
      return 'sent'
    })
  })

  app.post(`${path}/code`, options, async (request, reply) => {
    const code = (fieldsOf(request.body).code ?? '').slice(0, 40).replaceAll(/\D/g, '')
    return attempt(request, reply, {}, async (shopId) => {
      const { applied_at } = await confirmPayoutChange(payouts(request), { shopId, code })
      return applied_at ? 'applied' : 'held'
    })
  })

  app.post(`${path}/cancel`, options, async (request, reply) =>
    attempt(request, reply, {}, async (shopId) => {
      await cancelPayoutChange(payouts(request), shopId)
      return 'cancelled'
    }),
  )

  app.post(`${path}/collection`, options, async (request, reply) => {
    const { collection: sent } = fieldsOf(request.body)
    const collection = chosenOf('collection', sent, collections) ?? memberOf(request).shop.default_collection
    return attempt(request, reply, { collection }, async (shopId) => {
      await changeShop({ ...deps, actor: actorOf(request) }, shopId, { defaultCollection: collection })
      return 'collection'
    })
  })

  app.post(`${path}/terms`, options, async (request, reply) => {
    const { rhythm, minimum: typed = '', nets } = fieldsOf(request.body)
    const payoutRhythm = chosenOf('rhythm', rhythm, payoutRhythms) ?? memberOf(request).shop.payout_rhythm
    const minimum = typed.slice(0, 20)
    const payoutMinimumFcfa = readFcfa(minimum) ?? 0
    const payoutNetsFees = nets === 'on'
    const chosen = { minimum, rhythm: payoutRhythm, nets: payoutNetsFees }
    return attempt(request, reply, chosen, async (shopId) => {
      const change = { payoutRhythm, payoutMinimumFcfa, payoutNetsFees }
      await changeShop({ ...deps, actor: actorOf(request) }, shopId, change)
      return 'terms'
    })
  })

  app.post(`${path}/retry`, options, async (request, reply) => {
    const { transfer = '' } = fieldsOf(request.body)
    return attempt(request, reply, {}, async (shopId) => {
      if (!isUuid(transfer)) throw new ApiError('TRANSFER_NOT_HELD')
      await retryTransfer({ ...deps, actor: actorOf(request) }, { id: transfer, shopId })
      return 'retried'
    })
  })

  /** Calls the verb and redirects with what it returns; a refusal shows the page again as it was filled in. */
  async function attempt(
    request: FastifyRequest,
    reply: FastifyReply,
    typed: Filled['typed'],
    act: (shopId: string) => Promise<string>,
  ) {
    const shopId = memberOf(request).shop.id
    try {
      return redirectAfter(reply, shopHref(shopId, '/settings/payout'), await act(shopId))
    } catch (error) {
      const { code, status, notice } = refusalOf(error, request)
      const field = fieldOfRefusal[code]
      const said = ownWords(code, request) ?? notice.text
      return sendPayout(request, reply, status, {
        typed,
        faults: field ? { [field]: said } : {},
        notice: field ? undefined : notice,
      })
    }
  }

  async function sendPayout(request: FastifyRequest, reply: FastifyReply, status: number, filled: Filled) {
    const { shop } = memberOf(request)
    const change = await findOpenPayoutChange(deps.db, shop.id)
    const asker = change?.requested_by ?? null
    const nameOf = await nameActors(deps.db, shop.id, [asker])
    const known = await deps.shops.shop(shop.id)
    const page = payoutPage({
      ...filled,
      notice: filled.notice,
      language: languageOf(request),
      href: shopHref(shop.id, '/settings'),
      shop,
      change,
      askedBy: nameOf(asker).name,
      payouts: await listTransfersTo(deps.db, { shop: shop.id }, 5),
      leastPayoutFcfa: known.terms.leastPayoutFcfa,
      times: payoutTimesOf(deps.rules.current(), deps.timeZone),
      now: deps.clock.now(),
      timeZone: shopTimeZone(deps, known),
      isHeld: holdMs({ old_phone: shop.payout_phone, new_phone: '' }, deps.environment) > 0,
      isServed: deps.pricing.collecting.boundsIn(shop.country) !== undefined,
      hasOutbox: keepsOutbox(deps.config),
      codeChannel: codeChannelOf(deps.config),
      isFormPage: request.method === 'POST',
    })
    return deps.sendPage(request, reply, status, page)
  }
}

/** Where the page says more plainly what is wrong than the catalogue does. */
function ownWords(code: ErrorCode, request: FastifyRequest): string | undefined {
  const t = speak(languageOf(request))
  if (code === 'PAYOUT_PHONE_INVALID')
    return t('This number is not possible. Example: {example}.', {
      example: examplePhone(memberOf(request).shop.country),
    })
  if (code === 'PAYOUT_MINIMUM_INVALID') return t('Choose an amount between 1 and 1,000,000 FCFA.')
  return code === 'SECURE_NEEDS_PAYOUT_PHONE'
    ? t('To collect through the service you first need a number that receives your sales.')
    : undefined
}
