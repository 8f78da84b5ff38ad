import { html } from 'ghtml'
import { vehicleTypes } from '../../../base/contract/vocabulary.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import type { CodeAnswer } from '../../../domain/accounts/sign-in-code.ts'
import { courierPage } from '../courier-page.ts'
import type { PageFrame } from '../courier-page-frame.ts'
import { errorLine, fieldState } from '../field-error-page.ts'
import type { ApplyFaults, ApplyField, TypedApplication } from './apply-form.ts'
import { applyWording } from './apply-wording.ts'

export const applyPath = '/courier/apply'

type StartScreen = {
  cities: readonly { id: string; name: string }[]
  typed?: { phone: string; cityId: string }
  fault?: string | undefined
}

/** Asks for the city and the phone. */
export function startPage(frame: PageFrame, { cities, typed, fault }: StartScreen): string {
  const words = applyWording[frame.language].start
  const chosen = typed?.cityId ?? (cities.length === 1 ? cities[0]?.id : undefined)
  const options = cities.map(
    ({ id, name }) => html`<option value="${id}"!${id === chosen ? ' selected' : ''}>${name}</option>`,
  )
  const form = html`<form method="post" action="${applyPath}" class="stack">
<label for="cityId">${words.city}</label>
<select id="cityId" name="cityId" required>!${chosen === undefined ? '<option value=""></option>' : ''}!${options}</select>
<label for="phone">${words.phone}</label>
<input id="phone" name="phone" type="tel" inputmode="tel" autocomplete="tel" required maxlength="30" value="${typed?.phone ?? ''}" !${fieldState('phone', fault, 'phone-hint')}>
<p class="hint" id="phone-hint">${words.phoneHint}</p>
!${errorLine('phone', fault)}
<button class="primary">${words.submit}</button>
</form>`
  const main = html`<h1>${words.heading}</h1>
<p>${words.lead}</p>
!${cities.length > 0 ? form : html`<p class="notice waiting">${words.noCity}</p>`}
<a class="button quiet" href="/courier/sign-in">${words.signIn}</a>`
  return courierPage(frame, { main, path: applyPath })
}

/** Asks for the code that was sent to `phone`; `answer` is the outcome of the last one. */
export function applyCodePage(
  frame: PageFrame,
  phone: string,
  answer?: Exclude<CodeAnswer, 'RIGHT'>,
): string {
  const words = applyWording[frame.language].code
  const fault = answer && words.answers[answer]
  const main = html`<h1>${words.heading}</h1>
<p>${words.lead(spacedPhone(phone))}</p>
<form method="post" action="${applyPath}/code" class="stack">
<label for="code">${words.code}</label>
<input id="code" name="code" class="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="12" !${fieldState('code', fault)}>
!${errorLine('code', fault)}
<button class="primary">${words.submit}</button>
</form>
<a class="button quiet" href="${applyPath}">${words.again}</a>`
  return courierPage(frame, { main, path: `${applyPath}/code` })
}

export type FormScreen = {
  phone: string
  city: string
  typed: TypedApplication
  faults: ApplyFaults
  /** What was wrong with the whole. */
  refused?: string | undefined
}

/** Asks for the person, the vehicle and the two files. */
export function applyFormPage(frame: PageFrame, screen: FormScreen): string {
  const words = applyWording[frame.language].form
  const { typed, faults, refused } = screen
  const hasFaults = Object.keys(faults).length > 0 || refused !== undefined
  const faultOf = (name: ApplyField) => faults[name] && words.faults[faults[name]]
  const fault = (name: ApplyField) => errorLine(name, faultOf(name))
  const text = (name: 'firstName' | 'lastName' | 'plateNumber', label: string, rest: string) =>
    html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" required value="${typed[name]}"!${rest} !${fieldState(name, faultOf(name))}>!${fault(name)}`
  const file = (name: 'photo' | 'identity', label: string, hint: string, accept: string) =>
    html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="file" accept="${accept}" required !${fieldState(name, faultOf(name), `${name}-hint`)}>
<p class="hint" id="${name}-hint">${hint}</p>!${fault(name)}`
  const vehicles = vehicleTypes.map(
    (each) =>
      html`<label class="choice"><input type="radio" name="vehicleType" value="${each}" required!${typed.vehicleType === each ? ' checked' : ''}> ${words.vehicles[each]}</label>`,
  )
  const main = html`<h1>${words.heading}</h1>
<p>${words.lead(spacedPhone(screen.phone), screen.city)}</p>
!${refused ? html`<p class="notice refused" role="alert">${refused}</p>` : ''}
!${hasFaults ? html`<p class="notice waiting" role="status">${words.filesAgain}</p>` : ''}
<form method="post" action="${applyPath}/form" enctype="multipart/form-data" class="stack">
!${text('firstName', words.firstName, ' autocomplete="given-name" maxlength="80"')}
!${text('lastName', words.lastName, ' autocomplete="family-name" maxlength="80"')}
<fieldset class="stack"><legend>${words.vehicle}</legend>!${vehicles}!${fault('vehicleType')}</fieldset>
!${text('plateNumber', words.plate, ' autocomplete="off" autocapitalize="characters" maxlength="20"')}
!${file('photo', words.photo, words.photoHint, pictures)}
!${file('identity', words.identity, words.identityHint, `${pictures},application/pdf`)}
<button class="primary">${words.submit}</button>
</form>`
  return courierPage(frame, { main, path: `${applyPath}/form` })
}

const pictures = 'image/jpeg,image/png,image/webp'

/** Says what happens next. */
export function appliedPage(frame: PageFrame): string {
  const words = applyWording[frame.language].sent
  const main = html`<h1>${words.heading}</h1>
<p class="notice done" role="status">${words.lead}</p>
<p>${words.keeps}</p>`
  return courierPage(frame, { main, path: `${applyPath}/sent` })
}
