import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { newId } from '../../base/kernel/clock.ts'
import { type Currency, currencies } from '../../contract/vocabulary.ts'
import { shownBalance } from '../../domain/money/ledger/ledger-account.ts'
import { ledgerRules } from '../../domain/money/ledger/ledger-check-store.ts'
import { listBalances } from '../../domain/money/ledger/ledger-store.ts'
import { checkLedger } from '../../domain/money/settlement/check-ledger.ts'
import { closeMonth } from '../../domain/money/settlement/close-month.ts'
import { countTill } from '../../domain/money/settlement/count-till.ts'
import { maxReferenceLength, ownPlaces, placeOf } from '../../domain/money/settlement/money-move.ts'
import { moveMoney } from '../../domain/money/settlement/move-money.ts'
import { readJournal } from '../../domain/money/statements/journal/read-journal.ts'
import { type JournalFormat, journalCsv, journalFormats } from '../../web/statements/journal-csv.ts'
import { type AddCommand, answer, CommandRefused, pathFrom } from './command-context.ts'
import {
  jsonOption,
  readAmount,
  readChoice,
  readDate,
  readMonth,
  readText,
  type TypedDate,
} from './option-values.ts'

type JournalOptions = {
  month: string
  format: JournalFormat
  currency: Currency
  out: string
  json?: boolean
}

const placesText = ownPlaces.join(', ')

type MoveOptions = {
  from: string
  to: string
  amount: number
  fee: number
  reference: string
  at?: TypedDate
  currency: Currency
  reason: string
  json?: boolean
}
type CountOptions = Pick<MoveOptions, 'amount' | 'currency' | 'reason' | 'json'>

/** `colis ledger check | balances | close | journal | move | count`. */
export const addLedgerCommand: AddCommand = (program, context) => {
  const ledger = program.command('ledger').description('the books: what is owed to whom')

  ledger
    .command('check')
    .description('prove the books; fails when a franc is not accounted for')
    .option(...jsonOption)
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
    .option(...jsonOption)
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
    .option(...jsonOption)
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
    .option(...jsonOption)
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

  ledger
    .command('move')
    .description(
      'note money that was moved: a top-up, a withdrawal, from one provider to another, cash, the bank',
    )
    .requiredOption(
      '--from <account>',
      `${placesText} or an account with a provider, such as mtn-disbursements`,
    )
    .requiredOption('--to <account>', 'the same')
    .requiredOption('--amount <fcfa>', 'what was moved, without the fee', readAmount({ min: 1 }))
    .option('--fee <fcfa>', 'what the provider kept', readAmount({ min: 0 }), 0)
    .option('--reference <text>', 'the number that the provider gave it', readText(maxReferenceLength), '')
    .option('--at <date>', 'when; default: now', readDate)
    .option('--currency <code>', 'XOF or XAF', readChoice(currencies), 'XOF' as const)
    .requiredOption('--reason <text>', 'why, and by whom')
    .option(...jsonOption)
    .action(async ({ from, to, amount, fee, at, reason, ...options }: MoveOptions) => {
      const services = await context.services()
      const now = services.clock.now()
      const id = newId(now)
      await moveMoney(services, {
        ...{ id, from: placeOf(from), to: placeOf(to), amountFcfa: amount, feeFcfa: fee, note: reason },
        ...{ currency: options.currency, reference: options.reference, movedAt: at?.(services) ?? now },
      })
      answer(context, options, { moveId: id }, [
        `${amount} ${options.currency} from ${from} to ${to} is noted.`,
      ])
    })

  ledger
    .command('count')
    .description('note what was counted in the till; a difference from the books waits for its explanation')
    .requiredOption('--amount <fcfa>', 'what was counted', readAmount({ min: 0 }))
    .option('--currency <code>', 'XOF or XAF', readChoice(currencies), 'XOF' as const)
    .requiredOption('--reason <text>', 'by whom')
    .option(...jsonOption)
    .action(async ({ amount, currency, reason, ...options }: CountOptions) => {
      const services = await context.services()
      const id = newId(services.clock.now())
      await countTill(services, { id, currency, countedFcfa: amount, note: reason })
      answer(context, options, { countId: id }, [`${amount} ${currency} in the till are noted.`])
    })
}
