import assert from 'node:assert/strict'
import { getProviderStatement } from '../../src/domain/money/statements/reconciling/get-provider-statement.ts'
import { compareStatement } from '../../src/domain/money/statements/reconciling/provider-statement-store.ts'
import type { ConsoleVisitor } from './console-work.ts'
import type { TestService } from './open-service.ts'
import { sendFiles } from './send-file.ts'
import { hiddenFieldsOf, type Page, textOf } from './visitor.ts'

export const statementsPath = '/operations/service/books/statements'

/** The columns of our own format. */
export const statementHeader = 'date;reference;our id;type;amount;fee;currency'

/** Imports providers' files as an operator does, on the pages. */
export const statementImports = (service: TestService, operator: ConsoleVisitor) => {
  const file = `${statementsPath}/file`

  async function upload(content: string | Buffer, fields: Record<string, string> = {}): Promise<Page> {
    const bytes = Buffer.from(content)
    return sendFiles(service, operator, file, {
      fields: { provider: 'simulated XOF', closing: '', ...fields },
      files: { file: { name: 'releve.csv', type: 'text/csv', bytes } },
    })
  }

  /** Imports a table with the columns that are guessed, except for those that are chosen. */
  async function importTable(
    table: string,
    sent: Record<string, string>,
    chosen: object = {},
  ): Promise<Page> {
    const page = await upload(table, sent)
    assert.equal(page.status, 200, textOf(page))
    const selects = page.html.matchAll(/<select[^>]* name="(\w+)".*?<\/select>/gs)
    const columns = [...selects].flatMap(([select, name]) => {
      const value = /<option value="(\d*)" selected>/.exec(select)?.[1]
      return value ? [[name, value] as [string, string]] : []
    })
    return sendFiles(service, operator, file, {
      fields: { ...hiddenFieldsOf(page, file), ...Object.fromEntries(columns), ...chosen, table },
      files: {},
    })
  }

  return {
    upload,
    importTable,
    /** Imports rows of our own format. */
    importFile: (rows: string[], closing = '', chosen: object = {}) =>
      importTable([statementHeader, ...rows].join('\n'), { closing }, chosen),
    /** What differs between the statement of a page and the books. */
    async differencesOf(page: Page) {
      const { db, database } = service.services
      const statement = await getProviderStatement(db, statementIdOf(page))
      return compareStatement(database, statement, { limit: 100 })
    },
  }
}

export const statementIdOf = (page: Page): string => /statements\/([0-9a-f-]{36})/.exec(page.path)?.[1] ?? ''
