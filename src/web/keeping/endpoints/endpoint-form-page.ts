import { html } from 'ghtml'
import { limits } from '../../../base/contract/limits.ts'
import { eventTypes, optInEventTypes } from '../../../base/contract/vocabulary.ts'
import { checkField, choiceField, postForm, submitButton, textField } from '../../../base/pages/form-parts.ts'
import { type DeveloperFacts, docsHref } from '../developer-facts-page.ts'
import type { EndpointFaults, TypedEndpoint } from './endpoint-form.ts'
import { endpointWording } from './endpoint-wording.ts'

/** The form of an endpoint, new or not. */
export function endpointForm(
  facts: DeveloperFacts,
  {
    action,
    submit,
    typed,
    faults,
  }: { action: string; submit: string; typed: TypedEndpoint; faults: EndpointFaults },
): string {
  const { form: words } = endpointWording[facts.language]
  const url = textField({
    name: 'url',
    label: words.url,
    value: typed.url,
    hint: words.urlHint,
    error: faults.url,
    attributes: {
      inputmode: 'url',
      autocomplete: 'off',
      autocapitalize: 'none',
      spellcheck: 'false',
      maxlength: limits.webhookUrl.max,
      required: true,
      placeholder: 'https://',
    },
  })
  const description = textField({
    name: 'description',
    label: words.description,
    value: typed.description,
    hint: words.descriptionHint,
    attributes: { maxlength: limits.webhookDescription.max, autocomplete: 'off' },
  })
  const which = choiceField({
    name: 'which',
    label: words.which,
    value: typed.isForAll ? 'ALL' : 'SOME',
    error: faults.events,
    options: [
      { value: 'ALL', label: words.all },
      { value: 'SOME', label: words.some },
    ],
  })
  const boxes = eventTypes.map((type) =>
    checkField({
      name: type,
      label: words.events[type],
      hint: typeHint(facts, type),
      isChecked: typed.events.includes(type),
    }),
  )
  return postForm(
    action,
    html`!${url}!${which}<fieldset class="field chosen-events"><legend>${words.some}</legend>!${boxes}<p class="hint"><a href="${docsHref(facts, 'events')}">${words.eventDocs}</a></p></fieldset>!${description}!${submitButton(submit)}`,
  )
}

const typeHint = ({ language }: DeveloperFacts, type: (typeof eventTypes)[number]): string =>
  optInEventTypes.some((optIn) => optIn === type) ? `${type} · ${endpointWording[language].form.optIn}` : type
