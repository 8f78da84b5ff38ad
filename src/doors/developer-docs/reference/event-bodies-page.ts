import { eventTypes } from '../../../contract/vocabulary.ts'
import { exampleOfContent } from '../../../http/openapi-examples.ts'
import { speak } from '../docs-words.ts'
import { type DocsSection, heading } from '../html-parts.ts'
import { exampleBox } from './operations-page.ts'
import type { ReferenceContext } from './schema-fields.ts'

/** Each event under its name, with the body that the description gives as its example. */
export function eventBodies({ language, description }: ReferenceContext): {
  sections: DocsSection[]
  html: string
} {
  const t = speak(language)
  const parts = [...eventTypes, 'ping'].map((type) => {
    const content = description.webhooks?.[type]?.post.requestBody.content
    const example = exampleOfContent(content, description, false)
    const shown = example === undefined ? '' : exampleBox(t('Example of a body'), example)
    return `${heading(3, type, `<code>${type}</code>`)}${shown}`
  })
  return {
    sections: [{ id: 'bodies', title: t('The body of each') }],
    html: `${heading(2, 'bodies', t('The body of each'))}${parts.join('')}`,
  }
}
