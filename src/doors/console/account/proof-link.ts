import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { speak } from '../console-words.ts'

/** Where somebody who is signed in shows with a code that it is they. */
export const proofPath = '/console/account/proof'

/** Leads there, in the place of what needs it first. */
export const proofLink = (language: Language): string =>
  html`<p><a class="button plain" href="${proofPath}">${speak(language)('Confirm that it is you')}</a></p>`
