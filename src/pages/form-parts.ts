import { html } from 'ghtml'

/**
 * The parts that forms of signed-in pages are made of, as trusted HTML. Every field has a label, and its
 * error stands beside it and is announced with it. Mind ghtml: a `!` before an expression leaves it
 * unescaped, so only fragments made by `html` stand there.
 */

type Attributes = Record<string, string | number | boolean | undefined>

/** Attributes of an element: `true` stands alone, `false` and undefined are left out. */
export const attributesOf = (attributes: Attributes): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== false && value !== undefined)
    .map(([name, value]) => (value === true ? ` ${name}` : html` !${name}="${value}"`))
    .join('')

export type FieldAbout = {
  name: string
  /** Where a page has several fields of this name, one that is unique in it; else it is the name. */
  id?: string | undefined
  label: string
  value?: string | undefined
  hint?: string | undefined
  /** What is wrong with what was typed. */
  error?: string | undefined
  /** Further attributes of the control: `type`, `inputmode`, `autocomplete`, `maxlength`, `required`, … */
  attributes?: Attributes
}

/** A line to type into. */
export const textField = ({
  name,
  id = name,
  label,
  value,
  hint,
  error,
  attributes = {},
}: FieldAbout): string => {
  const control = { ...controlOf({ id, name, hint, error }), ...attributes, value: value ?? '' }
  return labelled({ id, label, hint, error }, html`<input!${attributesOf(control)}>`)
}

/** Several lines to type into. */
export const textArea = ({
  name,
  id = name,
  label,
  value,
  hint,
  error,
  attributes = {},
}: FieldAbout): string =>
  labelled(
    { id, label, hint, error },
    html`<textarea!${attributesOf({ ...controlOf({ id, name, hint, error }), rows: 3, ...attributes })}>
${value ?? ''}</textarea>`,
  )

type Option = { value: string; label: string }

/** A list to choose from. */
export const selectField = ({
  name,
  id = name,
  label,
  value,
  hint,
  error,
  attributes = {},
  options,
}: FieldAbout & { options: readonly Option[] }): string => {
  const control = { ...controlOf({ id, name, hint, error }), ...attributes }
  const choices = options.map((option) => {
    const about = attributesOf({ value: option.value, selected: option.value === value })
    return html`<option!${about}>${option.label}</option>`
  })
  return labelled({ id, label, hint, error }, html`<select!${attributesOf(control)}>!${choices}</select>`)
}

/** A few possibilities side by side, of which one is chosen. */
export const choiceField = ({
  name,
  label,
  value,
  hint,
  error,
  options,
}: Omit<FieldAbout, 'attributes'> & { options: readonly Option[] }): string => {
  const choices = options.map((option) => {
    const checked = option.value === value
    const about = attributesOf({ type: 'radio', name, value: option.value, checked })
    return html`<label><input!${about}> <span>${option.label}</span></label>`
  })
  const heading = [html`<legend>${label}</legend>`, hintLine(name, hint), errorLine(name, error)]
  return html`<fieldset class="field choices">!${heading}
<div>!${choices}</div></fieldset>`
}

/** Something that is so or not; sent as `on` when it is. */
export const checkField = ({
  name,
  label,
  hint,
  isChecked,
  value = 'on',
}: {
  name: string
  label: string
  hint?: string
  isChecked: boolean
  value?: string
}): string => {
  const about = attributesOf({ type: 'checkbox', name, value, checked: isChecked })
  const box = html`<label><input!${about}> <span>${label}</span></label>`
  return html`<div class="field check">!${box}!${hintLine(name, hint)}</div>`
}

/** A value that the form sends by itself. */
export const hiddenField = (name: string, value: string): string =>
  html`<input type="hidden" name="${name}" value="${value}">`

/** A file to choose, named `file`; `accept` lists what it may be. */
export const fileField = ({
  label,
  accept,
  error,
}: Pick<FieldAbout, 'label' | 'error'> & { accept: string }): string =>
  html`<div class="field!${error ? ' wrong' : ''}">
<label for="file">${label}</label><input type="file" id="file" name="file" accept="${accept}" required>
!${error ? html`<p class="error" role="alert">${error}</p>` : ''}</div>`

/** A form with a file in it, posted to `action`. */
export const fileForm = (action: string, content: string): string =>
  html`<form method="post" action="${action}" enctype="multipart/form-data" class="stack">!${content}</form>`

/** A form that is posted to `action`. `kind` names a class of the stylesheet: `stack`, `row`, … */
export const postForm = (action: string, content: string, kind = 'stack'): string =>
  html`<form method="post" action="${action}" class="${kind}">!${content}</form>`

/** The button that sends a form. */
export const submitButton = (
  label: string,
  kind: 'primary' | 'plain' | 'danger' | 'quiet' = 'primary',
): string => html`<button class="${kind}">${label}</button>`

/** A form that is nothing but a button. */
export const buttonForm = (
  action: string,
  label: string,
  kind: 'primary' | 'plain' | 'danger' | 'quiet' = 'plain',
  hidden: Record<string, string> = {},
): string => {
  const fields = Object.entries(hidden).map(([name, value]) => hiddenField(name, value))
  return postForm(action, html`!${fields}!${submitButton(label, kind)}`, 'inline')
}

/** A value to be copied: a script adds the button, which says `done` afterwards. */
export function copyField(value: string, label: string, words: { copy: string; done: string }): string {
  const data = attributesOf({ 'data-copy': value, 'data-done': words.done })
  return html`<div class="copy">!${[
    html`<input readonly aria-label="${label}" value="${value}">`,
    html`<button type="button" class="plain"!${data} hidden>${words.copy}</button>`,
  ]}</div>`
}

function labelled(
  { id, label, hint, error }: { id: string } & Pick<FieldAbout, 'label' | 'hint' | 'error'>,
  control: string,
): string {
  return html`<div class="${error ? 'field wrong' : 'field'}">!${[
    html`<label for="${id}">${label}</label>`,
    control,
    errorLine(id, error),
    hintLine(id, hint),
  ]}</div>`
}

const controlOf = ({
  id,
  name,
  hint,
  error,
}: { id: string } & Pick<FieldAbout, 'name' | 'hint' | 'error'>): Attributes => ({
  id,
  name,
  'aria-invalid': error ? 'true' : undefined,
  // Of several, a browser takes the first: a fault far down a long form is not missed.
  autofocus: error !== undefined && error !== '',
  'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
})

const hintLine = (name: string, hint: string | undefined): string =>
  hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''

const errorLine = (name: string, error: string | undefined): string =>
  error ? html`<p class="error" id="${name}-error" role="alert">${error}</p>` : ''
