import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { type ApiError, errorBody, errors } from '../base/contract/errors.ts'
import { logRefusal } from '../base/http/error-handler.ts'
import { languageOf } from '../base/http/response-language.ts'
import type { Language } from '../base/kernel/language.ts'
import { failedWording } from './failed-wording.ts'
import type { FramedContent } from './page-frame.ts'

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
      sendLead(request, reply, 403, failedWording[languageOf(request)].fromElsewhere),
    sendNotFound: (request: FastifyRequest, reply: FastifyReply) =>
      sendLead(request, reply, 404, failedWording[languageOf(request)].notFound),
  }
}

function leadOf(refusal: ApiError, status: number, request: FastifyRequest): string {
  const { tooMany, tooLarge, unavailable, ours, notFound } = failedWording[languageOf(request)]
  const leads: Partial<Record<number, string>> = {
    404: notFound,
    413: tooLarge,
    429: tooMany,
    500: ours(request.id),
    503: unavailable,
  }
  return leads[status] ?? errorBody(refusal, languageOf(request)).message
}

/** A page with one message and the way back to `home`. */
export function messagePage(lead: string, home: string, language: Language): FramedContent<never, never> {
  const { heading, back } = failedWording[language]
  return {
    section: null,
    isFormPage: true,
    title: heading,
    main: html`<p>${lead}</p><p><a class="button primary" href="${home}">${back}</a></p>`,
  }
}
