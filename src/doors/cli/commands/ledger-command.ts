import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type Currency, currencies } from '../../../base/contract/vocabulary.ts'
import { shownBalance } from '../../../domain/ledger/ledger-account.ts'
import { ledgerRules } from '../../../domain/ledger/ledger-check-store.ts'
import { listBalances } from '../../../domain/ledger/ledger-store.ts'
import { checkLedger } from '../../../domain/settlement/check-ledger.ts'
import { closeMonth } from '../../../domain/settlement/close-month.ts'
import { readJournal } from '../../../domain/statements/journal/read-journal.ts'
import { type JournalFormat, journalCsv, journalFormats } from '../../workspace/statements/journal-csv.ts'
import { type AddCommand, answer, CommandRefused, pathFrom } from './command-context.ts'
import { readChoice, readMonth, readText } from './option-values.ts'

type JournalOptions = {
  month: string
  format: JournalFormat
  currency: Currency
  out: string
  json?: boolean
}

/** `colis ledger check | balances | close | journal`. */
export const addLedgerCommand: AddCommand = (program, context) => {
  const ledger = program.command('ledger').description('the books: what is owed to whom')

  ledger
    .command('check')
    .description('prove the books; fails when a franc is not accounted for')
    .option('--json', 'answer with one JSON object')
    .action(async (options: { json?: boolean }) => {
      const { postings, entries, faults } = await checkLedger(await context.services())
      const booked = `${postings} postings with ${entries} entries`
      if (faults.length > 0)
        throw new CommandRefused(
          [
            `The books have faults (${booked}):`,
            ...faults.map(
              ({ rule, subject, expectedFcfa, foundFcfa }) =>
                `${ledgerRules[rule]}: ${subject} has ${foundFcfa} FCFA instead of ${expectedFcfa}.`,
            ),
          ].join('\n'),
        )
      answer(context, options, { postings, entries, faults }, [`The books are without fault: ${booked}.`])
    })

  ledger
    .command('balances')
    .description('what every account holds, owes or earned')
    .option('--json', 'answer with one JSON object')
    .action(async (options: { json?: boolean }) => {
      const balances = (await listBalances((await context.services()).db)).map(
        ({ kind, owner, currency, balanceFcfa }) => ({
          kind,
          owner,
          currency,
          balanceFcfa: shownBalance(kind, balanceFcfa),
        }),
      )
      answer(
        context,
        options,
        { balances },
        balances.length === 0
          ? ['Nothing is booked yet.']
          : balances.map(
              ({ kind, owner, currency, balanceFcfa }) =>
                `${[kind, owner].filter(Boolean).join(' ')}  ${balanceFcfa} ${currency}`,
            ),
      )
    })

  ledger
    .command('close')
    .description('close a month and all before it: nothing is booked in them any more')
    .requiredOption('--month <YYYY-MM>', 'which', readMonth)
    .option('--json', 'answer with one JSON object')
    .action(async (options: { month: string; json?: boolean }) => {
      await closeMonth(await context.services(), options.month)
      answer(context, options, { month: options.month }, [`${options.month} is closed.`])
    })

  ledger
    .command('journal')
    .description('write the journal of a month to a CSV file, for Sage or Odoo')
    .requiredOption('--month <YYYY-MM>', 'which', readMonth)
    .requiredOption('--format <program>', 'SAGE or ODOO', readChoice(journalFormats))
    .requiredOption('--out <file>', 'where to write it; an existing file is replaced', readText(500))
    .option('--currency <code>', 'XOF or XAF', readChoice(currencies), 'XOF')
    .option('--json', 'answer with one JSON object')
    .action(async (options: JournalOptions) => {
      const services = await context.services()
      const { month, format, currency, out } = options
      const file = pathFrom(context, out)
      const csv = journalCsv(readJournal(services, { month, currency }), {
        format,
        timeZone: services.timeZone,
      })
      await pipeline(csv, createWriteStream(file))
      answer(context, options, { month, format, currency, file }, [`The journal of ${month} is in ${file}.`])
    })
}
