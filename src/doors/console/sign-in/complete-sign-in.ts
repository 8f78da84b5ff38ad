import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../../base/kernel/language.ts'
import { ApiError } from '../../../contract/errors.ts'
import { findAccount } from '../../../domain/accounts/account-store.ts'
import { checkSession, endSession } from '../../../domain/accounts/check-session.ts'
import { knownBrowserToken } from '../../../domain/accounts/known-browser.ts'
import { type PendingSignIn, pendingToken } from '../../../domain/accounts/pending-sign-in.ts'
import { checkFactorNeeded } from '../../../domain/accounts/second-factor/check-second-factor.ts'
import { openShop } from '../../../domain/shops/open-shop.ts'
import { languageCookie } from '../../../pages/kept-language.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { shopHref } from '../console-request.ts'
import { sharePath } from '../sharing/share-routes.ts'
import { sharedText } from '../sharing/shared-text.ts'
import { clearedCookies, consoleCookies } from './console-cookies.ts'
import { browserOf } from './console-origin.ts'

/** Goes on after a first factor: to the second where the account asks for one, else into the console. */
export async function continueSignIn(
  deps: ConsoleDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  pending: PendingSignIn,
): Promise<unknown> {
  const { accounts, isSecure } = deps
  if (!(await checkFactorNeeded(accounts, pending.accountId)))
    return completeSignIn(deps, request, reply, pending)
  const token = pendingToken(pending, accounts.clock.now(), accounts.secrets)
  reply.header('set-cookie', [...clearedCookies(isSecure), ...consoleCookies({ pending: token }, isSecure)])
  return reply.redirect('/console/sign-in/second-factor', 303)
}

/** Begins a session once every factor was shown, and opens the shop that the person came to open. */
export async function completeSignIn(
  deps: ConsoleDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { accountId, name, openingId, isProven, secondFactorAt }: PendingSignIn & { secondFactorAt?: Date },
): Promise<unknown> {
  const { accounts, isSecure } = deps
  await endFormerSession(deps, request)
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 200)
  const now = accounts.clock.now()
  const session = await accounts.auth.beginSession(accountId, userAgent, {
    // A phone can be sent another code once one is signed in; whoever has an address alone has shown its
    // link.
    ...(isProven && name.includes('@') && { provenAt: now }),
    ...(secondFactorAt && { secondFactorAt }),
  })
  const id = browserOf(deps, request, [name])?.id ?? randomUUID()
  const token = knownBrowserToken({ id, phone: name, door: 'console' }, now, accounts.secrets)
  const account = await findAccount(accounts.db, accountId)
  reply.header('set-cookie', [
    ...session,
    ...clearedCookies(isSecure),
    ...consoleCookies({ knownBrowser: token }, isSecure),
    ...(account?.language ? languageCookies(account.language, isSecure) : []),
  ])
  const address = await addressAfter(deps, { accountId, openingId })
  // What was shared before somebody signed in is what they came for.
  const isSharing = !address.includes('?') && sharedText(request.headers.cookie) !== ''
  return reply.redirect(isSharing ? sharePath : address, 303)
}

/** The language of an account, for the pages that one signs in to here. */
const languageCookies = (language: Language, isSecure: boolean) =>
  ['/console', '/operations'].map((path) => languageCookie(language, { path, isSecure }))

/** Whoever was signed in in this browser before is not any more. */
async function endFormerSession(
  { accounts, sessions }: ConsoleDeps,
  { headers }: FastifyRequest,
): Promise<void> {
  sessions.forget(headers.cookie)
  if (await checkSession(accounts.auth, headers.cookie)) await endSession(accounts.auth, headers.cookie)
}

async function addressAfter(
  { db, clock, pricing, environment }: ConsoleDeps,
  { accountId, openingId }: { accountId: string; openingId: string | null },
): Promise<string> {
  if (openingId === null) return '/console'
  try {
    const isApprovedAtOnce = environment === 'sandbox'
    const shopId = await openShop({ db, clock, pricing, isApprovedAtOnce }, { accountId, openingId })
    return shopId === undefined ? '/console' : shopHref(shopId)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'TOO_MANY_SHOPS') return '/console?done=too-many-shops'
    throw error
  }
}
