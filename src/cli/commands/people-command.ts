import { formerPhoneIn, possiblePhones } from '../../base/kernel/phone-number.ts'
import { ApiError } from '../../contract/errors.ts'
import { formerPhoneSays } from '../../contract/former-phone.ts'
import { publicUrlOf } from '../../derived-settings.ts'
import {
  type AccountName,
  emailName,
  nameText,
  phoneName,
  readEmailAddress,
} from '../../domain/accounts/account-name.ts'
import type { MemberRole, OperatorRole } from '../../domain/accounts/accounts-tables.ts'
import { listMembers, listOperators } from '../../domain/accounts/membership-store.ts'
import { resetSecondFactor } from '../../domain/accounts/second-factor/reset-second-factor.ts'
import { addMember } from '../../domain/accounts/team/add-member.ts'
import { addOperator } from '../../domain/accounts/team/add-operator.ts'
import { removeOperator } from '../../domain/accounts/team/remove-operator.ts'
import { getShop } from '../../domain/shops/get-shop.ts'
import { phoneCountries } from '../../domain/zones/phone-countries.ts'
import type { ServiceMap } from '../../domain/zones/service-map.ts'
import { type AddCommand, answer, CommandRefused, linesOr } from './command-context.ts'
import { jsonOption, readChoice, readEmail, readUuid } from './option-values.ts'

type NameOptions = { phone?: string; mail?: string; json?: boolean }
type MemberOptions = NameOptions & { shop: string; role: MemberRole }

const phoneOption = ['--phone <number>', 'the phone they sign in with, with its country: +229…'] as const
const mailOption = ['--mail <address>', 'the e-mail address they sign in with', readEmail] as const

/**
 * `colis operators create | list | remove`, `colis team add | list`, `colis accounts reset-second-factor`.
 */
export const addPeopleCommand: AddCommand = (program, context) => {
  const operators = program.command('operators').description('who runs the service, and sees every shop')

  operators
    .command('create')
    .description('make somebody an operator or a dispatcher; they sign in with this phone or address')
    .option(...phoneOption)
    .option(...mailOption)
    .option('--role <role>', 'OPERATOR or DISPATCHER', readChoice(['OPERATOR', 'DISPATCHER']), 'OPERATOR')
    .option(...jsonOption)
    .action(async (options: NameOptions & { role: OperatorRole }) => {
      const services = await context.services()
      const name = readName(options, services)
      const accountId = await addOperator(services, { name, role: options.role })
      const site = publicUrlOf(services.config)
      answer(context, options, { accountId, role: options.role }, [
        `${roleNames[options.role]} ${nameText(name)}: ${accountId}`,
        `They sign in at ${site}/console/sign-in and find their pages at /operations.`,
      ])
    })

  operators
    .command('list')
    .description('every operator and dispatcher')
    .option(...jsonOption)
    .action(async (options: { json?: boolean }) => {
      const rows = await listOperators((await context.services()).db)
      const operators = rows.map((row) => ({ ...personAnswer(row), role: row.role }))
      const lines = linesOr(rows, (row) => `${row.role.padEnd(10)}  ${personLine(row)}`, 'No operator yet.')
      answer(context, options, { operators }, lines)
    })

  operators
    .command('remove')
    .description('take from somebody what operators may do; their account stays')
    .option(...phoneOption)
    .option(...mailOption)
    .option(...jsonOption)
    .action(async (options: NameOptions) => {
      const services = await context.services()
      const name = readName(options, services)
      const accountId = await removeOperator(services, name)
      answer(context, options, { accountId }, [`No longer an operator: ${nameText(name)}`])
    })

  const team = program.command('team').description('who may act for a shop on its console')

  team
    .command('add')
    .description('make somebody a member of a shop at once, without an invitation')
    .requiredOption('--shop <id>', 'the shop', readUuid)
    .option(...phoneOption)
    .option(...mailOption)
    .requiredOption('--role <role>', 'OWNER or STAFF', readChoice(['OWNER', 'STAFF']))
    .option(...jsonOption)
    .action(async (options: MemberOptions) => {
      const services = await context.services()
      const name = readName(options, services)
      const shop = await getShop(services.db, options.shop)
      const accountId = await addMember(services, { shopId: shop.id, name, role: options.role })
      answer(context, options, { accountId }, [`${options.role} of ${shop.name}: ${nameText(name)}`])
    })

  team
    .command('list')
    .description('the members of a shop')
    .requiredOption('--shop <id>', 'the shop', readUuid)
    .option(...jsonOption)
    .action(async (options: { shop: string; json?: boolean }) => {
      const { db } = await context.services()
      const rows = await listMembers(db, (await getShop(db, options.shop)).id)
      const members = rows.map((row) => ({ ...personAnswer(row), role: row.role }))
      const lines = linesOr(rows, (row) => `${row.role.padEnd(5)}  ${personLine(row)}`, 'No member yet.')
      answer(context, options, { members }, lines)
    })

  program
    .command('accounts')
    .description('how people sign in')
    .command('reset-second-factor')
    .description(
      'switch off the second factor of somebody who has lost it, and end their sessions: make sure who they are first',
    )
    .option(...phoneOption)
    .option(...mailOption)
    .option(...jsonOption)
    .action(async (options: NameOptions) => {
      const services = await context.services()
      const name = readName(options, services)
      const accountId = await resetSecondFactor(services, name)
      answer(context, options, { accountId }, [
        `${nameText(name)} signs in without a second factor again, and has to sign in anew.`,
      ])
    })
}

const roleNames: Record<OperatorRole, string> = { OPERATOR: 'Operator', DISPATCHER: 'Dispatcher' }

type Served = {
  pricing: { map: { current(): Pick<ServiceMap, 'cities'> } }
  config: { TIME_ZONE: string }
}

/** A number without its country is read as one of the only country served, or of the company’s own. Throws ACCOUNT_NAME_INVALID. */
function readName({ phone, mail }: NameOptions, { pricing, config }: Served): AccountName {
  if ((phone === undefined) === (mail === undefined))
    throw new CommandRefused('Say who: --phone or --mail, one of them.')
  const email = mail === undefined ? undefined : readEmailAddress(mail)
  if (email !== undefined) return emailName(email)
  const countries = phoneCountries(pricing.map.current().cities, config.TIME_ZONE)
  const [number, ...others] = possiblePhones(phone ?? '', countries)
  if (number === undefined || others.length > 0) {
    const former = formerPhoneIn(phone ?? '', countries)
    if (former) throw new CommandRefused(formerPhoneSays(former, 'en'))
    throw new ApiError('ACCOUNT_NAME_INVALID')
  }
  return phoneName(number)
}

type Person = { accountId: string; name: string; phone: string | null; email: string | null; since: Date }

const personAnswer = ({ since, ...person }: Person) => ({
  accountId: person.accountId,
  name: person.name,
  phone: person.phone,
  email: person.email,
  since: since.toISOString(),
})

const personLine = ({ accountId, name, phone, email }: Person): string =>
  [accountId, phone ?? email ?? '', name].filter(Boolean).join('  ')
