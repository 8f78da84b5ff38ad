import { type Language, languages } from '../../base/kernel/language.ts'
import { docsEntries, docsPath, markdownFile, markdownPath } from './docs-list.ts'
import { speak } from './docs-words.ts'

const headings = { en: 'Documentation', fr: 'Documentation en français' } as const

/** `/llms.txt`: what this is, and where a program that reads finds each page as Markdown (llmstxt.org). */
export function llmsText(publicUrl: string): string {
  const lines = (language: Language) => {
    const t = speak(language)
    return docsEntries.map((entry) => {
      const path = markdownFile(entry, language)
        ? markdownPath(language, entry.slug)
        : docsPath(language, entry.slug)
      return `- [${t(entry.title)}](${publicUrl}${path}): ${t(entry.summary)}`
    })
  }
  const parts = languages
    .toSorted()
    .map((language) => [`## ${headings[language]}`, '', ...lines(language), ''].join('\n'))
  return [
    '# Colis partner API',
    '',
    '> Order local courier deliveries from a shop’s own site or software, follow them, and receive each step by a',
    '> signed webhook. Amounts are whole FCFA. Begin in the sandbox: no courier is sent.',
    '',
    ...parts,
    '## API',
    '',
    `- [OpenAPI 3.1](${publicUrl}/openapi.json): every operation, with its errors and a sample in four languages`,
    `- [State of the service](${publicUrl}/status.json): how each part does now`,
    '',
  ].join('\n')
}
