import { formerPhoneIn, possiblePhones } from '../../base/kernel/phone-number.ts'
import { cleanedLine } from '../../base/kernel/plain-text.ts'
import { formerPhoneSays } from '../../contract/former-phone.ts'
import { limits } from '../../contract/limits.ts'
import { eraseCustomer } from '../../domain/customers/erase-customer.ts'
import { exportCustomer } from '../../domain/customers/export-customer.ts'
import { blockCustomer } from '../../domain/deliveries/blocking/block-customer.ts'
import { listBlockedCustomers } from '../../domain/deliveries/blocking/blocked-customer-store.ts'
import { unblockCustomer } from '../../domain/deliveries/blocking/unblock-customer.ts'
import { type AddCommand, answer, CommandRefused } from './command-context.ts'
import { jsonOption, readDate, type TypedDate } from './option-values.ts'

type CustomerOptions = { reason: string; json?: boolean }

const reasonOption = ['--reason <text>', 'why, without names or numbers: it stays in the audit'] as const

/** `colis customers export | erase | block | unblock | blocked`. */
export const addCustomersCommand: AddCommand = (program, context) => {
  const customers = program.command('customers').description('what is kept of people who receive parcels')

  customers
    .command('export <phone>')
    .description('all that is kept of a phone number, as JSON for the person')
    .requiredOption(...reasonOption)
    .option(...jsonOption)
    .action(async (phone: string, options: CustomerOptions) => {
      const file = await exportCustomer(await context.services(), {
        phone: readPhone(phone),
        ...reasonOf(options),
      })
      context.print(JSON.stringify(file, null, 2))
    })

  customers
    .command('erase <phone>')
    .description('erase a person from all deliveries that have ended, for ever')
    .requiredOption(...reasonOption)
    .option(...jsonOption)
    .action(async (phone: string, options: CustomerOptions) => {
      const { underWay, ...erased } = await eraseCustomer(await context.services(), {
        phone: readPhone(phone),
        ...reasonOf(options),
      })
      const left = underWay.map(({ reference }) => reference)
      const { deliveries, messages, events, photos } = erased
      answer(context, options, { ...erased, underWay: left }, [
        `Erased from ${deliveries} deliveries; messages: ${messages}, events: ${events}, photos: ${photos}.`,
        ...(erased.isComplete ? [] : ['More is left: run the command again.']),
        ...(left.length > 0
          ? [`Under way or to be refunded, to be erased afterwards: ${left.join(', ')}`]
          : []),
      ])
    })

  customers
    .command('block <phone>')
    .description('create no more deliveries for a number')
    .requiredOption(...reasonOption)
    .option('--until <time>', 'when it ends by itself', readDate)
    .option(...jsonOption)
    .action(async (phone: string, options: CustomerOptions & { until?: TypedDate }) => {
      const services = await context.services()
      const end = options.until?.(services)
      if (end && end <= services.clock.now()) throw new CommandRefused('--until takes a time to come.')
      const { until } = await blockCustomer(services, {
        phone: readPhone(phone),
        ...reasonOf(options),
        until: end ?? null,
      })
      answer(context, options, { until }, [`Blocked${until ? ` until ${until.toISOString()}` : ''}.`])
    })

  customers
    .command('unblock <phone>')
    .description('serve a number again')
    .requiredOption(...reasonOption)
    .option(...jsonOption)
    .action(async (phone: string, options: CustomerOptions) => {
      const wasBlocked = await unblockCustomer(await context.services(), {
        phone: readPhone(phone),
        ...reasonOf(options),
      })
      answer(context, options, { wasBlocked }, [wasBlocked ? 'Unblocked.' : 'This number is not blocked.'])
    })

  customers
    .command('blocked')
    .description('every blocked number')
    .option(...jsonOption)
    .action(async (options: { json?: boolean }) => {
      const rows = await listBlockedCustomers((await context.services()).db)
      const blocked = rows.map(({ phone, reason, blocked_at: since, until }) => ({
        phone,
        reason,
        since,
        until,
      }))
      const lines = blocked.map(({ phone, reason, until }) =>
        [phone, until?.toISOString() ?? 'no end', reason].join('  '),
      )
      answer(context, options, { blocked }, lines.length > 0 ? lines : ['No number is blocked.'])
    })
}

/** A phone as it is kept: with its country, since nobody says which rules it would be read by. */
function readPhone(text: string): string {
  const [phone] = possiblePhones(text, [])
  if (phone) return phone
  const former = formerPhoneIn(text, [])
  throw new CommandRefused(
    former ? formerPhoneSays(former, 'en') : 'Write the number with its country: +229…',
  )
}

function reasonOf({ reason: typed }: CustomerOptions): { reason: string } {
  const reason = cleanedLine(typed)
  const { min, max } = limits.actReason
  if (reason.length < min || reason.length > max)
    throw new CommandRefused(`--reason takes ${min} to ${max} characters.`)
  return { reason }
}
