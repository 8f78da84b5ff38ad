import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CommandRefused } from './commands/command-context.ts'

/**
 * Asks for a secret at the terminal without showing what is typed; without a terminal it is the first line of
 * standard input. Throws CommandRefused when there is no input.
 */
export async function askSecret(question: string): Promise<string> {
  const terminal = process.stdin.isTTY === true
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silence, terminal })
  const end = new AbortController()
  lines.once('close', () => end.abort()).once('SIGINT', () => lines.close())
  if (terminal) process.stderr.write(question)
  try {
    const [line] = (await once(lines, 'line', { signal: end.signal })) as [string]
    if (line.trim() === '') throw noKey()
    return line.trim()
  } catch (error) {
    throw (error as Error).name === 'AbortError' ? noKey() : error
  } finally {
    if (terminal) process.stderr.write('\n')
    lines.close()
  }
}

const noKey = () => new CommandRefused('Give an API key: in COLIS_API_KEY, typed when asked, or with --key.')
