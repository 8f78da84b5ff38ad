import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { amountText, momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { isUuid } from '../../../../base/kernel/uuid.ts'
import { ApiError, type ErrorCode } from '../../../../contract/errors.ts'
import { wrongPhone } from '../../../../contract/former-phone.ts'
import { codeChannelOf, keepsOutbox } from '../../../../derived-settings.ts'
import { maskedPhone } from '../../../../domain/audit/audited-act.ts'
import { heldPayout } from '../../../../domain/money/transfers/held-payout.ts'
import { payoutTimesOf } from '../../../../domain/money/transfers/payout-schedule.ts'
import { retryTransfer } from '../../../../domain/money/transfers/retry-transfer.ts'
import type { TransferRow } from '../../../../domain/money/transfers/transfer-row.ts'
import { listTransfersTo } from '../../../../domain/money/transfers/transfer-store.ts'
import { nameActors } from '../../../../domain/shops/name-actors.ts'
import { holdMs } from '../../../../domain/shops/payout/payout-change.ts'
import { findOpenPayoutChange } from '../../../../domain/shops/payout/payout-change-store.ts'
import { examplePhone } from '../../../../domain/zones/franc-countries.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { fieldsOf } from '../../../../pages/form-fields.ts'
import { buttonForm } from '../../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { shopTimeZone } from '../../../../web/shop-time-zone.ts'
import { attempt, doneNotice, redirectAfter } from '../../../../web/signed-in-request.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { actorOf, memberOf, shopHref, shopPath } from '../../console-request.ts'
import { type ConsoleText, speak, speakEach } from '../../console-words.ts'
import { type PayoutAct, payoutNumberActs, payoutNumberCards } from './payout-number.ts'
import { collectionCard, payoutTermsActs, payoutTermsCard } from './payout-terms.ts'

const done: Record<string, ConsoleText> = {
  sent: 'The code is on its way.',
  held: 'Confirmed. The change takes effect in 24 hours.',
  applied: 'Done: this number receives your sales now.',
  cancelled: 'The change is cancelled. The number stays the same.',
  collection: 'Saved.',
  terms: 'Saved.',
  retried: 'Another try is on its way.',
}

const stateNames = {
  DUE: 'leaves in a moment',
  SENT: 'on its way',
  PAID: 'paid',
  REFUSED: 'refused by the operator',
} as const

/** The field beside which a refusal is shown; any other stands above the page. */
const fieldOfRefusal: Partial<Record<ErrorCode, string>> = {
  PAYOUT_PHONE_INVALID: 'phone',
  PAYOUT_PHONE_UNCHANGED: 'phone',
  CODE_WRONG: 'code',
  SECURE_NEEDS_PAYOUT_PHONE: 'collection',
  PAYOUT_MINIMUM_INVALID: 'minimum',
}

const acts: Record<string, PayoutAct> = {
  ...payoutNumberActs,
  ...payoutTermsActs,
  '/retry':
    ({ transfer = '' }, { deps, actor, shop }) =>
    async () => {
      if (!isUuid(transfer)) throw new ApiError('TRANSFER_NOT_HELD')
      await retryTransfer({ ...deps, actor }, { id: transfer, shopId: shop.id })
      return 'retried'
    },
}

type Filled = {
  typed?: Record<string, string>
  faults?: Record<string, string>
  notice?: WorkspaceNotice | undefined
}

/**
 * `/settings/payout`: the number that receives a shop's sales, when it does, and how its customers pay by
 * default.
 */
export async function shopPayoutPage(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  const path = `${shopPath}/settings/payout`
  const config = { needs: 'MANAGE_PAYOUTS' } as const

  app.get(path, { config }, async (request, reply) =>
    show(request, reply, 200, { notice: doneNotice(request, speakEach(languageOf(request), done)) }),
  )

  for (const [name, begin] of Object.entries(acts))
    app.post(`${path}${name}`, { config, bodyLimit: 4_096 }, async (request, reply) => {
      const { shop } = memberOf(request)
      const sent = Object.entries(fieldsOf(request.body)).map(([field, text]) => [field, text.slice(0, 40)])
      const typed: Record<string, string> = Object.fromEntries(sent)
      const act = begin(typed, { deps, actor: actorOf(request), shop })
      return attempt(
        request,
        async () => redirectAfter(reply, shopHref(shop.id, '/settings/payout'), await act()),
        ({ code, status, notice }) => {
          const field = fieldOfRefusal[code]
          if (field === undefined) return show(request, reply, status, { typed, notice })
          return show(request, reply, status, {
            typed,
            faults: { [field]: ownWords(code, typed.phone ?? '', request) ?? notice.text },
          })
        },
      )
    })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    { typed = {}, faults = {}, notice }: Filled,
  ) {
    const { shop } = memberOf(request)
    const language = languageOf(request)
    const t = speak(language)
    const known = await deps.shops.shop(shop.id)
    const change = await findOpenPayoutChange(deps.db, shop.id)
    const asker = change?.requested_by ?? null
    const payouts = await listTransfersTo(deps.db, { shop: shop.id }, 5)
    const screen = {
      language,
      href: shopHref(shop.id, '/settings/payout'),
      shop,
      now: deps.clock.now(),
      timeZone: shopTimeZone(deps, known),
      typed,
      faults,
    }
    const number = {
      ...screen,
      change,
      askedBy: (await nameActors(deps.db, shop.id, [asker]))(asker).name,
      isHeld: holdMs({ old_phone: shop.payout_phone, new_phone: '' }, deps.environment) > 0,
      hasOutbox: keepsOutbox(deps.config),
      codeChannel: codeChannelOf(deps.config),
      hasNotice: notice !== undefined,
    }
    const terms = {
      leastFcfa: known.terms.leastPayoutFcfa,
      times: payoutTimesOf(deps.rules.current(), deps.timeZone),
    }
    const isServed = deps.pricing.collecting.boundsIn(shop.country) !== undefined
    const held = heldPayout(shop.payout_phone, payouts, screen.now)
    return deps.sendPage(request, reply, status, {
      section: 'settings',
      title: t('Payouts'),
      back: { href: shopHref(shop.id, '/settings'), label: t('Settings') },
      notice,
      isFormPage: request.method === 'POST',
      main: html`
!${held ? heldCard(held, screen) : ''}
!${payoutNumberCards(number)}
!${payoutTermsCard(screen, terms)}
!${recentCard(payouts, screen)}
!${collectionCard(screen, { isServed })}`,
    })
  }
}

type Screen = { language: Language; href: string; now: Date; timeZone: string }

/** A payout that the number refuses, as long as the shop has that number. */
function heldCard({ id, amount_fcfa, phone }: TransferRow, { language, href }: Screen): string {
  const t = speak(language)
  const lead = t(
    'The operator refuses the number {end}: {amount} could not be paid to you. Settle it with them and ask for another try, or change the number.',
    { amount: amountText(amount_fcfa, language), end: maskedPhone(phone ?? '') },
  )
  return html`<section class="card" id="held"><h2>${t('A payout waits for you')}</h2>
<p class="notice warning">${lead}</p>
!${buttonForm(`${href}/retry`, t('Try again'), 'plain', { transfer: id })}</section>`
}

/** The last payouts to the shop, the newest first. */
function recentCard(payouts: readonly TransferRow[], screen: Screen): string {
  const { language, href, now } = screen
  const t = speak(language)
  const moment = (at: Date) => momentText(at, screen, language)
  const rows = payouts.map((payout, at) => {
    const { amount_fcfa, netted_fcfa, state, reference, ended_at, created_at, retry_at, note } = payout
    const isAwaited = at === 0 && state === 'REFUSED' && retry_at !== null && retry_at > now
    const about = [
      t(stateNames[state]),
      netted_fcfa > 0 && t('{amount} of fees taken off', { amount: amountText(netted_fcfa, language) }),
      moment(ended_at ?? created_at),
      isAwaited && t('tried again on {when}', { when: moment(retry_at) }),
      note,
    ]
    return html`<li><div class="line"><span><strong>${amountText(amount_fcfa, language)}</strong>
 · <span class="code">${reference}</span><br>
<span class="soft">${about.filter(Boolean).join(' · ')}</span></span></div></li>`
  })
  const none = html`<p class="soft">${t('Nothing has been paid out to you yet.')}</p>`
  return html`<section class="card" id="recent"><h2>${t('Last payouts')}</h2>
!${rows.length === 0 ? none : html`<ol class="rows">!${rows}</ol>`}
<p><a href="${href.replace(/\/settings\/payout$/, '/statement')}">${t('Statement')}</a></p></section>`
}

/** Where the page says more plainly what is wrong than the catalogue does. */
function ownWords(code: ErrorCode, phone: string, request: FastifyRequest): string | undefined {
  const language = languageOf(request)
  const t = speak(language)
  const { country } = memberOf(request).shop
  if (code === 'PAYOUT_PHONE_INVALID')
    return wrongPhone(
      phone,
      { countries: [country], language },
      t('This number is not possible. Example: {example}.', { example: examplePhone(country) }),
    )
  if (code === 'PAYOUT_MINIMUM_INVALID') return t('Choose an amount between 1 and 1,000,000 FCFA.')
  return code === 'SECURE_NEEDS_PAYOUT_PHONE'
    ? t('To collect through the service you first need a number that receives your sales.')
    : undefined
}
