import { existsSync, readFileSync } from 'node:fs'
import type { Trx } from '../base/database/open-database.ts'
import type { Config } from '../config.ts'
import { sealingKeysOf, secretsKeyFileOf } from '../derived-secrets.ts'
import { findFingerprint } from '../domain/webhooks/endpoints/sealing-key-store.ts'
import { fingerprintOf } from '../domain/webhooks/endpoints/signing-secret.ts'
import { CommandRefused } from './commands/command-context.ts'

/**
 * Throws CommandRefused unless SECRETS_KEY is set, and is the key that the service on this database last
 * started with: a service on a copy goes on with it. The refusal says where the key is, and never what it is.
 */
export async function requireSameSecretsKey(source: Config, trx: Trx): Promise<void> {
  const sealedWith = await findFingerprint(trx)
  const fits = (key: string | undefined) =>
    key !== undefined &&
    (sealedWith === undefined ||
      fingerprintOf(sealingKeysOf({ ...source, SECRETS_KEY: key })[0]) === sealedWith)
  if (fits(source.SECRETS_KEY)) return
  const file = secretsKeyFileOf(source)
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  // A service that never started has sealed nothing.
  if (sealedWith === undefined && source.SECRETS_KEY === undefined && kept === undefined) return
  const fault = source.SECRETS_KEY === undefined ? 'SECRETS_KEY is not set' : 'SECRETS_KEY is another one'
  throw new CommandRefused(
    `${fault}, and without that of the source no secret of a webhook opens on the copy, no customer's link ` +
      `works, and everybody must sign in again. ${
        fits(kept)
          ? `It is what stands in ${file}: set it with SECRETS_KEY="$(cat '${file}')", here and for each ` +
            'process on the copy, and keep it safe.'
          : 'Set the one that the service on the source was started with.'
      }`,
  )
}
