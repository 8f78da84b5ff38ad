import { html } from 'ghtml'

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
