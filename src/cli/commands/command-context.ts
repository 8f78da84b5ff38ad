import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Services } from '../../services.ts'

/**
 * The command line of the operator. A command is a function of its arguments and the services, and prints
 * through its context, so that it runs as well in the process of a server that holds the data folder
 * (`control-socket.ts`) as in one of its own.
 */
export type CommandContext = {
  /** Started when a command first needs them; verbs act for the operator who types the command. */
  services(): Promise<Services>
  print(text: string): void
  /** What was printed stands, and the exit code is 1. */
  fail(): void
  /** The folder from which the command was called. */
  folder: string
}

/** Adds a command, or a family of commands, to the program. */
export type AddCommand = (program: Command, context: CommandContext) => void

/**
 * A command line that cannot be executed, such as one that asks for nothing or names a file that cannot be
 * read. Shown as one sentence, without a stack. What a verb refuses is an ApiError of the catalogue.
 */
export class CommandRefused extends Error {
  override name = 'CommandRefused'
}

/** Prints the result of a command: one JSON object for programs, else lines for a person. */
export function answer(
  context: CommandContext,
  options: { json?: boolean },
  value: object,
  lines: string[],
): void {
  context.print(options.json ? JSON.stringify(value) : lines.join('\n'))
}

/** A path, resolved in the folder from which the command was called. */
export const pathFrom = (context: CommandContext, path: string): string => resolve(context.folder, path)

/** A line for each of these, or what is said where there are none. */
export const linesOr = <Listed>(
  listed: readonly Listed[],
  lineOf: (one: Listed) => string,
  none: string,
): string[] => (listed.length > 0 ? listed.map(lineOf) : [none])
