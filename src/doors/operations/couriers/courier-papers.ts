import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { documentKinds, documentState } from '../../../domain/couriers/documents/document-rules.ts'
import type { DocumentRow } from '../../../domain/couriers/documents/document-store.ts'
import { buttonForm, postForm, selectField, submitButton, textField } from '../../../pages/form-parts.ts'
import { rowsOr } from '../../../pages/list-parts.ts'
import { speak } from '../operations-words.ts'
import { couriersKinds, dayOf } from './courier-list.ts'
import { couriersPath } from './courier-request.ts'
import type { CourierFacts } from './read-courier-facts.ts'

const stateNames = { VALID: 'Valid', EXPIRES_SOON: 'Expires soon', EXPIRED: 'Expired' } as const
const looks = { VALID: '', EXPIRES_SOON: 'waiting', EXPIRED: 'bad' } as const

/** The papers of a courier: what there is, until when each counts, and a form for another. */
export function papersCard(
  { courier, documents, missing, today }: CourierFacts,
  language: Language,
  mayManage: boolean,
): string {
  const t = speak(language)
  const path = `${couriersPath}/${courier.id}/documents`
  const kinds = missing.map((kind) => t(couriersKinds[kind]).toLowerCase()).join(', ')
  const lacks = t(
    'No valid paper of this kind: {kinds}. The courier can work all the same; it is for you to decide.',
    { kinds },
  )
  const rows = documents.map((document) => {
    const { kind, expiresOn } = document
    const state = documentState(expiresOn, today)
    const until =
      expiresOn === null ? t('without an end') : t('until {day}', { day: dayOf(expiresOn, language) })
    const badge = html`<span class="badge ${looks[state]}">${t(stateNames[state])}</span>`
    return html`<li><div class="line whole"><span><strong>${t(couriersKinds[kind])}</strong> !${badge}<br>
<span class="soft">${until}</span></span>!${mayManage ? paperActs(path, document, language) : ''}</div></li>`
  })
  return html`<section class="card"><h2>${t('Papers')}</h2>
!${missing.length > 0 ? html`<p class="notice warning">${lacks}</p>` : ''}
!${rowsOr(rows, t('No papers.'))}
!${mayManage && !courier.retired_at ? addForm(path, language) : ''}</section>`
}

function paperActs(path: string, { id, fileKey, expiresOn, kind }: DocumentRow, language: Language): string {
  const t = speak(language)
  const label = `${t('Valid until')} (${t(couriersKinds[kind])})`
  const see = html`<a class="button plain" href="${path}/${id}/file">${t('See')}</a>`
  const date = html`<input type="date" name="expiresOn" value="${expiresOn ?? ''}" aria-label="${label}">`
  const save = html`!${date}!${submitButton(t('Save'), 'plain')}`
  return html`<div class="acts">!${fileKey === null ? '' : see}
!${postForm(`${path}/${id}/expiry`, save, 'paper-date')}
!${buttonForm(`${path}/${id}/remove`, t('Remove'), 'quiet')}</div>`
}

function addForm(path: string, language: Language): string {
  const t = speak(language)
  const kind = selectField({
    name: 'kind',
    label: t('Type'),
    value: 'INSURANCE',
    options: documentKinds.map((value) => ({ value, label: t(couriersKinds[value]) })),
  })
  const expiresOn = textField({ name: 'expiresOn', label: t('Valid until'), attributes: { type: 'date' } })
  const types = 'image/jpeg,image/png,image/webp,application/pdf'
  const hint = t('A photo or a PDF, 5 MB at most. Without a file only the date is followed.')
  return html`<details><summary>${t('Add a paper')}</summary>
<form method="post" action="${path}" enctype="multipart/form-data" class="stack">!${kind}!${expiresOn}
<div class="field"><label for="file">${t('File')}</label>
<input id="file" name="file" type="file" accept="${types}" aria-describedby="file-hint">
<p class="hint" id="file-hint">${hint}</p></div>!${submitButton(t('Add'), 'plain')}</form></details>`
}
