import { betterAuth } from 'better-auth'
import { phoneNumber } from 'better-auth/plugins/phone-number'
import type { Database } from '../../base/database/open-database.ts'
import { type Clock, newId } from '../../base/kernel/clock.ts'
import { sealSignInCode, signInCode } from './sign-in-code.ts'

/** How long a session lives without being used, and how often its end is moved, in seconds. */
const sessionSeconds = 30 * 24 * 60 * 60
const renewSeconds = 24 * 60 * 60

export type AuthParts = {
  db: Database
  clock: Clock
  /** Signs the cookies of sessions and seals codes. */
  secret: Buffer
  publicUrl: string
  /** Called for every code that was made, whoever the phone belongs to. */
  codeMade: (made: MadeCode) => Promise<void>
}

/** A code for a phone in international form. */
export type MadeCode = { phone: string; code: string }

/**
 * People who sign in, their sessions and their roles. better-auth keeps sessions and codes in our own
 * tables through our own Kysely; its routes are not served: it is called by the verbs of this folder alone,
 * so that what it could do besides (passwords, signing up) cannot be reached (decision 90).
 */
export function createAuth({ db, clock, secret, publicUrl, codeMade }: AuthParts) {
  return betterAuth({
    appName: 'Colis',
    baseURL: publicUrl,
    secret: secret.toString('hex'),
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    logger: { disabled: true },
    user: {
      modelName: 'accounts',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: {
        courierId: { type: 'string', required: false, input: false, fieldName: 'courier_id' },
      },
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
      expiresIn: sessionSeconds,
      updateAge: renewSeconds,
    },
    verification: {
      modelName: 'sign_in_codes',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    databaseHooks: {
      verification: {
        create: { before: async (row) => ({ data: { ...row, value: sealSignInCode(row.value, secret) } }) },
      },
    },
    plugins: [
      phoneNumber({
        otpLength: signInCode.digits,
        expiresIn: signInCode.lifeSeconds,
        allowedAttempts: signInCode.mostTries,
        sendOTP: ({ phoneNumber: phone, code }) => codeMade({ phone, code }),
        schema: { user: { fields: { phoneNumber: 'phone', phoneNumberVerified: 'phone_verified' } } },
      }),
    ],
    advanced: {
      cookiePrefix: 'colis',
      useSecureCookies: publicUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => newId(clock.now()), validateSchema: false },
    },
  })
}

/** The library as it was set up, and the part of it that the verbs of this folder call. */
export type AuthLibrary = ReturnType<typeof createAuth>
export type Auth = Pick<AuthLibrary, 'api'>
