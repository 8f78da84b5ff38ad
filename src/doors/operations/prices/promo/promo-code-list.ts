import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { amountText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { cleanedLine } from '../../../../base/kernel/plain-text.ts'
import { limits } from '../../../../contract/limits.ts'
import { type PromoCost, readPromoCosts } from '../../../../domain/deliveries/past-prices/promo-use-store.ts'
import { type PromoCode, promoRefusal } from '../../../../domain/money/payments/promo-code.ts'
import { listPromoCodePage } from '../../../../domain/money/payments/promo-code-store.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { pager, rowsOr } from '../../../../pages/list-parts.ts'
import { workCost } from '../../../../web/limit-work.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'

export const promoHref = '/operations/promo-codes'
const codesPerPage = 30

/** `/operations/promo-codes`: the codes in their order, each with what it cost, a page at a time. */
export async function promoCodeListPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock } = deps
  const config = { operates: 'MANAGE', cost: workCost.form } as const
  app.get<{ Querystring: { after?: unknown } }>(promoHref, { config }, async (request, reply) => {
    const { after } = request.query
    const afterCode = typeof after === 'string' ? cleanedLine(after).slice(0, limits.promoCode.max) : ''
    const found = await listPromoCodePage(db, { afterCode, limit: codesPerPage + 1 })
    const promos = found.slice(0, codesPerPage)
    const ids = promos.map(({ id }) => id)
    const costs = await readPromoCosts(db, ids)
    const last = found.length > codesPerPage ? promos.at(-1) : undefined

    const language = languageOf(request)
    const t = speak(language)
    const now = clock.now()
    const lead = t(
      'What a code costs is the sum of its discounts on trips delivered or under way, borne by the service or by shops.',
    )
    const none = { text: t('No promo code.'), next: { href: `${promoHref}/new`, label: t('Make the first') } }
    const rows = promos.map((promo) => promoRow(promo, costs.get(promo.id), now, language))
    return deps.sendPage(request, reply, 200, {
      section: 'cities',
      title: t('Promo codes'),
      back: { href: '/operations/cities', label: t('Cities') },
      acts: html`<a class="button primary" href="${promoHref}/new">${t('New code')}</a>`,
      main: html`<p class="hint">${lead}</p>!${rowsOr(rows, none)}!${pager(promoHref, {
        first: afterCode === '' ? undefined : t('To the start'),
        next: last && { query: { after: last.code }, label: t('Next codes') },
      })}`,
    })
  })
}

function promoRow(promo: PromoCode, cost: PromoCost | undefined, now: Date, language: Language): string {
  const t = speak(language)
  const { discountFcfa = 0, released = 0 } = cost ?? {}
  const amount = amountText(discountFcfa, language)
  const spent =
    promo.bearer === 'SHOP' ? t('cost shops {amount}', { amount }) : t('cost {amount}', { amount })
  return html`<li><a href="${promoHref}/${promo.id}">
<span><strong>${promo.code}</strong> ${takenOff(promo, language)}<br>
<span class="soft">${usesText(promo, released, language)} · ${spent}</span></span>
!${promoBadge(promo, now, language)}</a></li>`
}

/** What a code takes off a trip: `−10 %`, `−500 FCFA`. */
export const takenOff = ({ percent, amountFcfa }: PromoCode, language: Language): string =>
  percent === null ? `−${amountText(amountFcfa ?? 0, language)}` : `−${percent}\u00a0%`

/** How often a code was used, of how many times it may be, and how many uses were given back. */
export function usesText(
  { uses: count, maxUses: max }: PromoCode,
  released: number,
  language: Language,
): string {
  const t = speak(language)
  const used =
    max === null
      ? t('{count, plural, one {# use} other {# uses}}', { count })
      : t('{count} of {max} uses', { count, max })
  return released > 0 ? `${used}, ${t('{count} given back', { count: released })}` : used
}

/** Whether a code can be used now. */
export function promoBadge(promo: PromoCode, now: Date, language: Language): string {
  const t = speak(language)
  const refusal = promoRefusal(promo, now)
  if (refusal === undefined) return html`<span class="badge">${t('usable')}</span>`
  if (refusal === 'NOT_STARTED') return html`<span class="badge waiting">${t('to come')}</span>`
  return html`<span class="badge over">${refusal === 'EXHAUSTED' ? t('used up') : t('ended')}</span>`
}
