import { html } from 'ghtml'
import { logRefusal, type SendError } from '../http/error-handler.ts'
import { languageOf } from '../http/response-language.ts'
import { withFixedSpaces } from './french-spaces.ts'
import { speak } from './page-words.ts'
import { plainPage, plainPageHeaders } from './plain-frame.ts'

/**
 * Shows people a page where an address leads nowhere; programs, and everything below `/api/`, get the usual
 * body, as do all other errors.
 */
export const withMissingPage =
  (sendError: SendError): SendError =>
  (error, request, reply) => {
    const isPage = request.headers.accept?.includes('text/html') && !request.url.startsWith('/api/')
    if (error.code !== 'ROUTE_NOT_FOUND' || request.method !== 'GET' || !isPage)
      return sendError(error, request, reply)
    logRefusal(error, request, reply)
    const language = languageOf(request)
    const t = speak(language)
    const title = t('There is no such page')
    const text = t(
      'The address may be incomplete: open the link that you received once more, all of it. Nothing is lost.',
    )
    return reply
      .code(404)
      .headers({ ...plainPageHeaders, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(
        plainPage(language, {
          title: `${title} · Colis`,
          main: withFixedSpaces(html`<h1>${title}</h1>
<p>${text}</p>
<p><a href="/">${t('Go to the start page')}</a></p>`),
        }),
      )
  }
