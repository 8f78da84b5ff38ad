import { globSync } from 'node:fs'

const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1')

if (!library && process.env.CI)
  throw new Error('CI runs processes by a forged clock too: apt-get install libfaketime')

/** Why tests with a process of a forged clock are skipped here; false where they run. */
export const skipForgedClock: string | false = library
  ? false
  : 'libfaketime is not installed here (apt-get install libfaketime); CI always runs these'

/** The environment of a process whose clock is so many seconds ahead of this machine's; negative behind it. */
export const forgedClock = (aheadSeconds: number): Record<string, string> => ({
  LD_PRELOAD: library ?? '',
  FAKETIME: `${aheadSeconds < 0 ? '' : '+'}${aheadSeconds}s`,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})
