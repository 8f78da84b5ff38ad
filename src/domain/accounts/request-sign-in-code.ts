import { ApiError } from '../../base/contract/errors.ts'
import { countCodeRequest } from './account-store.ts'
import type { AccountParts } from './create-account-parts.ts'
import { mostCodesPerHour, phoneHmac } from './sign-in-code.ts'

/**
 * Makes a code for a phone in international form, and sends it when someone may sign in with it: a
 * stranger's phone is treated alike in everything else, so that nobody learns whose it is. `network` is where
 * it was asked for; what is refused to one network does not count for the phone (decision 91).
 * Throws RATE_LIMITED.
 */
export async function requestSignInCode(
  { db, clock, auth, secret }: AccountParts,
  { phone, network }: { phone: string; network: string },
): Promise<void> {
  const now = clock.now()
  const refusal = new ApiError('RATE_LIMITED', { retryAfterSeconds: 60 * 60 })
  const fromThere = await countCodeRequest(db, phoneHmac(`${phone} from ${network}`, secret), now)
  if (fromThere > mostCodesPerHour.fromOneNetwork) throw refusal
  const fromEverywhere = await countCodeRequest(db, phoneHmac(phone, secret), now)
  if (fromEverywhere > mostCodesPerHour.fromEverywhere) throw refusal
  await auth.api.sendPhoneNumberOTP({ body: { phoneNumber: phone } })
}
