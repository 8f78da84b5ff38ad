import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { buttonForm } from '../../../../base/pages/form-parts.ts'
import type { ProviderProbe } from '../../../../domain/mobile-money/providers/probe-providers.ts'
import type { AccountProbe } from '../../../../domain/mobile-money/providers/provider-account.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { serviceHref, servicePage } from '../service-page.ts'
import { providerFacts, providersWording } from './providers-wording.ts'

export type ProvidersFacts = {
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
  const words = providersWording[language]
  const cards = probed
    ? probed.map((probe) => probedCard(probe, language))
    : names.map((name) => html`<section class="card"><h2>${nameOf(name)}</h2></section>`)
  const main =
    names.length === 0
      ? html`<p class="empty">${words.none}</p>`
      : html`<p>${words.lead}</p>!${buttonForm(`${serviceHref('providers')}/probe`, words.probe)}<div class="cards">!${cards}</div>`
  return servicePage(language, 'providers', { main, isFormPage: probed !== undefined })
}

function probedCard({ provider, accounts, clockAheadSeconds }: ProviderProbe, language: Language): string {
  const words = providersWording[language]
  const clock =
    clockAheadSeconds === null
      ? ''
      : html`<dl><div><dt>${words.clock}</dt><dd>${clockText(clockAheadSeconds, language)}</dd></div></dl>`
  return html`<section class="card"><h2>${nameOf(provider)}</h2>!${accounts.map((account) => accountPart(provider, account, language))}!${clock}</section>`
}

function accountPart(
  provider: string,
  { serves, outcome, balances }: AccountProbe,
  language: Language,
): string {
  const words = providersWording[language]
  const isAccepted = outcome === 'ACCEPTED'
  const lines = balances.map(
    ({ name, amount, currency }) =>
      html`<div><dt>${name ?? ''}</dt><dd>${[amount, currency].filter(Boolean).join(' ')}</dd></div>`,
  )
  const advice = words.advice[outcome](providerFacts[provider]?.settings ?? '')
  return html`<div class="heading-line"><h3>${words.serves[serves]}</h3><span class="badge ${isAccepted ? '' : 'bad'}">${words.outcomes[outcome]}</span></div>
!${advice === '' ? '' : html`<p>${advice}</p>`}!${lines.length > 0 ? html`<dl>!${lines}</dl>` : isAccepted ? html`<p class="soft">${words.untold}</p>` : ''}`
}

function clockText(aheadSeconds: number, language: Language): string {
  const words = providersWording[language]
  if (Math.abs(aheadSeconds) <= maxAheadSeconds) return words.clockFine
  return aheadSeconds > 0 ? words.clockAhead(aheadSeconds) : words.clockBehind(-aheadSeconds)
}

const nameOf = (provider: string): string => providerFacts[provider]?.name ?? provider
