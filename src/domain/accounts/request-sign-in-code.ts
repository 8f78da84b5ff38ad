import { ApiError } from '../../base/contract/errors.ts'
import type { AccountDeps } from './account-deps.ts'
import { countCodeRequest } from './account-store.ts'
import { findRecipient } from './find-recipient.ts'
import type { KnownBrowser } from './known-browser.ts'
import { codeName, maxCodesPerHour, phoneHmac, signInCode } from './sign-in-code.ts'

/** Who requests a code, or enters one. */
export type SignInRequest = {
  /** Identifies the browser for as long as it takes to sign in. */
  nonce: string
  /** The phone as it was typed. */
  typed: string
  /** The phones that it may mean, in international form, at least one; in a known browser only its own. */
  phones: readonly string[]
}

/**
 * Makes a code, valid only in the browser that requested it, and sends it when the phone is registered. An
 * unknown phone is treated the same in everything else, down to the rows written, so that nobody learns whether
 * it is registered. `from` is the network that the request came from, or the browser in which the owner has signed
 * in before: strangers' requests do not count for that browser, and a request refused to a network or browser does
 * not count for the phone (decision 91). Throws RATE_LIMITED.
 */
export async function requestSignInCode(
  deps: AccountDeps,
  { from, ...request }: SignInRequest & { from: { network: string } | KnownBrowser },
): Promise<void> {
  const { clock, auth, secret, sendSignInCode } = deps
  const [asker, group] =
    'network' in from ? [from.network, ''] : [`browser ${from.id}`, ' from known browsers']
  for (const phone of request.phones) {
    await countRequest(deps, `${phone} from ${asker}`, maxCodesPerHour.fromOne)
    await countRequest(deps, `${phone}${group}`, maxCodesPerHour.fromAll)
  }
  const { phone, holder } = await findRecipient(deps, request.phones)
  const code = await auth.makeCode(codeName({ ...request, phone }, secret))
  const expiresAt = new Date(clock.now().getTime() + signInCode.lifeSeconds * 1000)
  await sendSignInCode(holder, { code, expiresAt })
}

async function countRequest({ db, clock, secret }: AccountDeps, of: string, max: number): Promise<void> {
  if ((await countCodeRequest(db, phoneHmac(of, secret), clock.now())) > max)
    throw new ApiError('RATE_LIMITED', { retryAfterSeconds: 60 * 60 })
}
