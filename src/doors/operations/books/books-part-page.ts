import type { Language } from '../../../base/kernel/language.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { serviceHref, servicePages } from '../service/service-page.ts'

/** A page of its own below that of the books. */
export const booksPart = (
  language: Language,
  title: string,
  { main, ...content }: Partial<OperationsContent> & { main: string },
): OperationsContent => ({
  section: 'service',
  title,
  back: { href: serviceHref('books'), label: speak(language)(servicePages.books) },
  isWide: true,
  ...content,
  main,
})
