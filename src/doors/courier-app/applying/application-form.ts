import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import type { SpokenLanguage } from '../../../base/kernel/language.ts'
import { spacedPhone } from '../../../base/kernel/phone-number.ts'
import { cleanedLine } from '../../../base/kernel/plain-text.ts'
import { ApiError, errorBody, errors } from '../../../contract/errors.ts'
import { type VehicleType, vehicleTypes } from '../../../contract/vocabulary.ts'
import { courierLengths } from '../../../domain/couriers/add-courier.ts'
import { hasOpenApplication } from '../../../domain/couriers/applications/application-store.ts'
import { applyAsCourier } from '../../../domain/couriers/applications/apply-as-courier.ts'
import { type VerifiedPhone, verifiedPhoneOf } from '../../../domain/couriers/applications/verified-phone.ts'
import { findCourierByPhone } from '../../../domain/couriers/courier-store.ts'
import { documentBounds } from '../../../domain/couriers/documents/document-rules.ts'
import { languageOf } from '../../../http/response-language.ts'
import { type Field, type FormFaults, readForm } from '../../../pages/form.ts'
import { attributesOf, fileForm, submitButton } from '../../../pages/form-parts.ts'
import { sendHtml } from '../../../pages/signed-in-pages.ts'
import { acceptFiles, readSentFiles, refuseLargerForms } from '../../../web/read-sent-form.ts'
import { attempt } from '../../../web/signed-in-request.ts'
import { errorLine, fieldState } from '../courier-fields.ts'
import { courierPage } from '../courier-page.ts'
import type { PageFrame } from '../courier-page-frame.ts'
import { type CourierText, speak } from '../courier-words.ts'
import { type ApplicantDeps, applicantPhonePages } from './applicant-phone.ts'
import { applyPath, readApplyCookies, verifiedCookie } from './apply-cookies.ts'

const formPath = `${applyPath}/form`

/** Both files and some text. */
const formBytes = 2 * documentBounds.fileBytes + 64 * 1024

type Typed = Readonly<Record<string, string>>
type Faults = FormFaults<ReturnType<typeof applicationForm>> & { photo?: string; identity?: string }

/**
 * `/courier/apply`: somebody chooses their city, shows by a code that their phone is theirs, and only then
 * says who they are and sends their files (decision 168). A Fastify plugin.
 */
export async function applyPages(app: FastifyInstance, deps: ApplicantDeps): Promise<void> {
  const { applicants, rateLimits, pricing, frameOf, isSecure, db, clock } = deps
  await acceptFiles(app, { fields: 8, fieldBytes: 1_024, fileBytes: documentBounds.fileBytes, files: 2 })
  applicantPhonePages(app, deps)

  app.get(formPath, async (request, reply) => {
    const verified = verifiedOf(request)
    if (!verified) return reply.redirect(applyPath, 303)
    const refused = await refusedBefore(verified)
    return sendForm(request, reply, refused ? errors[refused.code].status : 200, verified, {
      refused: refused && errorBody(refused, languageOf(request)).message,
    })
  })

  // A file is not read of somebody whose phone nobody has verified.
  const requireVerified = async (request: FastifyRequest, reply: FastifyReply) => {
    const verified = verifiedOf(request)
    request.sender = verified ? { trust: 'KNOWN', holder: verified.phone } : null
    if (verified) return undefined
    return reply.header('connection', 'close').redirect(applyPath, 303)
  }
  const upload = {
    config: { hasOwnBodyDeadline: true },
    bodyLimit: formBytes,
    onRequest: [requireVerified, refuseLargerForms(formBytes)],
  }
  app.post(formPath, upload, async (request, reply) => {
    const verified = verifiedOf(request)
    if (!verified) return reply.redirect(applyPath, 303)
    await rateLimits.countSignIn(request)
    const { language } = frameOf(request)
    const { fields: typed, files } = await readSentFiles(request, reply, ['photo', 'identity'])
    const { photo, identity } = files
    const read = readForm(applicationForm(language), typed)
    if (!read.values || !photo || !identity) {
      const missing = speak(language)('Choose a file.')
      const faults = {
        ...read.faults,
        ...(!photo && { photo: missing }),
        ...(!identity && { identity: missing }),
      }
      return sendForm(request, reply, 422, verified, { typed, faults })
    }
    const application = { ...verified, ...read.values, language: languageOf(request), photo, identity }
    return attempt(
      request,
      async () => {
        await applyAsCourier(deps, application)
        reply.header('set-cookie', verifiedCookie('', isSecure))
        return reply.redirect(`${applyPath}/sent`, 303)
      },
      ({ status, notice }) => sendForm(request, reply, status, verified, { typed, refused: notice.text }),
    )
  })

  app.get(`${applyPath}/sent`, (request, reply) => sendHtml(reply, 200, appliedPage(frameOf(request))))

  const verifiedOf = ({ headers }: FastifyRequest): VerifiedPhone | undefined =>
    verifiedPhoneOf(readApplyCookies(headers.cookie).verified, clock.now(), applicants.secrets)

  /** Why this person need not fill the form in. */
  async function refusedBefore({ phone }: VerifiedPhone): Promise<ApiError | undefined> {
    if (await findCourierByPhone(db, phone)) return new ApiError('COURIER_PHONE_TAKEN')
    return (await hasOpenApplication(db, phone)) ? new ApiError('APPLICATION_OPEN') : undefined
  }

  function sendForm(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    { phone, cityId }: VerifiedPhone,
    { typed = {}, faults = {}, refused }: Pick<Partial<FormScreen>, 'typed' | 'faults' | 'refused'>,
  ) {
    const city = pricing.map.current().city(cityId)?.name ?? ''
    return sendHtml(reply, status, formPage(frameOf(request), { phone, city, typed, faults, refused }))
  }
}

const vehicles = {
  MOTO: 'Motorbike',
  TRICYCLE: 'Tricycle',
  CAR: 'Car',
} as const satisfies Record<VehicleType, CourierText>

/** What somebody says of themselves; a vehicle on the road has a plate. */
function applicationForm(language: SpokenLanguage) {
  const t = speak(language)
  const plate = (text: string) => cleanedLine(text).toUpperCase()
  return {
    firstName: line(t('First name'), { autocomplete: 'given-name', maxlength: courierLengths.name }),
    lastName: line(t('Last name (if you have one)'), {
      autocomplete: 'family-name',
      maxlength: courierLengths.name,
      required: false,
    }),
    vehicleType: {
      isNarrow: false,
      read: (text) => vehicleTypes.find((each) => each === text),
      wrong: t('Please fill this in.'),
      show: ({ name, value, error }) => {
        const choices = vehicleTypes.map((each) => {
          const about = attributesOf({
            type: 'radio',
            name,
            value: each,
            required: true,
            checked: value === each,
          })
          return html`<label class="choice"><input!${about}> ${t(vehicles[each])}</label>`
        })
        const legend = html`<legend>${t('Your vehicle')}</legend>`
        return html`<fieldset class="stack">!${[legend, ...choices, errorLine(name, error)]}</fieldset>`
      },
    } satisfies Field<VehicleType>,
    plateNumber: line(
      t('Number plate'),
      { autocomplete: 'off', autocapitalize: 'characters', maxlength: courierLengths.plate },
      plate,
    ),
  }

  function line(
    label: string,
    attributes: Record<string, string | number | boolean> & { maxlength: number },
    clean = cleanedLine,
  ): Field<string> {
    return {
      isNarrow: false,
      read: (text) => {
        const cleaned = clean(text)
        const isMissing = cleaned === '' && attributes.required !== false
        return isMissing || [...cleaned].length > attributes.maxlength ? undefined : cleaned
      },
      wrong: (text) => (clean(text) === '' ? t('Please fill this in.') : t('This is too long.')),
      show: ({ name, value = '', error }) => {
        const about = attributesOf({ id: name, name, required: true, value: clean(value), ...attributes })
        return html`<label for="${name}">${label}</label>
<input!${about} !${fieldState(name, error)}>!${errorLine(name, error)}`
      },
    }
  }
}

type FormScreen = {
  phone: string
  city: string
  typed: Typed
  faults: Faults
  /** What was wrong with the whole. */
  refused: string | undefined
}

const pictures = 'image/jpeg,image/png,image/webp'

/** Asks for the person, the vehicle and the two files. */
function formPage(frame: PageFrame, { phone, city, typed, faults, refused }: FormScreen): string {
  const t = speak(frame.language)
  const hasFaults = Object.keys(faults).length > 0 || refused !== undefined
  const again = t('Please choose both files again: the browser does not keep them.')
  const fields = Object.entries(applicationForm(frame.language)).map(([name, { show }]) =>
    show({ name, value: typed[name], error: faults[name as keyof Faults] }),
  )
  const file = (name: 'photo' | 'identity', label: string, hint: string, accept: string) => {
    const about = attributesOf({ id: name, name, type: 'file', accept, required: true })
    return html`<label for="${name}">${label}</label>
<input!${about} !${fieldState(name, faults[name], `${name}-hint`)}>
<p class="hint" id="${name}-hint">${hint}</p>!${errorLine(name, faults[name])}`
  }
  const parts = [
    ...fields,
    file(
      'photo',
      t('A photo of yourself'),
      t('Your face, from the front, without a helmet. A photo of 5 MB at most.'),
      pictures,
    ),
    file(
      'identity',
      t('Your identity document'),
      t(
        'Identity card, passport or CIP card: a sharp photo or a PDF, of 5 MB at most. Only those who read your application see it.',
      ),
      `${pictures},application/pdf`,
    ),
    submitButton(t('Send my application')),
  ]
  const main = html`<h1>${t('Tell us who you are')}</h1>
<p>${spacedPhone(phone)} · ${city}</p>
!${refused ? html`<p class="notice refused" role="alert">${refused}</p>` : ''}
!${hasFaults ? html`<p class="notice waiting" role="status">${again}</p>` : ''}
!${fileForm(formPath, `\n${parts.join('\n')}\n`)}`
  return courierPage(frame, { main, path: formPath })
}

/** Says what happens next. */
function appliedPage(frame: PageFrame): string {
  const t = speak(frame.language)
  const thanks = t('Thank you! We are reading it and answer with a message to your phone.')
  const main = html`<h1>${t('Application received')}</h1>
<p class="notice done" role="status">${thanks}</p>
<p>${t('If we do not take it up, your files are deleted after 30 days.')}</p>`
  return courierPage(frame, { main, path: `${applyPath}/sent` })
}
