import { html } from 'ghtml'
import { dayText } from '../../../../base/kernel/figure-text.ts'
import type { Language } from '../../../../base/kernel/language.ts'
import { spacedPhone } from '../../../../base/kernel/phone-number.ts'
import {
  buttonForm,
  choiceField,
  postForm,
  submitButton,
  textField,
} from '../../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../../base/pages/workspace.ts'
import type { OperatorRole } from '../../../../domain/accounts/accounts-tables.ts'
import type { listOperators } from '../../../../domain/accounts/membership-store.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { type OperationsText, speak } from '../../operations-words.ts'
import { serviceHref, servicePage } from '../service-page.ts'

type Person = Awaited<ReturnType<typeof listOperators>>[number]

export type PeopleScreen = {
  language: Language
  timeZone: string
  ownId: string
  people: readonly Person[]
  notice: WorkspaceNotice | undefined
  /** What was typed into the form that was refused, and why. */
  typed?: { form: 'add' | 'reset'; to: string; role: OperatorRole; fault: string }
}

const roleChanges = {
  OPERATOR: 'Make an operator',
  DISPATCHER: 'Make a dispatcher',
} as const

const roleNames: Record<OperatorRole, OperationsText> = {
  OPERATOR: 'Operator',
  DISPATCHER: 'Dispatcher',
}

/** Who runs the service, with what each may do. */
export function peoplePage(screen: PeopleScreen): OperationsContent {
  const { language, people, notice, typed } = screen
  const t = speak(language)
  return servicePage(language, 'people', {
    notice,
    isFormPage: typed !== undefined,
    main: html`<p>${t('Those who run the service. An operator may do everything; a dispatcher sees to deliveries.')}</p><ol class="rows">!${people.map((person) => personRow(screen, person))}</ol>
<div class="cards"><section class="card"><h2>${t('Add somebody')}</h2>!${addForm(screen)}</section>
<section class="card"><h2>${t('Lost second factor')}</h2><p>${t('For anybody with an account, of a shop or of the service, who has lost their phone.')} ${t('Make sure by phone that it is this person first: all their sessions end.')}</p>!${resetForm(screen)}</section></div>`,
  })
}

function personRow({ language, timeZone, ownId }: PeopleScreen, person: Person): string {
  const t = speak(language)
  const address = person.phone === null ? person.email : spacedPhone(person.phone)
  const name = person.name || address || t('Without a name')
  const other: OperatorRole = person.role === 'OPERATOR' ? 'DISPATCHER' : 'OPERATOR'
  const about = [
    name === address ? null : address,
    t('since {when}', { when: dayText(person.since, timeZone, language) }),
    person.secondFactorSince ? t('second factor on') : t('without a second factor'),
  ].filter((text) => text !== null)
  const hidden = { to: person.phone ?? person.email ?? '' }
  return html`<li><div class="line"><span><strong>${name}</strong>!${person.accountId === ownId ? html` <span class="soft">(${t('you')})</span>` : ''}<br><span class="soft">${about.join(' · ')}</span></span><span class="badge ${person.role === 'OPERATOR' ? '' : 'over'}">${t(roleNames[person.role])}</span></div>
<div class="changes"><details><summary>${t('Change the role of {name}, or remove', { name })}</summary><p>${t('The account stays; the person no longer opens these pages.')}</p><div class="acts">!${buttonForm(`${serviceHref('people')}/remove`, t('Remove'), 'danger', hidden)}!${buttonForm(serviceHref('people'), t(roleChanges[other]), 'plain', { ...hidden, role: other })}</div></details></div></li>`
}

function addForm({ language, typed }: PeopleScreen): string {
  const t = speak(language)
  const mine = typed?.form === 'add' ? typed : undefined
  const fields = html`!${textField({
    name: 'to',
    label: t('Phone or e-mail'),
    hint: t('They sign in with this number or address, on the page where shops sign in.'),
    value: mine?.to,
    error: mine?.fault,
    attributes: { required: true, maxlength: 254, autocomplete: 'off' },
  })}!${choiceField({
    name: 'role',
    label: t('Role'),
    value: mine?.role ?? 'DISPATCHER',
    options: (['DISPATCHER', 'OPERATOR'] as const).map((value) => ({ value, label: t(roleNames[value]) })),
  })}!${submitButton(t('Add'))}`
  return postForm(serviceHref('people'), fields)
}

function resetForm({ language, typed }: PeopleScreen): string {
  const t = speak(language)
  const mine = typed?.form === 'reset' ? typed : undefined
  const field = textField({
    name: 'account',
    label: t('Phone or e-mail'),
    value: mine?.to,
    error: mine?.fault,
    attributes: { required: true, maxlength: 254, autocomplete: 'off' },
  })
  return postForm(
    `${serviceHref('people')}/reset-second-factor`,
    html`!${field}!${submitButton(t('Reset the second factor'), 'danger')}`,
  )
}
