import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { AuditLine } from '../../../../domain/audit/audit-store.ts'
import {
  type AuditReader,
  auditActText,
  auditByText,
  auditChangesText,
  auditSubjectText,
} from '../../../../web/audit/audit-line-page.ts'
import { speak } from '../../operations-words.ts'

const columnNames = ['When', 'Who', 'Act#columns', 'On', 'Shop', 'Changes'] as const

/** A page of lines, with what they are read with. */
export type AuditFilePage = {
  lines: readonly AuditLine[]
  reader: AuditReader
  shops: ReadonlyMap<string, string>
}

/** Lines of the audit as CSV, one row each, in which nothing is a formula (decision 139). */
export function auditFile(pages: AsyncIterable<AuditFilePage>, language: AuditReader['language']): Readable {
  const t = speak(language)
  const csv = stringify({
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    header: true,
    columns: columnNames.map((name) => t(name)),
    escape_formulas: true,
    cast: { string: (text) => text.replace(/(^\s+|,\s*)(?=[=+\-@＝＋－＠])/g, "$1'") },
  })
  return pipeline(Readable.from(rowsOf(pages)), csv, () => {})
}

async function* rowsOf(pages: AsyncIterable<AuditFilePage>) {
  for await (const { lines, reader, shops } of pages)
    for (const line of lines)
      yield [
        line.occurred_at.toISOString().slice(0, 16).replace('T', ' '),
        auditByText(reader, line),
        auditActText(reader, line),
        auditSubjectText(reader, line) || line.subject_id,
        (line.shop_id && shops.get(line.shop_id)) ?? '',
        auditChangesText(reader, line),
      ]
}
