import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import { hiddenField, selectField } from '../../../../pages/form-parts.ts'
import { speak } from '../../console-words.ts'
import { keptFormat, labelFormatNames, labelFormats } from './label-formats.ts'

/**
 * A form that prints the labels of these deliveries; `cookie` is the `Cookie` header, which keeps on what
 * this browser printed last.
 */
export function labelForm(
  action: string,
  ids: readonly string[],
  { cookie, language, kind }: { cookie: string | undefined; language: Language; kind: 'primary' | 'plain' },
): string {
  const t = speak(language)
  const field = selectField({
    name: 'format',
    id: 'label-format',
    label: t('Labels on'),
    value: keptFormat(cookie) ?? (ids.length === 1 ? 'A6' : 'A4'),
    options: labelFormats.map((format) => ({ value: format, label: t(labelFormatNames[format]) })),
  })
  return html`<form action="${action}" class="acts">!${ids.map((id) => hiddenField('id', id))}!${field}
<button class="${kind}">${ids.length === 1 ? t('Print the label') : t('Print labels')}</button></form>`
}
