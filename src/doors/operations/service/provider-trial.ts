import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import {
  type ProviderProbe,
  probeProviders,
} from '../../../domain/money/mobile-money/providers/probe-providers.ts'
import type { AccountProbe } from '../../../domain/money/mobile-money/providers/provider-account.ts'
import { outsideDeadline } from '../../../http/response-deadline.ts'
import { languageOf } from '../../../http/response-language.ts'
import { buttonForm } from '../../../pages/form-parts.ts'
import { emptyPart } from '../../../pages/list-parts.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { type OperationsText, speak } from '../operations-words.ts'
import { serviceHref, servicePage } from './service-page.ts'

/** The names of providers as people know them, and the settings that their credentials stand in. */
const providerFacts: Record<string, { name: string; settings: string }> = {
  mtn: { name: 'MTN MoMo', settings: 'MTN_TARGET_ENVIRONMENT, MTN_COLLECTION_…, MTN_DISBURSEMENT_…' },
  fedapay: { name: 'FedaPay', settings: 'FEDAPAY_SECRET_KEY' },
  wave: { name: 'Wave', settings: 'WAVE_API_KEY' },
}
const servesNames: Record<AccountProbe['serves'], OperationsText> = {
  PAYMENTS: 'Payments of customers',
  PAYOUTS: 'Payouts and refunds',
  BOTH: 'Payments and payouts',
}
const outcomeNames = { ACCEPTED: 'Accepted', REFUSED: 'Refused#outcomes', AWAY: 'No answer' } as const
/** A clock that is wrong by more than this, in seconds, makes signatures and tokens fail. */
const maxAheadSeconds = 60

/** `/operations/service/providers`: the providers of mobile money, and whether they take our credentials. */
export async function providerTrialPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const path = serviceHref('providers')
  const config = { operates: 'MANAGE' } as const
  let running: Promise<ProviderProbe[]> | undefined

  app.get(path, { config }, (request, reply) =>
    show(
      request,
      reply,
      deps.moneyAccounts.map(({ name }) => html`<section class="card"><h2>${nameOf(name)}</h2></section>`),
    ),
  )

  app.post(`${path}/probe`, { config, bodyLimit: 4_096 }, async (request, reply) => {
    const probed = await outsideDeadline(request, probe)
    return show(
      request,
      reply,
      probed.map((each) => probedCard(each, languageOf(request))),
    )
  })

  /** Whoever asks while they are being asked waits for those answers. */
  function probe(): Promise<ProviderProbe[]> {
    running ??= probeProviders({ clock: deps.clock, accounts: deps.moneyAccounts }).finally(() => {
      running = undefined
    })
    return running
  }

  function show(request: FastifyRequest, reply: FastifyReply, cards: readonly string[]) {
    const language = languageOf(request)
    const t = speak(language)
    const none = {
      text: t('No provider has credentials: see MOBILE_MONEY_PROVIDER in the settings.'),
      next: { href: `${serviceHref('settings')}#process`, label: t('See the settings') },
    }
    const lead = t(
      'The providers of mobile money that have credentials. The trial asks each whether it accepts them, and what lies on the account. No money moves.',
    )
    const trial = html`<p>${lead}</p>!${buttonForm(`${path}/probe`, t('Try the credentials'))}
<div class="cards">!${cards}</div>`
    const main = deps.moneyAccounts.length === 0 ? emptyPart(none) : trial
    return deps.sendPage(request, reply, 200, servicePage(language, 'providers', { main }))
  }
}

function probedCard({ provider, accounts, clockAheadSeconds }: ProviderProbe, language: Language): string {
  const t = speak(language)
  const clock =
    clockAheadSeconds === null
      ? ''
      : html`<dl><div><dt>${t('Clock')}</dt><dd>${clockText(clockAheadSeconds, language)}</dd></div></dl>`
  const parts = accounts.map((account) => accountPart(provider, account, language))
  return html`<section class="card"><h2>${nameOf(provider)}</h2>!${parts}!${clock}</section>`
}

function accountPart(
  provider: string,
  { serves, outcome, balances }: AccountProbe,
  language: Language,
): string {
  const t = speak(language)
  const settings = providerFacts[provider]?.settings ?? ''
  const refused = t(
    'The provider refuses our credentials, or the address from which we call. Check {settings}.',
    { settings },
  )
  const away = t(
    'The provider did not answer, or its answer cannot be understood. Try again in a minute; otherwise check {settings}.',
    { settings },
  )
  const isAccepted = outcome === 'ACCEPTED'
  const lines = balances.map(
    ({ name, amount, currency }) =>
      html`<div><dt>${name ?? ''}</dt><dd>${[amount, currency].filter(Boolean).join(' ')}</dd></div>`,
  )
  const untold = html`<p class="soft">${t('The provider does not tell what lies on this account.')}</p>`
  const badge = html`<span class="badge ${isAccepted ? '' : 'bad'}">${t(outcomeNames[outcome])}</span>`
  return html`<div class="heading-line"><h3>${t(servesNames[serves])}</h3>!${badge}</div>
!${isAccepted ? '' : html`<p>${outcome === 'REFUSED' ? refused : away}</p>`}
!${lines.length > 0 ? html`<dl>!${lines}</dl>` : isAccepted ? untold : ''}`
}

function clockText(aheadSeconds: number, language: Language): string {
  const t = speak(language)
  if (Math.abs(aheadSeconds) <= maxAheadSeconds) return t('right')
  return aheadSeconds > 0
    ? t('ours is {seconds} s ahead: set it right', { seconds: aheadSeconds })
    : t('ours is {seconds} s behind: set it right', { seconds: -aheadSeconds })
}

const nameOf = (provider: string): string => providerFacts[provider]?.name ?? provider
