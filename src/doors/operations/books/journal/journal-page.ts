import { html } from 'ghtml'
import type { Language } from '../../../../base/kernel/language.ts'
import {
  type MappedKind,
  proposedAccounts,
  readAccount,
} from '../../../../domain/money/statements/journal/account-plan.ts'
import { postForm, selectField, submitButton, textField } from '../../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { monthName } from '../../../../web/statements/invoice-pdf.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { speak } from '../../operations-words.ts'
import { providerAccountText } from '../../provider-account-text.ts'
import { booksKinds } from '../books-page.ts'
import { booksPart } from '../books-part-page.ts'

/** An account of the plan, as it stands in the form. */
export type JournalField = { kind: MappedKind; owner: string; name: string; value: string }

type JournalScreen = {
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
  const t = speak(language)
  const select = (
    name: string,
    label: string,
    options: { value: string; label: string }[],
    value = options[0]?.value,
  ) => selectField({ name, label, value, options })
  const choices = [
    select(
      'month',
      t('Month'),
      [
        { value: thisMonth, label: t('{month} (not over)', { month: monthName(thisMonth, language) }) },
        ...months.map((value) => ({ value, label: monthName(value, language) })),
      ],
      months[0],
    ),
    select('format', t('Program'), [
      { value: 'SAGE', label: 'Sage 100' },
      { value: 'ODOO', label: 'Odoo' },
    ]),
    select('currency', t('Currency'), [
      { value: 'XOF', label: 'XOF' },
      { value: 'XAF', label: 'XAF' },
    ]),
  ]
  const accounts = fields.map(({ kind, owner, name, value }) =>
    textField({
      name,
      label:
        kind === 'JOURNAL'
          ? t('Code of the journal')
          : [speak(language)(booksKinds[kind]), providerAccountText(owner, language)]
              .filter(Boolean)
              .join(' · '),
      hint:
        owner === ''
          ? t('Proposed: {account}', { account: proposedAccounts[kind] })
          : t('Empty: as the other providers'),
      value,
      error:
        value.trim() !== '' && readAccount(value) === undefined
          ? t('Write 2 to 13 digits and letters.')
          : undefined,
      attributes: { maxlength: 20, autocomplete: 'off', autocapitalize: 'characters' },
    }),
  )
  return booksPart(language, t('Accounting journal'), {
    notice,
    main: html`<p>${t('The entries of a month for your accountant’s program, balanced to the franc. A month that is not closed may still change.')}</p><section class="card"><form class="stack" action="${href}.csv"><div class="row">!${choices}<button class="plain">${t('Download the CSV file')}</button></div></form></section>
<section class="card"><h2>${t('Plan of accounts')}</h2><p>${t('Set it once with your accountant. What is proposed is of the revised SYSCOHADA. Files that were downloaded do not change.')}</p>!${postForm(`${href}/accounts`, html`!${accounts}!${submitButton(t('Save the accounts'))}`)}</section>`,
  })
}
