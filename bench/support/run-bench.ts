import { isWriting } from './benchmarks-document.ts'
import { tidyUp } from './processes.ts'

/**
 * What every bench understands: `--quick` only shows that it still runs, `--write` has it write its section of
 * docs/benchmarks.md.
 */
export const benchOptions = {
  quick: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
} as const

/** No usual measurement takes longer; one that does has lost something it waits for. */
const usualMaxMinutes = 20

/**
 * Runs a measurement to its end and ends this process, with 1 when it returns false because a goal was missed; whatever
 * happens, nothing that it started stays.
 */
export async function runBench(
  main: () => Promise<unknown>,
  { maxMinutes = usualMaxMinutes } = {},
): Promise<void> {
  const isPart = process.argv.some((argument) => /^--(quick|only)/.test(argument))
  if (isWriting() && isPart)
    throw new Error('Only a whole measurement is written: leave out --quick and --only.')
  let stopping: Promise<void> | undefined
  const stopWith = (exitCode: number) => {
    stopping ??= tidyUp().then(() => process.exit(exitCode))
    return stopping
  }
  process.once('SIGINT', () => void stopWith(130))
  process.once('SIGTERM', () => void stopWith(143))
  setTimeout(() => {
    console.error(`This takes more than ${maxMinutes} minutes: given up.`)
    void stopWith(1)
  }, maxMinutes * 60_000).unref()
  try {
    await stopWith((await main()) === false ? 1 : 0)
  } catch (error) {
    if (!stopping) console.error(error)
    await stopWith(1)
  }
}
