#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { InvalidArgumentError } from 'commander'
import { askSecret } from '../../sdk/typescript/src/cli/ask-secret.ts'
import { CommandRefused as ClientRefused } from '../../sdk/typescript/src/cli/command-refused.ts'
import type { ListenOptions } from '../../sdk/typescript/src/cli/listen.ts'
import { languageOfLocale } from '../../sdk/typescript/src/cli/words.ts'
import { FolderInUse } from '../base/database/folder-lock.ts'
import { openDatabase } from '../base/database/open-database.ts'
import { type Language, languages } from '../base/kernel/language.ts'
import { terminalText } from '../base/kernel/plain-text.ts'
import { apiKeyIn, type Config, printableConfig, readConfig, settings } from '../config.ts'
import { dataFolderOf } from '../derived-settings.ts'
import { addCellsCommand } from './cells-command.ts'
import { type CommandOutcome, runCommandLine } from './command-line.ts'
import { type AddCommand, answer, CommandRefused } from './commands/command-context.ts'
import { jsonOption, readChoice, readSigningSecret, readWebUrl } from './commands/option-values.ts'
import { callControlSocket, openUnlessServed, takesCommands } from './control-socket.ts'
import { addDatabaseCommand } from './database-command.ts'
import { addMigrateCommand } from './migrate-command.ts'
import { playDemo } from './play-demo.ts'
import { runningUrl } from './running-address.ts'
import { serve, work } from './serve-command.ts'
import { explainStart } from './start-failure.ts'
import { openLog, startServices } from './start-services.ts'

/** The settings of the environment and of a `.env` file beside it. */
function loadConfig(): Config {
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
  return readConfig(process.env, file as NodeJS.ProcessEnv)
}

type ServeFlags = { work: boolean; processes?: Config['PROCESSES'] }

type ListenFlags = Omit<ListenOptions, 'url' | 'key'> & { url?: string; key?: string }

type GradeFlags = { url: string; lang: Language; json?: boolean }

type PingFlags = { url?: string; key?: string; lang: Language; json?: boolean }

/** Commands that a process runs by itself: they open the database, or need none. */
const addOwnCommands: AddCommand = (program, context) => {
  program
    .command('serve')
    .description('serve the API (what npm start does)')
    .option('--no-work', 'leave webhooks and other background work to processes that run colis work')
    .option(
      '--processes <n>',
      'how many processes of this machine serve: auto or a number; default: as PROCESSES says',
      readProcesses,
    )
    .action(async ({ work: works, processes }: ServeFlags) => {
      const config = loadConfig()
      return serve(processes === undefined ? config : { ...config, PROCESSES: processes }, { works })
    })

  program
    .command('work')
    .description('send webhooks and do the background work, without serving (PostgreSQL server only)')
    .action(async () => work(loadConfig()))

  addMigrateCommand(async (work) => {
    const config = loadConfig()
    const database = await openUnlessServed(dataFolderOf(config), () =>
      openDatabase({
        url: config.DATABASE_URL,
        poolSize: 1,
        timeoutMs: config.DATABASE_TIMEOUT_MS,
        onError: () => {},
        folderPatienceMs: 0,
      }),
    )
    return work(database).finally(() => database.close())
  })(program, context)

  addDatabaseCommand(loadConfig)(program, context)
  addCellsCommand(loadConfig)(program, context)

  program
    .command('settings')
    .description('every setting: its value now, what it takes and what it is for; secrets are hidden')
    .option(...jsonOption)
    .action((options: { json?: boolean }) => {
      const shown = printableConfig(loadConfig())
      const lines = Object.entries(settings).map(
        ([name, { description, form }]) => `${name}=${shown[name] ?? ''}\n    ${description} (${form})`,
      )
      answer(context, options, shown, lines)
    })

  program
    .command('ping')
    .description(
      'ask a service whose API key this is: its shop, sandbox or production, its rights and its limit',
    )
    .option(...keyOption('an API key'))
    .option('--url <url>', 'where the service answers; default: as the settings here say', readWebUrl)
    .option(...languageOption)
    .option(...jsonOption)
    .action(async ({ url, key: given, lang: language, json }: PingFlags) => {
      const key = await keyFrom(given)
      const { ping } = await import('../../sdk/typescript/src/cli/ping.ts')
      const address = url ?? (await runningUrl(loadConfig()))
      return ping({ key, url: address, language, ...(json && { json }) }, printLine).catch(refuse)
    })

  program
    .command('listen')
    .description(
      'print each event of a shop of the sandbox as it happens, and hand it to a local server as a webhook',
    )
    .option(...keyOption('an API key of the shop, with deliveries:read'))
    .option(
      '--forward-to <url>',
      'local server that takes webhooks, such as http://localhost:3000/hook',
      readWebUrl,
    )
    .option('--secret <whsec>', 'signing secret; default: a new one, printed', readSigningSecret)
    .option(
      '--url <url>',
      'where the sandbox answers; default: where one runs here, else as the settings say',
      readWebUrl,
    )
    .action(async ({ url, key: given, ...options }: ListenFlags) => {
      const key = await keyFrom(given)
      const { listen } = await import('../../sdk/typescript/src/cli/listen.ts')
      const stop = new AbortController()
      process.once('SIGINT', () => stop.abort()).once('SIGTERM', () => stop.abort())
      process.stdout.once('error', () => stop.abort())
      const services = { print: printLine, signal: stop.signal }
      return listen({ ...options, key, url: url ?? (await runningUrl(loadConfig())) }, services).catch(refuse)
    })

  program
    .command('grade-receiver')
    .description(
      'send a webhook receiver real, forged and odd events, and print what it does wrong and how to mend it; its secret is taken from WEBHOOK_SECRET, or typed when asked',
    )
    .requiredOption('--url <url>', 'where it listens, such as http://localhost:3000/hook', readWebUrl)
    .option(...languageOption)
    .option(...jsonOption)
    .action(async ({ url, lang: language, json }: GradeFlags) => {
      const { gradeReceiverAt } = await import('../../sdk/typescript/src/cli/grade-receiver-at.ts')
      const isPassed = await gradeReceiverAt(
        { url, language, ...(json && { json }) },
        {
          print: printLine,
          secret: process.env.WEBHOOK_SECRET?.trim() || undefined,
          ask: askSecret,
          isTerminal: process.stdin.isTTY === true,
        },
      ).catch(refuse)
      if (!isPassed) context.fail()
    })

  program
    .command('demo')
    .description('play the main job against the running sandbox')
    .action(async () =>
      playDemo({
        runCommand: runWithServices,
        print: printLine,
        url: await runningUrl(loadConfig()),
      }),
    )
}

function readProcesses(given: string): Config['PROCESSES'] {
  try {
    return settings.PROCESSES.read(given)
  } catch (error) {
    throw new InvalidArgumentError(`It ${(error as Error).message}.`)
  }
}

/** What a command of the npm package refuses, as one of ours. */
function refuse(error: unknown): never {
  throw error instanceof ClientRefused ? new CommandRefused(error.message) : error
}

/** The option of an API key; `which` says of what. */
const keyOption = (which: string) =>
  [
    '--key <key>',
    `${which}; others on this machine can read it here, so rather COLIS_API_KEY, or typed when asked`,
  ] as const

const languageOption = [
  '--lang <language>',
  'fr or en; default: as the environment says, else fr',
  readChoice(languages),
  languageOfLocale(process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG),
] as const

async function keyFrom(given: string | undefined): Promise<string> {
  const key = given ?? apiKeyIn(process.env) ?? (await askSecret('API key: '))
  if (!key) throw new CommandRefused('Give an API key: in COLIS_API_KEY, typed when asked, or with --key.')
  return key
}

/** Prints the output of a long-running command as it comes. */
const printLine = (line: string): void => console.log(terminalText(line))

/** Runs a command with services started here, or in the process that holds the data folder. */
async function runWithServices(argv: string[]): Promise<CommandOutcome> {
  const config = loadConfig()
  let started: Awaited<ReturnType<typeof startServices>> | undefined
  const services = async () => {
    const log = openLog({ ...config, LOG_LEVEL: 'error' })
    started ??= await openUnlessServed(dataFolderOf(config), () =>
      startServices(config, log, async () => undefined, { folderPatienceMs: 0 }),
    )
    return started.services
  }
  try {
    return await runCommandLine(argv, { services, folder: process.cwd() }, [addOwnCommands])
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    if (argv[0] === 'serve')
      throw new CommandRefused(`${error.message} Stop it first, or use another DATABASE_URL.`)
    if (!(await takesCommands(dataFolderOf(config))))
      throw new CommandRefused(
        `${error.message} It takes no commands there; stop it first, or try again later.`,
      )
    return await callControlSocket(dataFolderOf(config), { argv, folder: process.cwd() })
  } finally {
    await started?.close()
  }
}

/** Runs the command line of this process. A server continues even if the reader of its output is gone. */
export async function colis(argv: string[]): Promise<void> {
  process.stdout.on('error', () => {})
  // Files that it creates are accessible to their owner alone.
  process.umask(0o077)
  try {
    const { stdout, stderr, exitCode } = await runWithServices(argv)
    process.stdout.write(stdout)
    process.stderr.write(stderr)
    process.exitCode = exitCode
  } catch (error) {
    console.error(explainStart(error))
    // A start that failed halfway has begun work that would keep this process alive.
    process.exit(1)
  }
}

if (import.meta.main) await colis(process.argv.slice(2))
