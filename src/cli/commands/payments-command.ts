import {
  type ProviderProbe,
  probeProviders,
} from '../../domain/money/mobile-money/providers/probe-providers.ts'
import { type AddCommand, answer } from './command-context.ts'
import { jsonOption } from './option-values.ts'

/** `colis payments probe`. */
export const addPaymentsCommand: AddCommand = (program, context) => {
  program
    .command('payments')
    .description('the providers of mobile money')
    .command('probe')
    .description(
      'ask every configured provider whether it accepts our credentials, without moving money; exit code 1 when one does not',
    )
    .option(...jsonOption)
    .action(async (options: { json?: boolean }) => {
      const { clock, moneyAccounts } = await context.services()
      const providers = await probeProviders({ clock, accounts: moneyAccounts })
      answer(
        context,
        options,
        { providers },
        providers.length === 0
          ? ['No provider has credentials: see MOBILE_MONEY_PROVIDER in the settings.']
          : providers.flatMap(linesOf),
      )
      const isAccepted = providers.every(({ accounts }) =>
        accounts.every(({ outcome }) => outcome === 'ACCEPTED'),
      )
      if (!isAccepted) context.fail()
    })
}

const served = { PAYMENTS: 'payments', PAYOUTS: 'payouts and refunds', BOTH: 'payments and payouts' }
const outcomes = { ACCEPTED: 'credentials accepted', REFUSED: 'credentials refused', AWAY: 'no answer' }

/** A clock that is wrong by more than this, in seconds, makes signatures and tokens fail. */
const maxAheadSeconds = 60

function linesOf({ provider, accounts, clockAheadSeconds }: ProviderProbe): string[] {
  const ahead = clockAheadSeconds ?? 0
  const off = `${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'}`
  const clock =
    Math.abs(ahead) <= maxAheadSeconds ? [] : [`${provider}: our clock is ${off} its own: set it right.`]
  return [
    ...accounts.map(({ serves, outcome, balances, detail }) => {
      const lies = balances.map(({ name, amount, currency }) =>
        [name, amount, currency].filter(Boolean).join(' '),
      )
      return [
        `${provider}, ${served[serves]}: ${outcomes[outcome]}`,
        ...lies,
        ...(detail ? [detail] : []),
      ].join('; ')
    }),
    ...clock,
  ]
}
