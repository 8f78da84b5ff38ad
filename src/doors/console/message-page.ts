import { html } from 'ghtml'
import type { Language } from '../../base/kernel/language.ts'
import type { ConsoleContent } from './console-deps.ts'
import { consoleWording } from './console-wording.ts'

/** A page with one message and the way back to `home`. */
export function messagePage(lead: string, home: string, language: Language): ConsoleContent {
  const { heading, back } = consoleWording[language].failed
  return {
    section: null,
    isFormPage: true,
    title: heading,
    main: html`<p>${lead}</p><p><a class="button primary" href="${home}">${back}</a></p>`,
  }
}
