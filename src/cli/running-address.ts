import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder } from '../base/kernel/private-files.ts'
import type { Config } from '../config.ts'
import { dataFolderOf, publicUrlOf } from '../derived-settings.ts'

/**
 * Where the service of a data folder answers, written there while it runs: a command in another terminal need
 * not know with which port it was started.
 */
const fileOf = (config: Config): string | undefined =>
  config.DATABASE_URL === 'memory:' ? undefined : join(dataFolderOf(config), 'address')

/** Writes down where this process answers; the returned function removes it again. Throws nothing. */
export function keepAddress(config: Config, address: string): () => void {
  const file = fileOf(config)
  if (file === undefined) return () => {}
  try {
    makePrivateFolder(dataFolderOf(config))
    writeFileSync(file, address, { mode: 0o600 })
  } catch {
    // On a full disk or a read-only folder, commands go by the settings.
  }
  return () => {
    if (readAddress(file) === address) rmSync(file, { force: true })
  }
}

/** Where the service of these settings answers: as it wrote down, else as the settings say. */
export async function runningUrl(config: Config): Promise<string> {
  const file = fileOf(config)
  const address = file && readAddress(file)
  return address && (await answersAt(address)) ? address : publicUrlOf(config)
}

function readAddress(file: string): string | undefined {
  try {
    const address = readFileSync(file, 'utf8').trim()
    return URL.canParse(address) ? address : undefined
  } catch {
    return undefined
  }
}

/** What was killed has left its address behind. */
const answersAt = (url: string): Promise<boolean> =>
  fetch(`${url}/health/live`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
