import { chmodSync, rmSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { connect } from 'node:net'
import { join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { FolderInUse } from '../base/database/folder-lock.ts'
import type { Services } from '../services.ts'
import { type CommandOutcome, runCommandLine } from './command-line.ts'
import { CommandRefused } from './commands/command-context.ts'
import { addMigrateCommand } from './migrate-command.ts'

/**
 * The embedded database belongs to one process. While a server holds it, the command line asks that
 * server to run its command, over a Unix socket in the data folder that only its owner may use.
 */
type CommandCall = { argv: string[]; folder: string }

/** The shortest way to write the socket's path: systems allow about a hundred characters. */
function socketPath(dataFolder: string): string {
  const path = join(dataFolder, 'colis.sock')
  const fromHere = relative(process.cwd(), path)
  const shortest = fromHere.length < path.length ? fromHere : path
  if (shortest.length > 100) {
    throw new CommandRefused(
      `The path of the data folder is too long for a socket: ${path}. Use a shorter one.`,
    )
  }
  return shortest
}

/** Accepts commands for the services of this process until the returned server is closed. */
export async function openControlSocket(dataFolder: string, services: Services): Promise<Server> {
  const path = socketPath(dataFolder)
  rmSync(path, { force: true })
  const server = createServer(async (incoming, response) => {
    try {
      const { argv, folder } = JSON.parse(await textOf(incoming)) as CommandCall
      const outcome = await runCommandLine(argv, { services: async () => services, folder }, [
        addMigrateCommand((work) => work(services.database)),
      ])
      response.end(JSON.stringify(outcome))
    } catch (error) {
      services.log.error({ err: error }, 'a command failed')
      response.writeHead(500).end()
    }
  })
  const previousMask = process.umask(0o177)
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  } finally {
    process.umask(previousMask)
  }
  chmodSync(path, 0o600)
  return server
}

/** Whether the process that holds the data folder takes commands by now. */
export async function takesCommands(dataFolder: string): Promise<boolean> {
  const socket = connect(socketPath(dataFolder))
  try {
    return await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
  } finally {
    socket.destroy()
  }
}

/** Asks the process that holds the data folder to run a command. */
export async function callControlSocket(dataFolder: string, call: CommandCall): Promise<CommandOutcome> {
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request({ socketPath: socketPath(dataFolder), method: 'POST', path: '/' }, resolve)
      .once('error', reject)
      .end(JSON.stringify(call))
  })
  const text = await textOf(response)
  if (response.statusCode !== 200)
    throw new CommandRefused('The command failed in the running server; its log says why.')
  return JSON.parse(text) as CommandOutcome
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const maxTries = 50
const pauseMs = 200

/**
 * Opens the data folder for a command. While another process holds it, waits until that one takes commands,
 * or is gone, for ten seconds. Throws FolderInUse.
 */
export async function openUnlessServed<T>(dataFolder: string, open: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof FolderInUse) || tries === maxTries || (await takesCommands(dataFolder)))
        throw error
      await wait(pauseMs)
    }
  }
}
