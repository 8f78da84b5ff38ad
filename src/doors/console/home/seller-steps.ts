import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { hasRight } from '../../../domain/accounts/account-right.ts'
import { isPutAway } from '../../../domain/accounts/first-steps/put-away-store.ts'
import { putStepsAway } from '../../../domain/accounts/first-steps/put-steps-away.ts'
import { searchDeliveries } from '../../../domain/deliveries/searching/search-deliveries.ts'
import { languageOf } from '../../../http/response-language.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { type FirstStep, firstStepsPart } from '../../../web/first-steps/first-steps-page.ts'
import { doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { memberOf, shopHref, shopPath } from '../console-request.ts'
import { speak } from '../console-words.ts'
import { shopSteps } from './shop-steps.ts'

const stepsHref = (shopId: string): string => shopHref(shopId, '/first-steps')

const keyOf = (request: FastifyRequest) => {
  const { accountId, shop } = memberOf(request)
  return { accountId, stepsOf: shop.id }
}

/** `/console/shops/ID/first-steps`: what a shop does before its first order, ticked as it really stands. */
export async function sellerStepsPage(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const path = `${shopPath}/first-steps`

  app.get(path, { config: { needs: 'SELL' } }, async (request, reply) => {
    const t = speak(languageOf(request))
    return deps.sendPage(request, reply, 200, {
      section: 'home',
      title: t('First steps'),
      back: { href: shopHref(memberOf(request).shop.id), label: t('Home') },
      main: stepsPart(
        request,
        (await stepsOf(deps, request)).steps,
        await isPutAway(deps.db, keyOf(request)),
      ),
    })
  })

  app.post(path, { config: { needs: 'SELL' }, bodyLimit: 1_024 }, async (request, reply) => {
    const isAway = fieldsOf(request.body).away === 'on'
    await putStepsAway(deps, keyOf(request), isAway)
    return redirectAfter(reply, shopHref(memberOf(request).shop.id), isAway ? 'away' : undefined)
  })
}

/** The first steps on the home page, until a delivery was ordered or they were put away. */
export async function stepsAtHome(deps: ConsoleDeps, request: FastifyRequest): Promise<string> {
  if (await isPutAway(deps.db, keyOf(request))) return ''
  const { steps, hasOrdered } = await stepsOf(deps, request)
  return hasOrdered ? '' : stepsPart(request, steps, false)
}

/** Says where the steps are after they were put away. */
export function stepsPutAwayNotice(request: FastifyRequest): WorkspaceNotice | undefined {
  const t = speak(languageOf(request))
  const notice = doneNotice(request, { away: t('The first steps are put away.') })
  return notice && { ...notice, link: { href: stepsHref(memberOf(request).shop.id), label: t('See them') } }
}

async function stepsOf({ db, shops }: ConsoleDeps, request: FastifyRequest) {
  const { shop, role } = memberOf(request)
  const { pickupAddresses } = await shops.shop(shop.id)
  const { rows } = await searchDeliveries(db, shop.id, { typed: '', country: shop.country, filter: {} }, 1)
  const [main] = pickupAddresses
  const hasOrdered = rows.length > 0
  const state = {
    href: shopHref(shop.id),
    isApproved: shop.approved_at !== null,
    address: main ? (main.label ?? main.landmark ?? '') : null,
    payoutPhone: shop.payout_phone,
    managesPayouts: hasRight(role, 'MANAGE_PAYOUTS'),
    hasOrdered,
  }
  return { steps: shopSteps(state, languageOf(request)), hasOrdered }
}

function stepsPart(request: FastifyRequest, steps: readonly FirstStep[], isAway: boolean): string {
  const { shop, role } = memberOf(request)
  const language = languageOf(request)
  const t = speak(language)
  const list = firstStepsPart({
    title: t('First steps'),
    steps,
    href: stepsHref(shop.id),
    isAway,
    language,
  })
  const keys = shopHref(shop.id, '/developers/keys')
  const about = t('You have a site? Connect it with an API key and webhooks')
  const site = html`<p><a href="${keys}">${about}</a></p>`
  return html`!${list}!${hasRight(role, 'MANAGE_KEYS') ? site : ''}`
}
