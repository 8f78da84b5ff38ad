import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { ApiError } from '../../../contract/errors.ts'
import { keepsOutbox } from '../../../derived-settings.ts'
import type { CodeAnswer } from '../../../domain/accounts/sign-in-code.ts'
import { languageOf } from '../../../http/response-language.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { type ConsoleText, speak } from '../console-words.ts'
import { readConsoleCookies } from './console-cookies.ts'

/** The largest form of signing in: a password, and nothing else of any length. */
export const signInForm = { bodyLimit: 8_192 }

/** What is wrong with a code that was sent. */
export const codeFaults: Record<Exclude<CodeAnswer, 'RIGHT'>, ConsoleText> = {
  WRONG: 'This code is wrong. Check it and try again.',
  EXPIRED: 'This code is no longer valid. Ask for another.',
  TOO_MANY_TRIES: 'Too many tries. Ask for another code.',
}

/** Does what is bounded by a limit; once it is reached, `showAgain` sends the page with the words of it. */
export async function whileAllowed(
  request: FastifyRequest,
  reply: FastifyReply,
  act: () => Promise<unknown>,
  showAgain: (fault: string) => unknown,
): Promise<unknown> {
  try {
    return await act()
  } catch (error) {
    return showAgain(tooManyWords(error, request, reply))
  }
}

/** The words of a limit that was reached, after setting its header; any other error is thrown again. */
export function tooManyWords(error: unknown, request: FastifyRequest, reply: FastifyReply): string {
  if (!(error instanceof ApiError) || error.code !== 'RATE_LIMITED') throw error
  const { retryAfterSeconds } = error.params as { retryAfterSeconds: number }
  reply.header('retry-after', retryAfterSeconds)
  return speak(languageOf(request))(
    '{minutes, plural, one {Too many requests. Try again in a moment.} other {Too many requests. Try again in # minutes.}}',
    { minutes: Math.ceil(retryAfterSeconds / 60) },
  )
}

/** What was typed in the first step, in this browser. */
export const typedIn = ({ headers }: FastifyRequest): string => readConsoleCookies(headers.cookie).typed

/** Whether they are opening a shop: then a message is sent to anybody. */
export const isOpening = ({ headers }: FastifyRequest): boolean =>
  readConsoleCookies(headers.cookie).openingId !== ''

/** A phone as people read it; anything else as it was typed. */
export const readable = (name: string): string => (name.startsWith('+') ? spacedPhone(name) : name)

export const otherWays = (language: Language): string =>
  html`<p><a href="/console/sign-in">${speak(language)('Sign in another way')}</a></p>`

/** What stands below a page that waits for a message: where it can be read here, and how to begin again. */
export function waitingHints(
  request: FastifyRequest,
  { config }: Pick<ConsoleDeps, 'config'>,
): { outbox: string; again: string } {
  const t = speak(languageOf(request))
  const outbox = html`<p class="notice">
${t('A sandbox without WhatsApp and mail: the message is kept on this machine.')}
 <a href="/dev/outbox" target="_blank" rel="noopener">${t('Read it in the outbox')}</a></p>`
  const start = isOpening(request) ? '/console/open-shop' : '/console/sign-in'
  return {
    outbox: keepsOutbox(config) ? outbox : '',
    again: html`<p><a href="${start}">${t('Nothing received? Check and start again')}</a></p>`,
  }
}
