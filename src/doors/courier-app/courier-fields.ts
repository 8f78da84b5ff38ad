import { html } from 'ghtml'
import type { SpokenLanguage } from '../../base/kernel/language.ts'
import type { CodeAnswer } from '../../domain/accounts/sign-in-code.ts'
import { attributesOf, type FieldAbout, postForm } from '../../pages/form-parts.ts'
import { speak } from './courier-words.ts'

/**
 * The attributes of the field `name`: one that was refused names its error to those who hear the page, and
 * the browser shows it first. `hint` is the id of what explains the field.
 */
export function fieldState(name: string, fieldError: string | undefined, hint?: string): string {
  const describedBy = [hint, fieldError && `${name}-error`].filter(Boolean).join(' ')
  return [
    fieldError ? 'aria-invalid="true" autofocus' : '',
    describedBy ? html`aria-describedby="${describedBy}"` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** What is wrong with the field `name`, to stand right after it. */
export const errorLine = (name: string, fieldError: string | undefined): string =>
  fieldError ? html`<p class="error" id="${name}-error" role="alert">${fieldError}</p>` : ''

/** A line to type into, with its label, what explains it and what is wrong with it. */
export function lineField({ name, id = name, label, hint, error, attributes }: FieldAbout): string {
  const state = fieldState(id, error, hint && `${id}-hint`)
  return [
    html`<label for="${id}">${label}</label>`,
    html`<input!${attributesOf({ id, name, ...attributes })} !${state}>`,
    ...(hint ? [html`<p class="hint" id="${id}-hint">${hint}</p>`] : []),
    errorLine(id, error),
  ].join('\n')
}

/** The phone number of whoever asks for a code. */
export const phoneField = ({ value = '', ...about }: Omit<FieldAbout, 'name'>): string =>
  lineField({
    ...about,
    name: 'phone',
    attributes: {
      type: 'tel',
      inputmode: 'tel',
      autocomplete: 'tel',
      required: true,
      maxlength: 30,
      value,
    },
  })

type SentCode = {
  label: string
  /** What is said of a code that no longer works. */
  expired: string
  /** What came of the last one. */
  answer: Exclude<CodeAnswer, 'RIGHT'> | undefined
}

/** The code that was sent to a phone. */
export function sentCodeField(language: SpokenLanguage, { label, expired, answer }: SentCode): string {
  const t = speak(language)
  const faults = {
    WRONG: t('This code is wrong. Check it and try again.'),
    EXPIRED: expired,
    TOO_MANY_TRIES: t('Too many tries. Ask for another code.'),
  }
  return lineField({
    name: 'code',
    label,
    error: answer && faults[answer],
    attributes: {
      class: 'code',
      inputmode: 'numeric',
      autocomplete: 'one-time-code',
      required: true,
      maxlength: 12,
    },
  })
}

/** How long to wait for whoever asked for too many codes. */
export const tooManyText = (language: SpokenLanguage, retryAfterSeconds: number): string =>
  speak(language)('Too many requests. Try again in {minutes, plural, one {# minute} other {# minutes}}.', {
    minutes: Math.ceil(retryAfterSeconds / 60),
  })

/** One of several possibilities; `state` is further attributes, trusted and empty where there are none. */
export const radioChoice = (
  { name, value, label }: { name: string; value: string; label: string },
  ...state: string[]
): string =>
  html`<label class="choice"><input type="radio" name="${name}" value="${value}" required !${state.join(
    ' ',
  )}>${label}</label>`

/** A form whose parts stand one below the other. */
export const stackedForm = (action: string, ...parts: string[]): string =>
  postForm(action, `\n${parts.join('\n')}\n`)
