import { betterAuth } from 'better-auth'
import { createAuthEndpoint, isAPIError } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { phoneNumber } from 'better-auth/plugins/phone-number'
import type { Database } from '../../base/database/open-database.ts'
import { type Clock, newId } from '../../base/kernel/clock.ts'
import type { SecretKeys } from '../../base/kernel/secret-keys.ts'
import { signedAnew, signingText } from './sessions/signed-session.ts'
import { type CodeAnswer, codeAnswerOf, sealSignInCode, signInCode } from './sign-in-code.ts'
import { oneAtATime } from './taken-turns.ts'

/** How long an unused session lasts, and how often its end is moved on, in seconds. */
const sessionSeconds = 30 * 24 * 60 * 60
const renewSeconds = 24 * 60 * 60

/** Hashing a password takes 32 MB and a twentieth of a second of one core: more are refused at once. */
const maxHashings = 20

/** What Auth works with. */
export type AuthDeps = {
  db: Database
  clock: Clock
  /** Sign the cookies of sessions and seal codes. */
  secrets: SecretKeys
  publicUrl: string
}

/** A session that was found: whose it is, its token, and the cookies that prolong it. */
export type Session = {
  accountId: string
  token: string
  cookies: string[]
  /** When the second factor was shown in it; null when it began without. */
  secondFactorAt: Date | null
}

/**
 * When the person of a session showed a code or link, and when their second factor; absent where they did
 * not.
 */
type ShownFactors = { provenAt?: Date; secondFactorAt?: Date }

/** What the verbs of this folder use of better-auth. Cookies are whole `Set-Cookie` headers. */
export type Auth = {
  /** Makes a code and stores it under this name. */
  makeCode(name: string): Promise<string>
  /** Enters a code; a right one is used up, a wrong one is counted. */
  useCode(name: string, sealed: string): Promise<CodeAnswer>
  /** Begins a session of an account, with what was shown for it; returns its cookies. */
  beginSession(accountId: string, userAgent: string, shown?: ShownFactors): Promise<string[]>
  /** The session behind a `Cookie` header, if it has not ended. */
  findSession(cookie: string): Promise<Session | undefined>
  /** Ends the session behind a `Cookie` header; returns the cookies that say so. */
  endSession(cookie: string): Promise<string[]>
  /** A password as it is kept (scrypt). */
  hashPassword(password: string): Promise<string>
  /** Whether a password is the one that was hashed. */
  verifyPassword(password: string, hash: string): Promise<boolean>
}

/**
 * People who sign in, and their sessions. better-auth keeps sessions and codes in our own tables through our
 * own Kysely; its routes are not served: only the verbs of this folder call it, so that its other features
 * (signing up, changing an address) cannot be reached (decision 90). Where it expects a phone number it is
 * given the name of a code (`codeName`), since a code is valid only where it was requested. We decide which
 * account a right code opens.
 */
export function createAuth({ db, clock, secrets, publicUrl }: AuthDeps): Auth {
  /** Codes on their way from where they are made to the request for them, by the name of the code. */
  const made = new Map<string, string>()
  const hashing = oneAtATime(maxHashings)
  const { api, $context } = betterAuth({
    appName: 'Colis',
    baseURL: publicUrl,
    secret: signingText(secrets[0]),
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    logger: { disabled: true },
    user: {
      modelName: 'accounts',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'account_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      additionalFields: {
        secondFactorAt: { type: 'date', required: false, input: false, fieldName: 'second_factor_at' },
        provenAt: { type: 'date', required: false, input: false, fieldName: 'proven_at' },
      },
      expiresIn: sessionSeconds,
      updateAge: renewSeconds,
    },
    verification: {
      modelName: 'sign_in_codes',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    databaseHooks: {
      verification: {
        create: {
          before: async (row) => ({ data: { ...row, value: sealSignInCode(row.value, secrets[0]) } }),
        },
      },
    },
    plugins: [
      phoneNumber({
        otpLength: signInCode.digits,
        expiresIn: signInCode.lifeSeconds,
        allowedAttempts: signInCode.maxTries,
        sendOTP: ({ phoneNumber: name, code }) => void made.set(name, code),
        schema: { user: { fields: { phoneNumber: 'phone', phoneNumberVerified: 'phone_verified' } } },
      }),
      { id: 'begin-session', endpoints: { beginSession, signSession } },
    ],
    advanced: {
      cookiePrefix: 'colis',
      useSecureCookies: publicUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => newId(clock.now()), validateSchema: false },
    },
  })

  return {
    makeCode: async (name) => {
      await api.sendPhoneNumberOTP({ body: { phoneNumber: name } })
      const code = made.get(name)
      made.delete(name)
      if (code === undefined) throw new Error('No code was made.')
      return code
    },
    useCode: async (name, sealed) => {
      try {
        await api.consumePhoneNumberOTP({ body: { phoneNumber: name, code: sealed } })
        return 'RIGHT'
      } catch (error) {
        const answer = isAPIError(error) ? codeAnswerOf(error.body?.code) : undefined
        if (!answer) throw error
        return answer
      }
    },
    beginSession: async (accountId, userAgent, shown = {}) => {
      const headers = new Headers({ 'user-agent': userAgent })
      const begun = await api.beginSession({
        body: { accountId, shown },
        headers,
        returnHeaders: true,
      })
      return begun.headers.getSetCookie()
    },
    findSession: async (sent) => {
      const anew = signedAnew(sent, secrets)
      const cookie = anew ?? sent
      const found = await api.getSession({ headers: new Headers({ cookie }), returnHeaders: true })
      if (!found.response) return undefined
      const { userId: accountId, token, secondFactorAt } = found.response.session
      const cookies = found.headers.getSetCookie()
      if (anew && cookies.length === 0) {
        const signed = await api.signSession({ body: { token }, returnHeaders: true })
        cookies.push(...signed.headers.getSetCookie())
      }
      return { accountId, token, cookies, secondFactorAt: secondFactorAt ?? null }
    },
    endSession: async (sent) => {
      const cookie = signedAnew(sent, secrets) ?? sent
      const { headers } = await api.signOut({ headers: new Headers({ cookie }), returnHeaders: true })
      return headers.getSetCookie()
    },
    hashPassword: (password) => hashing(async () => (await $context).password.hash(password)),
    verifyPassword: (password, hash) =>
      hashing(async () => (await $context).password.verify({ password, hash })),
  }
}

const beginsSession = { $Infer: { body: {} as { accountId: string; shown: ShownFactors } } }

/** Begins a session of an account; there is no address for it. */
const beginSession = createAuthEndpoint.serverOnly(
  { method: 'POST', metadata: beginsSession },
  async (ctx) => {
    const { accountId, shown } = ctx.body
    const { internalAdapter } = ctx.context
    const [session, user] = [
      await internalAdapter.createSession(accountId, false, { ...shown }),
      await internalAdapter.findUserById(accountId),
    ]
    if (!user) throw new Error('There is no such account.')
    await setSessionCookie(ctx, { session, user })
  },
)

const signsSession = { $Infer: { body: {} as { token: string } } }

/** Sets the cookie of a session again, under the key that sessions are signed with now. */
const signSession = createAuthEndpoint.serverOnly({ method: 'POST', metadata: signsSession }, async (ctx) => {
  const found = await ctx.context.internalAdapter.findSession(ctx.body.token)
  if (found) await setSessionCookie(ctx, found)
})
