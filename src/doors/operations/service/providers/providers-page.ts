import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { buttonForm } from '../../../../base/pages/form-parts.ts'
import type { ProviderProbe } from '../../../../domain/mobile-money/providers/probe-providers.ts'
import type { AccountProbe } from '../../../../domain/mobile-money/providers/provider-account.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { type OperationsText, speak } from '../../operations-words.ts'
import { serviceHref, servicePage } from '../service-page.ts'

/** The names of providers as people know them, and the settings that their credentials stand in. */
const providerFacts: Record<string, { name: string; settings: string }> = {
  mtn: {
    name: 'MTN MoMo',
    settings: 'MTN_TARGET_ENVIRONMENT, MTN_COLLECTION_…, MTN_DISBURSEMENT_…',
  },
  fedapay: { name: 'FedaPay', settings: 'FEDAPAY_SECRET_KEY' },
  wave: { name: 'Wave', settings: 'WAVE_API_KEY' },
}

const servesNames: Record<AccountProbe['serves'], OperationsText> = {
  PAYMENTS: 'Payments of customers',
  PAYOUTS: 'Payouts and refunds',
  BOTH: 'Payments and payouts',
}

const outcomeNames = {
  ACCEPTED: 'Accepted',
  REFUSED: 'Refused#outcomes',
  AWAY: 'No answer',
} as const

type ProvidersFacts = {
  language: Language
  /** The providers that have credentials. */
  names: readonly string[]
  /** What they said, once they were asked. */
  probed?: readonly ProviderProbe[]
}

/** A clock that is wrong by more than this, in seconds, makes signatures and tokens fail. */
const maxAheadSeconds = 60

/** The providers of mobile money, and what came of trying their credentials. */
export function providersPage({ language, names, probed }: ProvidersFacts): OperationsContent {
  const t = speak(language)
  const cards = probed
    ? probed.map((probe) => probedCard(probe, language))
    : names.map((name) => html`<section class="card"><h2>${nameOf(name)}</h2></section>`)
  const main =
    names.length === 0
      ? html`<p class="empty">${t('No provider has credentials: see MOBILE_MONEY_PROVIDER in the settings.')}</p>`
      : html`<p>${t('The providers of mobile money that have credentials. The trial asks each whether it accepts them, and what lies on the account. No money moves.')}</p>!${buttonForm(`${serviceHref('providers')}/probe`, t('Try the credentials'))}<div class="cards">!${cards}</div>`
  return servicePage(language, 'providers', { main, isFormPage: probed !== undefined })
}

function probedCard({ provider, accounts, clockAheadSeconds }: ProviderProbe, language: Language): string {
  const t = speak(language)
  const clock =
    clockAheadSeconds === null
      ? ''
      : html`<dl><div><dt>${t('Clock')}</dt><dd>${clockText(clockAheadSeconds, language)}</dd></div></dl>`
  return html`<section class="card"><h2>${nameOf(provider)}</h2>!${accounts.map((account) => accountPart(provider, account, language))}!${clock}</section>`
}

function accountPart(
  provider: string,
  { serves, outcome, balances }: AccountProbe,
  language: Language,
): string {
  const t = speak(language)
  const isAccepted = outcome === 'ACCEPTED'
  const lines = balances.map(
    ({ name, amount, currency }) =>
      html`<div><dt>${name ?? ''}</dt><dd>${[amount, currency].filter(Boolean).join(' ')}</dd></div>`,
  )
  const settings = providerFacts[provider]?.settings ?? ''
  const refused = t(
    'The provider refuses our credentials, or the address from which we call. Check {settings}.',
    { settings },
  )
  const away = t(
    'The provider did not answer, or its answer cannot be understood. Try again in a minute; otherwise check {settings}.',
    { settings },
  )
  return html`<div class="heading-line"><h3>${t(servesNames[serves])}</h3><span class="badge ${isAccepted ? '' : 'bad'}">${t(outcomeNames[outcome])}</span></div>
!${isAccepted ? '' : html`<p>${outcome === 'REFUSED' ? refused : away}</p>`}!${lines.length > 0 ? html`<dl>!${lines}</dl>` : isAccepted ? html`<p class="soft">${t('The provider does not tell what lies on this account.')}</p>` : ''}`
}

function clockText(aheadSeconds: number, language: Language): string {
  const t = speak(language)
  if (Math.abs(aheadSeconds) <= maxAheadSeconds) return t('right')
  return aheadSeconds > 0
    ? t('ours is {seconds} s ahead: set it right', { seconds: aheadSeconds })
    : t('ours is {seconds} s behind: set it right', { seconds: -aheadSeconds })
}

const nameOf = (provider: string): string => providerFacts[provider]?.name ?? provider
