import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { maskedPhone } from '../../../domain/audit/audited-act.ts'
import { shownName } from '../../../domain/shops/appearance/shown-name.ts'
import type { PickupAddressRow, ShopRow } from '../../../domain/shops/shop-store.ts'
import type { ConsoleContent } from '../console-deps.ts'
import { speak } from '../console-words.ts'
import { settingsCollections, settingsLanguages } from './settings-wording.ts'

/** What the overview of the settings shows; `ofOwner` is null for those who only sell. */
export type SettingsFacts = {
  language: Language
  /** The address of the settings. */
  href: string
  shop: ShopRow
  addresses: readonly PickupAddressRow[]
  ofOwner: {
    isPayoutWaiting: boolean
    members: number
    invitations: number
    /** In which the service writes to the shop. */
    messageLanguage: Language
  } | null
}

/** The settings as rows, each with what it is set to and a page of its own. */
export function settingsPage(facts: SettingsFacts): ConsoleContent {
  const { language, href, addresses, ofOwner } = facts
  const t = speak(language)
  const [main] = addresses
  const where = main
    ? [main.label, t('{count, plural, one {1 address} other {# addresses}}', { count: addresses.length })]
        .filter(Boolean)
        .join(' · ')
    : t('None: add one, so that you can order')
  const rows = [
    ...(ofOwner ? [appearanceRow(facts)] : []),
    row(`${href}/addresses`, t('Pickup addresses'), where),
    ...(ofOwner ? ownerRows(facts, ofOwner) : []),
  ]
  return {
    section: 'settings',
    title: t('Settings'),
    main: html`<ul class="rows">!${rows}</ul>!${ofOwner ? '' : html`<p class="hint">${t('The owner of the shop also settles payouts, name, logo and team.')}</p>`}`,
  }
}

function appearanceRow({ language, href, shop }: SettingsFacts): string {
  const t = speak(language)
  const logo = shop.logo_sha256 === null ? t('Without a logo') : t('With a logo')
  return row(`${href}/appearance`, t('Name and logo'), `${shownName(shop)} · ${logo}`)
}

function ownerRows(
  { language, href, shop }: SettingsFacts,
  { isPayoutWaiting, members, invitations, messageLanguage }: NonNullable<SettingsFacts['ofOwner']>,
): string[] {
  const t = speak(language)
  const number = shop.payout_phone
    ? t('To the number {end}', { end: maskedPhone(shop.payout_phone) })
    : t('No number receives your sales')
  const payout = `${number} · ${t(settingsCollections[shop.default_collection])}`
  const team =
    t('{count, plural, one {1 person} other {# people}}', { count: members }) +
    (invitations > 0
      ? ` · ${t('{count, plural, one {1 invitation is waiting} other {# invitations are waiting}}', { count: invitations })}`
      : '')
  const money = href.replace(/\/settings$/, '')
  return [
    row(`${money}/statement`, t('Statement and invoices'), t('Sales, fees, payouts and what is still owed')),
    row(`${href}/payout`, t('Payouts'), payout, isPayoutWaiting ? t('A change is waiting') : undefined),
    row(`${href}/appearance#language`, t('Language of messages'), t(settingsLanguages[messageLanguage])),
    row(`${href}/team`, t('Team'), team),
    row(`${href}/audit`, t('Audit'), t('Who changed what, and when')),
  ]
}

const row = (href: string, name: string, value: string, warning?: string): string =>
  html`<li><a class="go" href="${href}"><span><strong>${name}</strong><br><span class="soft">${value}</span></span>!${warning ? html`<span class="badge waiting">${warning}</span>` : html`<span aria-hidden="true">›</span>`}</a></li>`
