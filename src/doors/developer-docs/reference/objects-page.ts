import { docsWording } from '../docs-wording.ts'
import { type DocsSection, escaped, heading, inlineHtml } from '../html-parts.ts'
import { exampleOf } from './json-example.ts'
import { exampleBox } from './operations-page.ts'
import { fieldList, limitsLine, type ReferenceContext, typeText, valuesText } from './schema-fields.ts'

/** The objects and lists of values that operations have in common, each under its name. */
export function objectsPage(context: ReferenceContext): { sections: DocsSection[]; html: string } {
  const { language, description, translate } = context
  const words = docsWording[language].reference
  const schemas = Object.entries(description.components.schemas)
  const parts = schemas.map(([name, schema]) => {
    const about = schema.description ? `<p>${inlineHtml(translate(schema.description))}</p>\n` : ''
    const { description: _, ...rest } = schema
    const fields = schema.properties
      ? `${fieldList(schema, context)}${exampleBox(words.example, exampleOf(schema, description, false))}`
      : `<p>${typeText(rest, context)}</p>${limitsLine([valuesText(schema, words)])}`
    return `<section>${heading(2, name, escaped(name))}${about}${fields}</section>\n`
  })
  return {
    sections: schemas.map(([name]) => ({ id: name, title: name })),
    html: `<p class="lead">${words.objectsLead}</p>\n${parts.join('')}`,
  }
}
