import { html } from 'ghtml'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { type VehicleType, vehicleTypes } from '../../../contract/vocabulary.ts'
import type { CodeAnswer } from '../../../domain/accounts/sign-in-code.ts'
import { courierPage } from '../courier-page.ts'
import type { PageFrame } from '../courier-page-frame.ts'
import { type CourierText, speak } from '../courier-words.ts'
import { errorLine, fieldState } from '../field-error-page.ts'
import type { ApplyFault, ApplyFaults, ApplyField, TypedApplication } from './apply-form.ts'

export const applyPath = '/courier/apply'

type StartScreen = {
  cities: readonly { id: string; name: string }[]
  typed?: { phone: string; cityId: string }
  fault?: string | undefined
}

/** Asks for the city and the phone. */
export function startPage(frame: PageFrame, { cities, typed, fault }: StartScreen): string {
  const t = speak(frame.language)
  const chosen = typed?.cityId ?? (cities.length === 1 ? cities[0]?.id : undefined)
  const options = cities.map(
    ({ id, name }) => html`<option value="${id}"!${id === chosen ? ' selected' : ''}>${name}</option>`,
  )
  const form = html`<form method="post" action="${applyPath}" class="stack">
<label for="cityId">${t('In which city do you want to deliver?')}</label>
<select id="cityId" name="cityId" required>!${chosen === undefined ? '<option value=""></option>' : ''}!${options}</select>
<label for="phone">${t('Your phone number')}</label>
<input id="phone" name="phone" type="tel" inputmode="tel" autocomplete="tel" required maxlength="30" value="${typed?.phone ?? ''}" !${fieldState('phone', fault, 'phone-hint')}>
<p class="hint" id="phone-hint">${t('We send a code to it, and later our answer.')}</p>
!${errorLine('phone', fault)}
<button class="primary">${t('Get a code')}</button>
</form>`
  const main = html`<h1>${t('Become a courier')}</h1>
<p>${t('You need a phone, a vehicle, a photo of yourself and your identity document. It takes five minutes.')}</p>
!${cities.length > 0 ? form : html`<p class="notice waiting">${t('We are in no city yet. Please come back soon.')}</p>`}
<a class="button quiet" href="/courier/sign-in">${t('A courier already? Sign in')}</a>`
  return courierPage(frame, { main, path: applyPath })
}

const codeFaults = {
  WRONG: 'This code is wrong. Check it and try again.',
  EXPIRED: 'This code no longer works. Ask for another.',
  TOO_MANY_TRIES: 'Too many tries. Ask for another code.',
} as const

/** Asks for the code that was sent to `phone`; `answer` is the outcome of the last one. */
export function applyCodePage(
  frame: PageFrame,
  phone: string,
  answer?: Exclude<CodeAnswer, 'RIGHT'>,
): string {
  const t = speak(frame.language)
  const fault = answer && t(codeFaults[answer])
  const main = html`<h1>${t('Enter the code')}</h1>
<p>${t('A code of 6 digits is on its way to {phone}. It works for 5 minutes.', { phone: spacedPhone(phone) })}</p>
<form method="post" action="${applyPath}/code" class="stack">
<label for="code">${t('Code of 6 digits')}</label>
<input id="code" name="code" class="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="12" !${fieldState('code', fault)}>
!${errorLine('code', fault)}
<button class="primary">${t('Go on')}</button>
</form>
<a class="button quiet" href="${applyPath}">${t('Another number or another code')}</a>`
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

const formFaults = {
  MISSING: 'Please fill this in.',
  TOO_LONG: 'This is too long.',
  FILE_MISSING: 'Choose a file.',
  FILE_SIZE: 'This file is too heavy: 5 MB at most.',
  FILE_CONTENT: 'We cannot read this file. Choose another.',
} as const satisfies Record<ApplyFault, CourierText>

const vehicles = {
  MOTO: 'Motorbike',
  TRICYCLE: 'Tricycle',
  CAR: 'Car',
} as const satisfies Record<VehicleType, CourierText>

/** Asks for the person, the vehicle and the two files. */
export function applyFormPage(frame: PageFrame, screen: FormScreen): string {
  const t = speak(frame.language)
  const { typed, faults, refused } = screen
  const hasFaults = Object.keys(faults).length > 0 || refused !== undefined
  const faultOf = (name: ApplyField) => faults[name] && t(formFaults[faults[name]])
  const fault = (name: ApplyField) => errorLine(name, faultOf(name))
  const text = (name: 'firstName' | 'lastName' | 'plateNumber', label: string, rest: string) =>
    html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" required value="${typed[name]}"!${rest} !${fieldState(name, faultOf(name))}>!${fault(name)}`
  const file = (name: 'photo' | 'identity', label: string, hint: string, accept: string) =>
    html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="file" accept="${accept}" required !${fieldState(name, faultOf(name), `${name}-hint`)}>
<p class="hint" id="${name}-hint">${hint}</p>!${fault(name)}`
  const choices = vehicleTypes.map(
    (each) =>
      html`<label class="choice"><input type="radio" name="vehicleType" value="${each}" required!${typed.vehicleType === each ? ' checked' : ''}> ${t(vehicles[each])}</label>`,
  )
  const main = html`<h1>${t('Tell us who you are')}</h1>
<p>${spacedPhone(screen.phone)} · ${screen.city}</p>
!${refused ? html`<p class="notice refused" role="alert">${refused}</p>` : ''}
!${hasFaults ? html`<p class="notice waiting" role="status">${t('Please choose both files again: the browser does not keep them.')}</p>` : ''}
<form method="post" action="${applyPath}/form" enctype="multipart/form-data" class="stack">
!${text('firstName', t('First name'), ' autocomplete="given-name" maxlength="80"')}
!${text('lastName', t('Last name'), ' autocomplete="family-name" maxlength="80"')}
<fieldset class="stack"><legend>${t('Your vehicle')}</legend>!${choices}!${fault('vehicleType')}</fieldset>
!${text('plateNumber', t('Number plate'), ' autocomplete="off" autocapitalize="characters" maxlength="20"')}
!${file('photo', t('A photo of yourself'), t('Your face, from the front, without a helmet. A photo of 5 MB at most.'), pictures)}
!${file('identity', t('Your identity document'), t('Identity card, passport or CIP card: a sharp photo or a PDF, of 5 MB at most. Only those who read your application see it.'), `${pictures},application/pdf`)}
<button class="primary">${t('Send my application')}</button>
</form>`
  return courierPage(frame, { main, path: `${applyPath}/form` })
}

const pictures = 'image/jpeg,image/png,image/webp'

/** Says what happens next. */
export function appliedPage(frame: PageFrame): string {
  const t = speak(frame.language)
  const main = html`<h1>${t('Application received')}</h1>
<p class="notice done" role="status">${t('Thank you! We are reading it and answer with a message to your phone.')}</p>
<p>${t('If we do not take it up, your files are deleted after 30 days.')}</p>`
  return courierPage(frame, { main, path: `${applyPath}/sent` })
}
