import { hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { makeFilePrivate, makePrivateFolder } from './base/kernel/private-files.ts'
import type { SecretKeys } from './base/kernel/secret-keys.ts'
import type { Config } from './config.ts'
import { dataFolderOf } from './derived-settings.ts'

/**
 * The keys of 32 bytes for one purpose: the one made from SECRETS_KEY, and one from each of
 * SECRETS_KEY_PREVIOUS.
 */
export function derivedKeys(config: Config, purpose: string): SecretKeys {
  const derived = (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))
  const others = config.SECRETS_KEY_PREVIOUS ?? []
  return [derived(secretsKey(config)), ...others.map((key) => derived(Buffer.from(key, 'base64')))]
}

/** The keys that signing secrets of webhooks are sealed with. */
export const sealingKeysOf = (config: Config): SecretKeys => derivedKeys(config, 'webhook signing secrets')

/** Where the one secret is kept that is made where SECRETS_KEY is not set. */
export const secretsKeyFileOf = (config: Config): string => resolve(dataFolderOf(config), 'secrets.key')

/** SECRETS_KEY, or one made once and kept in the data folder, readable by its owner alone. */
function secretsKey(config: Config): Buffer {
  if (config.SECRETS_KEY) return Buffer.from(config.SECRETS_KEY, 'base64')
  const path = secretsKeyFileOf(config)
  makePrivateFolder(dataFolderOf(config))
  try {
    writeFileSync(path, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    makeFilePrivate(path)
  }
  return Buffer.from(readFileSync(path, 'utf8'), 'base64')
}
