import { html } from 'ghtml'
import { limits } from '../../../base/contract/limits.ts'
import { eventTypes, optInEventTypes } from '../../../base/contract/vocabulary.ts'
import { checkField, choiceField, postForm, submitButton, textField } from '../../../base/pages/form-parts.ts'
import { speak } from '../../web-words.ts'
import { type DeveloperFacts, docsHref } from '../developer-facts-page.ts'
import type { EndpointFaults, TypedEndpoint } from './endpoint-form.ts'
import { eventNames } from './endpoint-wording.ts'

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
  const t = speak(facts.language)
  const url = textField({
    name: 'url',
    label: t('Address'),
    value: typed.url,
    hint: t('An https address of a public server. For your own machine there is colis listen.'),
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
    label: t('What is it for?'),
    value: typed.description,
    hint: t('For example: till in Ganhi. Optional.'),
    attributes: { maxlength: limits.webhookDescription.max, autocomplete: 'off' },
  })
  const which = choiceField({
    name: 'which',
    label: t('Which events?'),
    value: typed.isForAll ? 'ALL' : 'SOME',
    error: faults.events,
    options: [
      { value: 'ALL', label: t('All usual events') },
      { value: 'SOME', label: t('Only those that I tick') },
    ],
  })
  const boxes = eventTypes.map((type) =>
    checkField({
      name: type,
      label: t(eventNames[type]),
      hint: typeHint(facts, type),
      isChecked: typed.events.includes(type),
    }),
  )
  return postForm(
    action,
    html`!${url}!${which}<fieldset class="field chosen-events"><legend>${t('Only those that I tick')}</legend>!${boxes}<p class="hint"><a href="${docsHref(facts, 'events')}">${t('What each event contains')}</a></p></fieldset>!${description}!${submitButton(submit)}`,
  )
}

const typeHint = ({ language }: DeveloperFacts, type: (typeof eventTypes)[number]): string =>
  optInEventTypes.some((optIn) => optIn === type)
    ? `${type} · ${speak(language)('sent only to those who tick it')}`
    : type
