import type { Language } from '../../../../base/kernel/language.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { serviceHref } from '../service-page.ts'
import { serviceWording } from '../service-wording.ts'

/** A page of its own below that of the books. */
export const booksPart = (
  language: Language,
  title: string,
  { main, ...content }: Partial<OperationsContent> & { main: string },
): OperationsContent => ({
  section: 'service',
  title,
  back: { href: serviceHref('books'), label: serviceWording[language].pages.books },
  isWide: true,
  ...content,
  main,
})
