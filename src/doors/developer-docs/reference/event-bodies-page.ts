import { eventTypes } from '../../../base/contract/vocabulary.ts'
import { docsWording } from '../docs-wording.ts'
import { type DocsSection, heading } from '../html-parts.ts'
import { exampleOfContent } from './json-example.ts'
import { exampleBox } from './operations-page.ts'
import type { ReferenceContext } from './schema-fields.ts'

/** Each event under its name, with the body that the description gives as its example. */
export function eventBodies({ language, description }: ReferenceContext): {
  sections: DocsSection[]
  html: string
} {
  const words = docsWording[language].events
  const parts = [...eventTypes, 'ping'].map((type) => {
    const content = description.webhooks?.[type]?.post.requestBody.content
    const example = exampleOfContent(content, description, false)
    return `${heading(3, type, `<code>${type}</code>`)}${example === undefined ? '' : exampleBox(words.example, example)}`
  })
  return {
    sections: [{ id: 'bodies', title: words.bodies }],
    html: `${heading(2, 'bodies', words.bodies)}${parts.join('')}`,
  }
}
