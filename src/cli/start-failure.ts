import { startSentence } from '../base/database/start-sentence.ts'
import { terminalText } from '../base/kernel/plain-text.ts'
import { SettingsRefused } from '../base/kernel/setting.ts'
import { CommandRefused } from './commands/command-context.ts'
import { DemoRefused } from './play-demo.ts'

/** What a command or a start failed of, as a sentence for whoever started it. */
export function explainStart(error: unknown): string {
  const isOperators = [CommandRefused, SettingsRefused, DemoRefused].some((kind) => error instanceof kind)
  return terminalText(isOperators ? (error as Error).message : startSentence(error))
}
