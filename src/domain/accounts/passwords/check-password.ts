import type { ConsoleAccountDeps } from '../account-deps.ts'
import { countTries, type SignInOrigin } from '../count-tries.ts'
import { passwordLength } from './password-rules.ts'
import { findPassword } from './password-store.ts'

/** Passwords that may be tried for one name within an hour; codes and links are counted apart. */
const maxPasswordsPerHour = { fromOne: 10, fromAll: 40 } as const

/** A hash that no password has: an unknown name costs the same time as a known one. */
const nobodysHash = `${'0'.repeat(32)}:${'0'.repeat(128)}`

type PasswordTry = {
  /** The phones that may be meant, in international form, or the address. */
  phones: readonly string[]
  email: string | null
  password: string
  from: SignInOrigin
}

/**
 * Verifies a password; returns whose account it opens and the name it was opened with, undefined when the
 * name or the password is wrong, which are told apart neither by the response nor by the work (decision 130).
 * Throws RATE_LIMITED.
 */
export async function checkPassword(
  deps: ConsoleAccountDeps,
  { phones, email, password, from }: PasswordTry,
): Promise<{ accountId: string; name: string } | undefined> {
  for (const name of email === null ? phones : [email])
    await countTries(deps, { about: `password of ${name}`, from }, maxPasswordsPerHour)
  const found = await findPassword(deps.db, { phones, email })
  const given = [...password].slice(0, passwordLength.max + 1).join('')
  const isRight = await deps.auth.verifyPassword(given, found?.hash ?? nobodysHash)
  return found?.hash && isRight ? { accountId: found.accountId, name: found.name } : undefined
}
