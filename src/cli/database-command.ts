import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { FolderInUse } from '../base/database/folder-lock.ts'
import { embeddedFolder, type OpenDatabase, openDatabase, type Trx } from '../base/database/open-database.ts'
import { systemClock } from '../base/kernel/clock.ts'
import type { Config } from '../config.ts'
import { dataFolderOf } from '../derived-settings.ts'
import {
  type CopyPurpose,
  type CopyReport,
  copyPurposes,
  copyService,
} from '../domain/copies/copy-service.ts'
import { ledgerRules } from '../domain/money/ledger/ledger-check-store.ts'
import { type AddCommand, answer, CommandRefused } from './commands/command-context.ts'
import { jsonOption, readChoice } from './commands/option-values.ts'
import { requireSameSecretsKey } from './require-same-secrets-key.ts'

type CopyFlags = { from?: string; to?: string; for?: CopyPurpose; json?: boolean }

/** `colis database copy`. */
export const addDatabaseCommand =
  (loadConfig: () => Config): AddCommand =>
  (program, context) => {
    program
      .command('database')
      .description('the database as a whole')
      .command('copy')
      .description('copy everything into an empty database, from a folder to a server or back')
      .option('--from <address>', 'postgres://… or file:<folder>; default: DATABASE_URL', readAddress)
      .option('--to <address>', 'postgres://… or file:<folder>; default: DATABASE_URL', readAddress)
      .option(
        '--for <purpose>',
        'move: the service goes on from the copy, and never again from the source; trial: a copy to try things on, from which nothing that waits is sent; default: move to a server, trial into a folder',
        readChoice(copyPurposes),
      )
      .option(...jsonOption)
      .action(async ({ json, ...flags }: CopyFlags) => {
        const config = loadConfig()
        const from = flags.from ?? config.DATABASE_URL
        const to = flags.to ?? config.DATABASE_URL
        if (from === to)
          throw new CommandRefused('Name a database other than DATABASE_URL, with --from or with --to.')
        if ([from, to].includes('memory:'))
          throw new CommandRefused(
            'A database in memory is gone with its process: name both --from and --to.',
          )
        const purpose = flags.for ?? (to.startsWith('file:') ? 'trial' : 'move')
        const report = await copyBetween({ ...config, DATABASE_URL: from }, to, purpose)
        const rows = Object.fromEntries(report.tables.map(({ table, rows }) => [table, rows]))
        const value = { for: purpose, ...report, tables: rows }
        answer(context, json ? { json } : {}, value, [
          ...rowLines(report),
          ...ledgerLines(report),
          ...(purpose === 'move' ? moveLines(from, dataFolderOf({ ...config, DATABASE_URL: from })) : []),
          ...trialLines(report),
        ])
        if (report.ledger.faults.length > 0) context.fail()
      })
  }

function readAddress(text: string): string {
  if (/^(postgres(ql)?:\/\/.+|file:.+)$/.test(text)) return text
  throw new InvalidArgumentError('It takes postgres://… or file:<folder>.')
}

async function copyBetween(source: Config, to: string, purpose: CopyPurpose): Promise<CopyReport> {
  const { DATABASE_URL: url, ENVIRONMENT: environment } = source
  requireEmbedded(url)
  const from = await open(url)
  try {
    const target = await open(to)
    try {
      const requireSameKey = (trx: Trx) => requireSameSecretsKey(source, trx)
      return await copyService({ from, to: target, purpose, environment, requireSameKey, clock: systemClock })
    } finally {
      await target.close()
    }
  } finally {
    await from.close()
  }
}

/** A folder that was misspelt would be filled with a new database. */
function requireEmbedded(url: string): void {
  if (url.startsWith('file:') && !existsSync(join(embeddedFolder(url), 'database', 'PG_VERSION')))
    throw new CommandRefused(`${embeddedFolder(url)} is no folder of an embedded database of Colis.`)
}

/** Statements that read a whole table may take hours: a lost connection ends them sooner. */
const timeoutMs = 24 * 60 * 60 * 1000

async function open(url: string): Promise<OpenDatabase> {
  try {
    return await openDatabase({ url, poolSize: 1, timeoutMs, onError: () => {}, folderPatienceMs: 0 })
  } catch (error) {
    throw error instanceof FolderInUse ? new CommandRefused(`${error.message} Stop it first.`) : error
  }
}

function rowLines({ tables }: CopyReport): string[] {
  const filled = tables.filter(({ rows }) => rows > 0)
  const width = Math.max(...filled.map(({ rows }) => String(rows).length))
  const sum = filled.reduce((total, { rows }) => total + rows, 0)
  return [
    ...filled.map(({ table, rows }) => `${String(rows).padStart(width)}  ${table}`),
    `${sum} rows are copied, and both databases read the same.`,
  ]
}

const ledgerLines = ({ ledger: { postings, faults } }: CopyReport): string[] =>
  faults.length === 0
    ? [`The books are without fault: ${postings} postings.`]
    : [
        'The books have faults, in the source as in the copy:',
        ...faults.map(
          ({ rule, subject, expectedFcfa, foundFcfa }) =>
            `${ledgerRules[rule]}: ${subject} has ${foundFcfa} FCFA instead of ${expectedFcfa}.`,
        ),
      ]

const moveLines = (from: string, folder: string): string[] => [
  'Start the service with DATABASE_URL of the copy, and SECRETS_KEY, PUBLIC_URL and ENVIRONMENT as before. ' +
    'Never start it on the source again: both would send what waits.',
  ...(from.startsWith('file:')
    ? [
        `Photos, documents and maps stay where they are: start with DATA_FOLDER=${folder}, or copy all of ` +
          `that folder but database/ and secrets.key to another one.`,
      ]
    : []),
]

const trialLines = ({ heldBack }: CopyReport): string[] =>
  heldBack
    ? [
        `Nothing of it is sent: ${heldBack.endpoints} webhook endpoints are paused, ${heldBack.dispatches} ` +
          `webhooks and ${heldBack.messages} messages that waited are given up.`,
        'It starts with ENVIRONMENT=sandbox alone, and without what sends messages or keeps the photos of ' +
          'the service. Photos are not copied.',
      ]
    : []
