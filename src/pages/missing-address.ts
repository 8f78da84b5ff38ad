import { html } from 'ghtml'
import type { Language } from '../base/kernel/language.ts'
import { logRefusal, type SendError } from '../http/error-handler.ts'
import { languageOf } from '../http/response-language.ts'
import { withFixedSpaces } from './french-spaces.ts'
import { plainPage, plainPageHeaders } from './plain-frame.ts'

const words = {
  fr: {
    title: 'Cette page n’existe pas',
    text: 'L’adresse est peut-être incomplète : ouvrez de nouveau le lien reçu, en entier. Rien n’est perdu.',
    home: 'Aller à l’accueil',
  },
  en: {
    title: 'There is no such page',
    text: 'The address may be incomplete: open the link that you received once more, all of it. Nothing is lost.',
    home: 'Go to the start page',
  },
} satisfies Record<Language, object>

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
    const { title, text, home } = words[language]
    return reply
      .code(404)
      .headers({ ...plainPageHeaders, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(
        plainPage(language, {
          title: `${title} · Colis`,
          main: withFixedSpaces(html`<h1>${title}</h1>
<p>${text}</p>
<p><a href="/">${home}</a></p>`),
        }),
      )
  }
