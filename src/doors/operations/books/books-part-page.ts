import type { Language } from '../../../base/kernel/language.ts'
import { selectField } from '../../../pages/form-parts.ts'
import { monthName } from '../../../web/statements/invoice-pdf.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { speak } from '../operations-words.ts'
import { serviceHref, servicePages } from '../service/service-page.ts'

/** A page of its own below that of the books. */
export const booksPart = (
  language: Language,
  title: string,
  { main, ...content }: Partial<OperationsContent> & { main: string },
): OperationsContent => ({
  section: 'figures',
  title,
  back: { href: serviceHref('books'), label: speak(language)(servicePages.books) },
  isWide: true,
  ...content,
  main,
})

/** One of the months that are over, the last one first; `others` stand before them. */
export const monthField = (
  months: readonly string[],
  language: Language,
  others: readonly { value: string; label: string }[] = [],
): string =>
  selectField({
    name: 'month',
    label: speak(language)('Month'),
    value: months[0],
    options: [...others, ...months.map((value) => ({ value, label: monthName(value, language) }))],
  })
