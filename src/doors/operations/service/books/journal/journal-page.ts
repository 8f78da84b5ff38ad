import { html } from 'ghtml'
import type { Language } from '../../../../../base/kernel/language.ts'
import { postForm, selectField, submitButton, textField } from '../../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../../base/pages/workspace.ts'
import {
  type MappedKind,
  proposedAccounts,
  readAccount,
} from '../../../../../domain/statements/journal/account-plan.ts'
import { monthName } from '../../../../workspace/statements/invoice-pdf.ts'
import type { OperationsContent } from '../../../operations-deps.ts'
import { providerAccountText } from '../../../provider-account-text.ts'
import { booksPart } from '../books-part-page.ts'
import { booksWording } from '../books-wording.ts'
import { journalWording } from './journal-wording.ts'

/** An account of the plan, as it stands in the form. */
export type JournalField = { kind: MappedKind; owner: string; name: string; value: string }

export type JournalScreen = {
  language: Language
  href: string
  /** Those that are over, the last one first. */
  months: readonly string[]
  /** The one that is not over. */
  thisMonth: string
  fields: readonly JournalField[]
  notice: WorkspaceNotice | undefined
}

/** The files of a month, and which account of the accountant's plan each of ours is. */
export function journalPage(screen: JournalScreen): OperationsContent {
  const { language, href, months, thisMonth, fields, notice } = screen
  const words = journalWording[language]
  const select = (
    name: string,
    label: string,
    options: { value: string; label: string }[],
    value = options[0]?.value,
  ) => selectField({ name, label, value, options })
  const choices = [
    select(
      'month',
      words.month,
      [
        { value: thisMonth, label: words.underWay(monthName(thisMonth, language)) },
        ...months.map((value) => ({ value, label: monthName(value, language) })),
      ],
      months[0],
    ),
    select('format', words.format, [
      { value: 'SAGE', label: 'Sage 100' },
      { value: 'ODOO', label: 'Odoo' },
    ]),
    select('currency', words.currency, [
      { value: 'XOF', label: 'XOF' },
      { value: 'XAF', label: 'XAF' },
    ]),
  ]
  const accounts = fields.map(({ kind, owner, name, value }) =>
    textField({
      name,
      label:
        kind === 'JOURNAL'
          ? words.journal
          : [booksWording[language].kinds[kind], providerAccountText(owner, language)]
              .filter(Boolean)
              .join(' · '),
      hint: owner === '' ? words.proposed(proposedAccounts[kind]) : words.asKind,
      value,
      error: value.trim() !== '' && readAccount(value) === undefined ? words.wrong : undefined,
      attributes: { maxlength: 20, autocomplete: 'off', autocapitalize: 'characters' },
    }),
  )
  return booksPart(language, words.title, {
    notice,
    main: html`<p>${words.lead}</p><section class="card"><form class="stack" action="${href}.csv"><div class="row">!${choices}<button class="plain">${words.submit}</button></div></form></section>
<section class="card"><h2>${words.accounts}</h2><p>${words.accountsLead}</p>!${postForm(`${href}/accounts`, html`!${accounts}!${submitButton(words.save)}`)}</section>`,
  })
}
