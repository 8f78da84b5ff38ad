import { html } from 'ghtml'
import type { OperatorRole } from '../../../../base/database/tables.ts'
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
import type { listOperators } from '../../../../domain/accounts/membership-store.ts'
import type { OperationsContent } from '../../operations-deps.ts'
import { serviceHref, servicePage } from '../service-page.ts'
import { peopleWording } from './people-wording.ts'

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

/** Who runs the service, with what each may do. */
export function peoplePage(screen: PeopleScreen): OperationsContent {
  const { language, people, notice, typed } = screen
  const words = peopleWording[language]
  return servicePage(language, 'people', {
    notice,
    isFormPage: typed !== undefined,
    main: html`<p>${words.lead}</p><ol class="rows">!${people.map((person) => personRow(screen, person))}</ol>
<div class="cards"><section class="card"><h2>${words.add}</h2>!${addForm(screen)}</section>
<section class="card"><h2>${words.factor}</h2><p>${words.factorLead} ${words.resetLead}</p>!${resetForm(screen)}</section></div>`,
  })
}

function personRow({ language, timeZone, ownId }: PeopleScreen, person: Person): string {
  const words = peopleWording[language]
  const address = person.phone === null ? person.email : spacedPhone(person.phone)
  const name = person.name || address || words.unnamed
  const other: OperatorRole = person.role === 'OPERATOR' ? 'DISPATCHER' : 'OPERATOR'
  const about = [
    name === address ? null : address,
    words.since(dayText(person.since, timeZone, language)),
    person.secondFactorSince ? words.hasFactor : words.noFactor,
  ].filter((text) => text !== null)
  const hidden = { to: person.phone ?? person.email ?? '' }
  return html`<li><div class="line"><span><strong>${name}</strong>!${person.accountId === ownId ? html` <span class="soft">(${words.you})</span>` : ''}<br><span class="soft">${about.join(' · ')}</span></span><span class="badge ${person.role === 'OPERATOR' ? '' : 'over'}">${words.roles[person.role]}</span></div>
<div class="changes"><details><summary>${words.changeFor(name)}</summary><p>${words.removeLead}</p><div class="acts">!${buttonForm(`${serviceHref('people')}/remove`, words.remove, 'danger', hidden)}!${buttonForm(serviceHref('people'), words.changeRole[other], 'plain', { ...hidden, role: other })}</div></details></div></li>`
}

function addForm({ language, typed }: PeopleScreen): string {
  const words = peopleWording[language]
  const mine = typed?.form === 'add' ? typed : undefined
  const fields = html`!${textField({
    name: 'to',
    label: words.to,
    hint: words.hint,
    value: mine?.to,
    error: mine?.fault,
    attributes: { required: true, maxlength: 254, autocomplete: 'off' },
  })}!${choiceField({
    name: 'role',
    label: words.role,
    value: mine?.role ?? 'DISPATCHER',
    options: (['DISPATCHER', 'OPERATOR'] as const).map((value) => ({ value, label: words.roles[value] })),
  })}!${submitButton(words.submit)}`
  return postForm(serviceHref('people'), fields)
}

function resetForm({ language, typed }: PeopleScreen): string {
  const words = peopleWording[language]
  const mine = typed?.form === 'reset' ? typed : undefined
  const field = textField({
    name: 'account',
    label: words.to,
    value: mine?.to,
    error: mine?.fault,
    attributes: { required: true, maxlength: 254, autocomplete: 'off' },
  })
  return postForm(
    `${serviceHref('people')}/reset-second-factor`,
    html`!${field}!${submitButton(words.reset, 'danger')}`,
  )
}
