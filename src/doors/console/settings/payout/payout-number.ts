import { html } from 'ghtml'
import type { Actor } from '../../../../base/kernel/actor.ts'
import { momentText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { spacedPhone } from '../../../../base/kernel/phone-number.ts'
import type { CodeChannel } from '../../../../derived-settings.ts'
import { maskedPhone } from '../../../../domain/audit/audited-act.ts'
import { cancelPayoutChange } from '../../../../domain/shops/payout/cancel-payout-change.ts'
import { confirmPayoutChange } from '../../../../domain/shops/payout/confirm-payout-change.ts'
import { codePhone, payoutCode, takesCode } from '../../../../domain/shops/payout/payout-change.ts'
import type { PayoutChangeRow } from '../../../../domain/shops/payout/payout-change-store.ts'
import { requestPayoutChange } from '../../../../domain/shops/payout/request-payout-change.ts'
import type { ShopRow } from '../../../../domain/shops/shop-store.ts'
import { examplePhone } from '../../../../domain/zones/franc-countries.ts'
import { codeField, filledForm, phoneField } from '../../../../pages/form.ts'
import { buttonForm } from '../../../../pages/form-parts.ts'
import { byChannel } from '../../code-channel-wording.ts'
import type { ConsoleDeps } from '../../console-deps.ts'
import { speak } from '../../console-words.ts'

/** What the number that receives a shop's sales, and its change in two steps, are drawn from. */
type PayoutNumberScreen = {
  language: Language
  /** The address of the page. */
  href: string
  shop: ShopRow
  /** The change that was asked for and has not ended; undefined without one. */
  change: PayoutChangeRow | undefined
  /** Who asked for it; null where nobody is known by name. */
  askedBy: string | null
  now: Date
  timeZone: string
  /** Whether a change is held for a day before it takes effect. */
  isHeld: boolean
  /** Whether the messages of this service are read in its outbox. */
  hasOutbox: boolean
  codeChannel: CodeChannel
  typed: Record<string, string>
  faults: { phone?: string; code?: string }
  /** Whether something else is said above the page. */
  hasNotice: boolean
}

const phoneForm = ({ language, shop }: PayoutNumberScreen) => {
  const t = speak(language)
  return {
    phone: phoneField({
      label: shop.payout_phone === null ? t('Your mobile money number') : t('New number'),
      hint: t('For example {example}.', { example: examplePhone(shop.country) }),
    }),
  }
}

const codeForm = (language: Language) => ({
  code: codeField({
    label: speak(language)('The code you received'),
    attributes: { maxlength: payoutCode.digits + 4 },
  }),
})

/**
 * What a form of the page does: what was sent is read at once, and the act returns what the page says then.
 */
export type PayoutAct = (
  sent: Readonly<Record<string, string>>,
  as: { deps: ConsoleDeps; actor: Actor; shop: ShopRow },
) => () => Promise<string>

/** What the forms of the number do, by their paths. */
export const payoutNumberActs: Record<string, PayoutAct> = {
  '':
    ({ phone = '' }, { deps: { payouts }, actor, shop }) =>
    async () => {
      await requestPayoutChange({ ...payouts, actor }, { shopId: shop.id, phone })
      return 'sent'
    },
  '/code':
    ({ code = '' }, { deps: { payouts }, actor, shop }) =>
    async () => {
      const digits = code.replaceAll(/\D/g, '')
      const change = await confirmPayoutChange({ ...payouts, actor }, { shopId: shop.id, code: digits })
      return change.applied_at ? 'applied' : 'held'
    },
  '/cancel':
    (_, { deps: { payouts }, actor, shop }) =>
    async () => {
      await cancelPayoutChange({ ...payouts, actor }, shop.id)
      return 'cancelled'
    },
}

/** The number, and how it is changed: its form, the code that confirms it, or the change that waits. */
export function payoutNumberCards(screen: PayoutNumberScreen): string {
  const { language, shop } = screen
  const t = speak(language)
  const none = t(
    'No number yet. Without one, your customers can only pay you directly, and their page does not say to which number.',
  )
  const about = t(
    'The service pays what it collects for you to this number, by mobile money. Your customers see it when they pay you directly.',
  )
  const number = shop.payout_phone
  return html`<section class="card"><h2>${t('Number that receives your sales')}</h2>
!${number === null ? html`<p>${none}</p>` : html`<p class="phone">${spacedPhone(number)}</p><p>${about}</p>`}
</section>!${changeCard(screen)}`
}

function changeCard(screen: PayoutNumberScreen): string {
  const { change, language, shop, now, faults, hasNotice } = screen
  const t = speak(language)
  if (change?.takes_effect_at) return waitingCard(screen, change, change.takes_effect_at)
  if (change && takesCode(change, now)) return codeCard(screen, change)
  const late = t('The last code is no longer valid. Ask for another.')
  const form = html`!${change && !hasNotice ? html`<p class="notice warning">${late}</p>` : ''}
!${phonePart(screen, t('Send me the code'))}`
  if (shop.payout_phone === null) return html`<section class="card" id="number">!${form}</section>`
  const isOpen = change !== undefined || faults.phone !== undefined
  return html`<details class="card" id="number"!${isOpen ? ' open' : ''}>
<summary>${t('Change this number')}</summary>!${form}</details>`
}

function phonePart(screen: PayoutNumberScreen, label: string): string {
  const { language, href, shop, isHeld, codeChannel } = screen
  const t = speak(language)
  const by = byChannel(codeChannel, language)
  const form = filledForm(href, phoneForm(screen), screen, label)
  if (shop.payout_phone === null)
    return html`<p>${t('A code goes to this number{by}, to make sure that it is yours.', { by })}</p>
!${form}`
  const about = t(
    'A code goes to the current number ({end}){by}, and nothing changes without it. Owners whose e-mail address we have are told as well.',
    { end: maskedPhone(shop.payout_phone), by },
  )
  const hold = isHeld ? ` ${t('For your safety, a change takes effect only 24 hours after the code.')}` : ''
  return html`<p>${about}${hold}</p>
!${form}
<p class="hint">${t('Do you no longer have the current number? Write to the operator of the service.')}</p>`
}

function codeCard(screen: PayoutNumberScreen, change: PayoutChangeRow): string {
  const { language, href, faults, hasOutbox, codeChannel } = screen
  const t = speak(language)
  const lead = t(
    'A code was sent to the number {to}{by}. Enter it, so that the number {phone} receives your sales. It works for ten minutes.',
    {
      to: maskedPhone(codePhone(change)),
      phone: spacedPhone(change.new_phone),
      by: byChannel(codeChannel, language),
    },
  )
  const outbox = html`<p class="notice">
${t('A sandbox without WhatsApp: the message is kept on this machine.')}
 <a href="/dev/outbox">${t('Read it in the outbox')}</a></p>`
  return html`<section class="card" id="code"><h2>${t('The code')}</h2>
<p>${lead}</p>!${hasOutbox ? outbox : ''}
!${filledForm(`${href}/code`, codeForm(language), screen, t('Confirm'))}
<details id="again"!${faults.phone ? ' open' : ''}>
<summary>${t('Nothing received, or the wrong number?')}</summary>
!${phonePart(screen, t('Send me a new code'))}
!${buttonForm(`${href}/cancel`, t('Cancel this change'), 'danger')}</details></section>`
}

function waitingCard(
  { language, href, askedBy, now, timeZone }: PayoutNumberScreen,
  change: PayoutChangeRow,
  takesEffectAt: Date,
): string {
  const t = speak(language)
  const when = (at: Date) => momentText(at, { timeZone, now }, language)
  const waits = t('The number {phone} will receive your sales from {when}.', {
    phone: spacedPhone(change.new_phone),
    when: when(takesEffectAt),
  })
  const asked = t('Asked for by {who} on {when}.', {
    who: askedBy ?? t('somebody of the shop'),
    when: when(change.requested_at),
  })
  return html`<section class="card" id="waiting"><h2>${t('A change is waiting')}</h2>
<p><strong>${waits}</strong></p><p>${asked}</p>
!${buttonForm(`${href}/cancel`, t('Cancel this change'), 'danger')}
<p class="hint">${t('Was it not you? Cancel it, then end the other sessions in your account.')}</p></section>`
}
