import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { Language } from '../base/kernel/language.ts'
import { type ApiError, errorBody, errors } from '../contract/errors.ts'
import { logRefusal } from '../http/error-handler.ts'
import { languageOf } from '../http/response-language.ts'
import type { FramedContent } from './page-frame.ts'
import { speak } from './web-words.ts'

/** Sends a page in the frame of whoever asks. */
type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  content: FramedContent<never, never>,
) => unknown

/** The pages for what failed, whatever the door; `homeOf` is where they lead back to. */
export function failedPages(sendPage: SendPage, homeOf: (request: FastifyRequest) => string) {
  const sendLead = (request: FastifyRequest, reply: FastifyReply, status: number, lead: string) =>
    sendPage(request, reply, status, messagePage(lead, homeOf(request), languageOf(request)))
  return {
    sendFailed: (refusal: ApiError, request: FastifyRequest, reply: FastifyReply) => {
      logRefusal(refusal, request, reply)
      const { status } = errors[refusal.code]
      return sendLead(request, reply, status, leadOf(refusal, status, request))
    },
    sendForeignForm: (request: FastifyRequest, reply: FastifyReply) =>
      sendLead(
        request,
        reply,
        403,
        speak(languageOf(request))(
          'This form was not sent from our pages: nothing was done. Open the page yourself and try again.',
        ),
      ),
    sendNotFound: (request: FastifyRequest, reply: FastifyReply) =>
      sendLead(request, reply, 404, speak(languageOf(request))('There is no such page, or it is not yours.')),
  }
}

function leadOf(refusal: ApiError, status: number, request: FastifyRequest): string {
  const t = speak(languageOf(request))
  const leads: Partial<Record<number, string>> = {
    404: t('There is no such page, or it is not yours.'),
    413: t('What you sent is too heavy. Choose a smaller file or picture.'),
    429: t('Too many requests in a short time. Wait a moment and try again.'),
    500: t('The error is ours, not yours. If it happens again, give the operator this number: {requestId}', {
      requestId: request.id,
    }),
    503: t('The service does not respond at the moment. Nothing is lost: try again in a moment.'),
  }
  return leads[status] ?? errorBody(refusal, languageOf(request)).message
}

/** A page with one message and the way back to `home`. */
function messagePage(lead: string, home: string, language: Language): FramedContent<never, never> {
  const t = speak(language)
  const back = html`<a class="button primary" href="${home}">${t('Back to the home page')}</a>`
  return {
    section: null,
    isFormPage: true,
    title: t('That did not work'),
    main: html`<p>${lead}</p><p>!${back}</p>`,
  }
}
