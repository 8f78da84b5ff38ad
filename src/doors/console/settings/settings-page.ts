import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { maskedPhone } from '../../../domain/audit/audited-act.ts'
import { shownName } from '../../../domain/shops/appearance/shown-name.ts'
import type { PickupAddressRow, ShopRow } from '../../../domain/shops/shop-store.ts'
import type { ConsoleContent } from '../console-deps.ts'
import { settingsWording } from './settings-wording.ts'

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
  const words = settingsWording[language]
  const [main] = addresses
  const where = main
    ? [main.label, words.addressCount(addresses.length)].filter(Boolean).join(' · ')
    : words.noAddress
  const rows = [
    ...(ofOwner ? [appearanceRow(facts)] : []),
    row(`${href}/addresses`, words.addresses, where),
    ...(ofOwner ? ownerRows(facts, ofOwner) : []),
  ]
  return {
    section: 'settings',
    title: words.title,
    main: html`<ul class="rows">!${rows}</ul>!${ofOwner ? '' : html`<p class="hint">${words.forOwners}</p>`}`,
  }
}

function appearanceRow({ language, href, shop }: SettingsFacts): string {
  const words = settingsWording[language]
  const logo = shop.logo_sha256 === null ? words.hasNoLogo : words.hasLogo
  return row(`${href}/appearance`, words.appearance, `${shownName(shop)} · ${logo}`)
}

function ownerRows(
  { language, href, shop }: SettingsFacts,
  { isPayoutWaiting, members, invitations, messageLanguage }: NonNullable<SettingsFacts['ofOwner']>,
): string[] {
  const words = settingsWording[language]
  const number = shop.payout_phone ? words.payoutTo(maskedPhone(shop.payout_phone)) : words.noPayout
  const payout = `${number} · ${words.collections[shop.default_collection]}`
  const team = words.members(members) + (invitations > 0 ? ` · ${words.invited(invitations)}` : '')
  const money = href.replace(/\/settings$/, '')
  return [
    row(`${money}/statement`, words.statement, words.statementLead),
    row(`${href}/payout`, words.payout, payout, isPayoutWaiting ? words.payoutWaits : undefined),
    row(`${href}/appearance#language`, words.language, words.languages[messageLanguage]),
    row(`${href}/team`, words.team, team),
    row(`${href}/audit`, words.audit, words.auditLead),
  ]
}

const row = (href: string, name: string, value: string, warning?: string): string =>
  html`<li><a class="go" href="${href}"><span><strong>${name}</strong><br><span class="soft">${value}</span></span>!${warning ? html`<span class="badge waiting">${warning}</span>` : html`<span aria-hidden="true">›</span>`}</a></li>`
