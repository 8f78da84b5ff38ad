import { type Command, InvalidArgumentError } from 'commander'
import { type Cell, CellsRefused, cellForms, withCell, withoutCell } from '../base/cells/cell-directory.ts'
import { changeCells, readCells, readDatabaseUrl } from '../base/cells/cells-file.ts'
import { type ProxyName, proxies, proxyFile } from '../base/cells/proxy-file.ts'
import { type MigrationReport, migrate } from '../base/database/migrate.ts'
import { openDatabase } from '../base/database/open-database.ts'
import { startSentence } from '../base/database/start-sentence.ts'
import type { Config } from '../config.ts'
import { type AddCommand, answer, CommandRefused, linesOr, pathFrom } from './commands/command-context.ts'
import { jsonOption, readChoice } from './commands/option-values.ts'

type AddFlags = {
  code: string
  url: string
  databaseUrlFrom: string
  upstream: string[]
  city: string[]
  json?: boolean
}

/** `colis cells`: the directory of cells at CELLS_FILE, and what is done to all of them. */
export const addCellsCommand =
  (loadConfig: () => Config): AddCommand =>
  (program, context) => {
    const cells = program.command('cells').description('the cells, each a Colis with its own PostgreSQL')
    const path = () => {
      const { CELLS_FILE: file } = loadConfig()
      if (file === undefined) throw new CommandRefused('Set CELLS_FILE to the file that lists the cells.')
      return pathFrom(context, file)
    }

    cells
      .command('add')
      .description('list a cell, before its first start')
      .requiredOption('--code <code>', cellForms.code.expects, readValue('code'))
      .requiredOption('--url <url>', 'where others reach it, its PUBLIC_URL', readValue('url'))
      .requiredOption(
        '--database-url-from <place>',
        'where the address of its database is, which has a password: env:NAME or file:/path',
        readValue('databaseUrlFrom'),
      )
      .option(
        '--upstream <host:port>',
        'a process that a proxy sends requests to; again for each',
        more('upstreams'),
        [],
      )
      .option('--city <name>', 'a city that it serves; again for each', more('cities'), [])
      .option(...jsonOption)
      .action(async ({ json, upstream, city, ...named }: AddFlags) => {
        const cell: Cell = { ...named, upstreams: upstream, cities: city }
        await refusing(changeCells(path(), (known) => withCell(known, cell)))
        answer(context, json ? { json } : {}, cell, [`The cell ${cell.code} is listed, at ${cell.url}.`])
      })

    cells
      .command('list')
      .description('the cells, with their addresses and cities')
      .option(...jsonOption)
      .action(async (options: { json?: boolean }) => {
        const known = await refusing(readCells(path()))
        answer(context, options, { cells: known }, linesOr(known, lineOf, 'There are no cells.'))
      })

    cells
      .command('remove')
      .description('take a cell off the list; its database stays as it is')
      .requiredOption('--code <code>', 'which', readValue('code'))
      .option(...jsonOption)
      .action(async ({ code, ...options }: { code: string; json?: boolean }) => {
        await refusing(changeCells(path(), (known) => withoutCell(known, code)))
        answer(context, options, { code }, [`The cell ${code} is no longer listed.`])
      })

    addMigrate(cells, async () => ({ ...loadConfig(), cells: await refusing(readCells(path())) }), context)

    cells
      .command('proxy')
      .description('print the configuration of a proxy that finds each cell by the host of its address')
      .argument('<proxy>', proxies.join(' or '), readChoice(proxies))
      .option('--certificates <path>', 'file or folder of certificates, for HAProxy; without it plain HTTP')
      .option(...jsonOption)
      .action(
        async (proxy: ProxyName, { certificates, ...options }: { certificates?: string; json?: boolean }) => {
          const known = await refusing(readCells(path()))
          const file = await refusing(Promise.try(() => proxyFile(proxy, known, { certificates })))
          answer(context, options, { proxy, file }, [file.trimEnd()])
        },
      )
  }

type Migrated = { code: string } & (MigrationReport | { failed: string })

/** Goes on after a cell that fails: what is done stays done, and the next run begins with what is not. */
function addMigrate(
  cells: Command,
  load: () => Promise<Config & { cells: readonly Cell[] }>,
  context: Parameters<AddCommand>[1],
): void {
  cells
    .command('migrate')
    .description('bring the database of each cell up to date, one after the other; exit code 1 if one is not')
    .option(...jsonOption)
    .action(async (options: { json?: boolean }) => {
      const { cells: known, DATABASE_TIMEOUT_MS: timeoutMs } = await load()
      const done: Migrated[] = []
      for (const cell of known) done.push({ code: cell.code, ...(await migrateCell(cell, timeoutMs)) })
      answer(context, options, { cells: done }, linesOr(done, migratedLine, 'There are no cells.'))
      if (done.some((each) => 'failed' in each)) context.fail()
    })
}

async function migrateCell(cell: Cell, timeoutMs: number): Promise<MigrationReport | { failed: string }> {
  try {
    const url = readDatabaseUrl(cell, process.env)
    const database = await openDatabase({ url, poolSize: 1, timeoutMs, onError: () => {} })
    return await migrate(database).finally(() => database.close())
  } catch (error) {
    const failed = error instanceof CellsRefused ? error.message : startSentence(error)
    return { failed: failed.replaceAll('DATABASE_URL', cell.databaseUrlFrom) }
  }
}

function migratedLine(each: Migrated): string {
  if ('failed' in each) return `${each.code}  not migrated: ${each.failed}`
  const { applied } = each
  return `${each.code}  ${applied.length === 0 ? 'up to date' : `migrated: ${applied.join(', ')}`}`
}

const lineOf = ({ code, url, cities, databaseUrlFrom, upstreams }: Cell): string =>
  [`${code}  ${url}`, cities.join(', ') || 'no city', databaseUrlFrom, upstreams.join(' ')]
    .filter((part) => part !== '')
    .join('  ')

type Form = keyof typeof cellForms

const readValue = (name: Form) => (text: string) => {
  const { form, expects } = cellForms[name]
  if (form.test(text)) return text
  // The parser repeats what was typed, which may be an address with its password.
  if (name === 'databaseUrlFrom') throw new CommandRefused(`--database-url-from: it takes ${expects}.`)
  throw new InvalidArgumentError(`It takes ${expects}.`)
}

const more =
  (name: Form) =>
  (text: string, before: readonly string[]): string[] => [...before, readValue(name)(text)]

/** What the directory refuses, as a refused command. */
const refusing = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof CellsRefused ? new CommandRefused(error.message) : error
  })
