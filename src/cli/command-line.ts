import { Command, CommanderError } from 'commander'
import { cliActor } from '../base/kernel/actor.ts'
import { terminalText } from '../base/kernel/plain-text.ts'
import { ApiError, type ErrorCode, errorBody } from '../contract/errors.ts'
import { addAuditCommand } from './commands/audit-command.ts'
import { addCitiesCommand } from './commands/cities-command.ts'
import { type AddCommand, type CommandContext, CommandRefused } from './commands/command-context.ts'
import { addCouriersCommand } from './commands/couriers-command.ts'
import { addCustomersCommand } from './commands/customers-command.ts'
import { addDeliveriesCommand } from './commands/deliveries-command.ts'
import { addEventsCommand } from './commands/events-command.ts'
import { addInvoicesCommand } from './commands/invoices-command.ts'
import { addKeysCommand } from './commands/keys-command.ts'
import { addLedgerCommand } from './commands/ledger-command.ts'
import { addMapCommand } from './commands/map-command.ts'
import { addMessagesCommand } from './commands/messages-command.ts'
import { addPaymentsCommand } from './commands/payments-command.ts'
import { addPeopleCommand } from './commands/people-command.ts'
import { addPickupAddressesCommand } from './commands/pickup-addresses-command.ts'
import { addPromoCodesCommand } from './commands/promo-codes-command.ts'
import { addQuotesCommand } from './commands/quotes-command.ts'
import { addRulesCommand } from './commands/rules-command.ts'
import { addSecretsCommand } from './commands/secrets-command.ts'
import { addServiceCommand } from './commands/service-command.ts'
import { addShopsCommand } from './commands/shops-command.ts'
import { addTariffsCommand } from './commands/tariffs-command.ts'
import { addWebhooksCommand } from './commands/webhooks-command.ts'
import { addZonesCommand } from './commands/zones-command.ts'

/** The result of a command: the text for each stream and the exit code. */
export type CommandOutcome = { stdout: string; stderr: string; exitCode: number }

/** Commands that need the services, of this process or of the one that holds the data folder. */
const serviceCommands: AddCommand[] = [
  addShopsCommand,
  addPeopleCommand,
  addKeysCommand,
  addPickupAddressesCommand,
  addCitiesCommand,
  addZonesCommand,
  addMapCommand,
  addTariffsCommand,
  addPromoCodesCommand,
  addLedgerCommand,
  addPaymentsCommand,
  addInvoicesCommand,
  addQuotesCommand,
  addWebhooksCommand,
  addCouriersCommand,
  addCustomersCommand,
  addDeliveriesCommand,
  addMessagesCommand,
  addEventsCommand,
  addRulesCommand,
  addServiceCommand,
  addSecretsCommand,
  addAuditCommand,
]

/**
 * Runs one command line and returns what it would have printed, without control characters for the terminal:
 * names, landmarks and responses of partners' servers are written by strangers. `more` adds commands that
 * only a process of its own may run. Never throws for a mistake of the operator: that is exit code 1 and a
 * sentence.
 */
export async function runCommandLine(
  argv: string[],
  { services, folder }: Pick<CommandContext, 'services' | 'folder'>,
  more: AddCommand[] = [],
): Promise<CommandOutcome> {
  const outcome: CommandOutcome = { stdout: '', stderr: '', exitCode: 0 }
  const program = new Command('colis').description('Local courier deliveries that shops order by API.')
  program.exitOverride().configureOutput({
    writeOut: (text) => {
      outcome.stdout += terminalText(text)
    },
    writeErr: (text) => {
      outcome.stderr += terminalText(text)
    },
  })
  const print = (text: string) => {
    outcome.stdout += `${terminalText(text)}\n`
  }
  const fail = () => {
    outcome.exitCode = 1
  }
  const context: CommandContext = {
    services: async () => ({ ...(await services()), actor: cliActor }),
    folder,
    print,
    fail,
  }
  for (const add of [...more, ...serviceCommands]) add(program, context)
  shareSettings(program)
  try {
    await program.parseAsync(argv, { from: 'user' })
  } catch (error) {
    outcome.exitCode = exitCodeOf(error)
    if (!(error instanceof CommanderError)) outcome.stderr += `${terminalText(sentenceOf(error))}\n`
  }
  return outcome
}

/** Subcommands made before the program was set up do not inherit how it exits and prints. */
function shareSettings(program: Command): void {
  for (const command of program.commands) {
    command.copyInheritedSettings(program).showHelpAfterError('(add --help to see what it takes)')
    shareSettings(command)
  }
}

const exitCodeOf = (error: unknown) => (error instanceof CommanderError ? error.exitCode : 1)

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return refusalSentence(error)
  if (error instanceof CommandRefused) return error.message
  throw error
}

/** Which option or command helps at the command line, which the error itself cannot know. */
const hints: Partial<Record<ErrorCode, string>> = {
  SECURE_NEEDS_PAYOUT_PHONE: 'Use --payout-phone.',
  CITY_NOT_FOUND: 'colis cities list names them.',
  CITY_AMBIGUOUS: 'Use --country.',
  CITY_COUNTRY_REQUIRED: 'Use --country.',
  PICKUP_ADDRESS_NOT_FOUND: 'colis pickup-addresses list names them.',
  PICKUP_ADDRESS_IS_MAIN: 'Use colis pickup-addresses change --main.',
  CANCELLATION_FEE_CHANGED: 'Agree to that amount with --fee.',
  SIGNING_SECRET_SEALED: 'It was sealed with another SECRETS_KEY.',
  SECRETS_KEY_DIFFERS:
    'Use the same SECRETS_KEY (or the DATA_FOLDER with its secrets.key), since the service could not open what would be sealed with this one; where the key is to change, start the service with the new one first, and the one before in SECRETS_KEY_PREVIOUS.',
  PROMO_CODE_NOT_FOUND: 'colis promo-codes list names them.',
}

/** What a verb refused, in one sentence of the catalogue, and the option or command that helps. */
const refusalSentence = (error: ApiError): string =>
  [errorBody(error, 'en').message, hints[error.code]].filter(Boolean).join(' ')
