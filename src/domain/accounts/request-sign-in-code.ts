import { ApiError } from '../../base/contract/errors.ts'
import { countCodeRequest } from './account-store.ts'
import type { AccountDeps } from './create-account-deps.ts'
import { findRecipient } from './find-recipient.ts'
import type { KnownBrowser } from './known-browser.ts'
import { codeName, maxCodesPerHour, phoneHmac, signInCode } from './sign-in-code.ts'

/** Who asks for a code, or says one. */
export type SignInRequest = {
  /** The browser, for as long as it takes to sign in. */
  nonce: string
  /** The phone as it was typed. */
  typed: string
  /** The phones that it may be, in international form, at least one; that of the known browser alone. */
  phones: readonly string[]
}

/**
 * Makes a code, valid only in the browser that requested it, and sends it when the phone is registered. An
 * unknown phone is treated alike in everything else, down to the rows written, so that nobody learns whether
 * it is registered. `from` is the network it was asked for from, or the browser in which its owner has signed
 * in before: what strangers ask for does not count for that one, and what is refused to one of them does not
 * count for the phone (decision 91). Throws RATE_LIMITED.
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
