import { ApiError } from '../contract/errors.ts'
import { countCodeRequest } from './account-store.ts'
import type { AccountParts } from './create-account-parts.ts'
import { codesPerHour, phoneHmac } from './sign-in-code.ts'

/**
 * Makes a code for a phone in international form, and sends it when someone may sign in with it: a
 * stranger's phone is treated alike in everything else, so that nobody learns whose it is (decision 91).
 * Throws RATE_LIMITED.
 */
export async function requestSignInCode(
  { db, clock, auth, secret }: AccountParts,
  phone: string,
): Promise<void> {
  const requests = await countCodeRequest(db, phoneHmac(phone, secret), clock.now())
  if (requests > codesPerHour) throw new ApiError('RATE_LIMITED', { retryAfterSeconds: 60 * 60 })
  await auth.api.sendPhoneNumberOTP({ body: { phoneNumber: phone } })
}
