import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { buttonForm, postForm, selectField, submitButton, textField } from '../../../base/pages/form-parts.ts'
import { documentKinds, documentState } from '../../../domain/couriers/documents/document-rules.ts'
import type { DocumentRow } from '../../../domain/couriers/documents/document-store.ts'
import { dayOf } from './courier-list-page.ts'
import { couriersPath } from './courier-request.ts'
import { couriersWording } from './couriers-wording.ts'
import type { CourierFacts } from './read-courier-facts.ts'

const looks = { VALID: '', EXPIRES_SOON: 'waiting', EXPIRED: 'bad' } as const

/** The papers of a courier: what there is, until when each counts, and a form for another. */
export function papersCard(
  { courier, documents, missing, today }: CourierFacts,
  language: Language,
  mayManage: boolean,
): string {
  const words = couriersWording[language]
  const path = `${couriersPath}/${courier.id}/documents`
  const kinds = missing.map((kind) => words.kinds[kind].toLowerCase()).join(', ')
  const row = (document: DocumentRow) => {
    const state = documentState(document.expiresOn, today)
    const until =
      document.expiresOn === null ? words.one.forever : words.one.until(dayOf(document.expiresOn, language))
    return html`<li><div class="line whole"><span><strong>${words.kinds[document.kind]}</strong> <span class="badge ${looks[state]}">${words.states[state]}</span><br><span class="soft">${until}</span></span>!${mayManage ? paperActs(path, document, language) : ''}</div></li>`
  }
  return html`<section class="card"><h2>${words.one.papers}</h2>
!${missing.length > 0 ? html`<p class="notice warning">${words.one.missing(kinds)}</p>` : ''}
!${documents.length > 0 ? html`<ul class="rows">!${documents.map(row)}</ul>` : html`<p class="empty">${words.one.noPapers}</p>`}
!${mayManage && !courier.retired_at ? addForm(path, language) : ''}</section>`
}

function paperActs(path: string, { id, fileKey, expiresOn, kind }: DocumentRow, language: Language): string {
  const words = couriersWording[language].one
  const date = html`<input type="date" name="expiresOn" value="${expiresOn ?? ''}" aria-label="${words.expiresOn} (${couriersWording[language].kinds[kind]})">!${submitButton(words.keepDate, 'plain')}`
  return html`<div class="acts">!${fileKey === null ? '' : html`<a class="button plain" href="${path}/${id}/file">${words.open}</a>`}!${postForm(`${path}/${id}/expiry`, date, 'paper-date')}!${buttonForm(`${path}/${id}/remove`, words.remove, 'quiet')}</div>`
}

function addForm(path: string, language: Language): string {
  const words = couriersWording[language]
  const fields = html`!${selectField({
    name: 'kind',
    label: words.one.kind,
    value: 'INSURANCE',
    options: documentKinds.map((value) => ({ value, label: words.kinds[value] })),
  })}!${textField({ name: 'expiresOn', label: words.one.expiresOn, attributes: { type: 'date' } })}<div class="field"><label for="file">${words.one.file}</label><input id="file" name="file" type="file" accept="image/jpeg,image/png,image/webp,application/pdf" aria-describedby="file-hint"><p class="hint" id="file-hint">${words.one.fileHint}</p></div>!${submitButton(words.one.add, 'plain')}`
  return html`<details><summary>${words.one.addPaper}</summary><form method="post" action="${path}" enctype="multipart/form-data" class="stack">!${fields}</form></details>`
}
