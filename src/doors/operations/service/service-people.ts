import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { dayText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { possiblePhones, spacedPhone } from '../../../base/kernel/phone-number.ts'
import { wrongPhone } from '../../../contract/former-phone.ts'
import {
  type AccountName,
  emailName,
  phoneName,
  readEmailAddress,
} from '../../../domain/accounts/account-name.ts'
import { listOperators } from '../../../domain/accounts/membership-store.ts'
import { resetSecondFactor } from '../../../domain/accounts/second-factor/reset-second-factor.ts'
import { addOperator } from '../../../domain/accounts/team/add-operator.ts'
import { removeOperator } from '../../../domain/accounts/team/remove-operator.ts'
import { phoneCountries } from '../../../domain/zones/phone-countries.ts'
import { languageOf } from '../../../http/response-language.ts'
import { choice, filledForm, typedField } from '../../../pages/form.ts'
import { chosenOf, fieldsOf } from '../../../pages/form-fields.ts'
import { buttonForm } from '../../../pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { attempt, doneNotice, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf, operatorOf } from '../operations-request.ts'
import { type OperationsText, speak, speakEach } from '../operations-words.ts'
import { serviceHref, servicePage } from './service-page.ts'

const path = serviceHref('people')
const roleNames = { OPERATOR: 'Operator', DISPATCHER: 'Dispatcher' } as const
const roleChanges = { OPERATOR: 'Make an operator', DISPATCHER: 'Make a dispatcher' } as const
const done: Record<string, OperationsText> = {
  added: 'Done.',
  removed: 'This person no longer runs the service.',
  reset: 'The second factor is reset, and their sessions are ended.',
}

const nameField = (language: Language, hint?: string) =>
  typedField({
    label: speak(language)('Phone or e-mail'),
    ...(hint !== undefined && { hint }),
    attributes: { required: true, maxlength: 254 },
    read: (text) => text,
  })

const addForm = (language: Language) => {
  const t = speak(language)
  return {
    to: nameField(language, t('They sign in with this number or address, on the page where shops sign in.')),
    role: choice({ DISPATCHER: t('Dispatcher'), OPERATOR: t('Operator') }, { label: t('Role') }),
  }
}

const resetForm = (language: Language) => ({ account: nameField(language) })

/** What was typed into the form that was refused, and why. */
type Refused = { field: 'to' | 'account'; typed: Record<string, string>; fault: string }
type Person = Awaited<ReturnType<typeof listOperators>>[number]

/** `/operations/service/people`: who runs the service and what each may do; second factors that were lost. */
export async function servicePeoplePage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE' } as const
  const options = { config, bodyLimit: 4_096 }
  const acting = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })
  const countries = () => phoneCountries(deps.pricing.map.current().cities, deps.timeZone)

  app.get(path, { config }, (request, reply) =>
    show(request, reply, 200, doneNotice(request, speakEach(languageOf(request), done))),
  )

  app.post(path, options, async (request, reply) => {
    const { to = '', role: typedRole } = fieldsOf(request.body)
    const role = chosenOf('role', typedRole, ['OPERATOR', 'DISPATCHER']) ?? 'DISPATCHER'
    return perform(request, reply, 'added', { field: 'to', typed: { to, role } }, (name) =>
      addOperator(acting(request), { name, role }),
    )
  })

  app.post(`${path}/remove`, options, async (request, reply) => {
    const { to = '' } = fieldsOf(request.body)
    return perform(request, reply, 'removed', { field: 'to', typed: { to } }, (name) =>
      removeOperator(acting(request), name),
    )
  })

  app.post(`${path}/reset-second-factor`, options, async (request, reply) => {
    const { account = '' } = fieldsOf(request.body)
    return perform(request, reply, 'reset', { field: 'account', typed: { account } }, (name) =>
      resetSecondFactor(acting(request), name),
    )
  })

  /** Reads whom a form means, acts, and says what came of it. */
  async function perform(
    request: FastifyRequest,
    reply: FastifyReply,
    word: string,
    { field, typed }: Omit<Refused, 'fault'>,
    act: (name: AccountName) => Promise<unknown>,
  ) {
    const text = (typed[field] ?? '').trim().slice(0, 254)
    const refused = (fault: string) => ({ field, typed: { ...typed, [field]: text }, fault })
    const name = nameFrom(text)
    if (!name) {
      const language = languageOf(request)
      const neither = speak(language)(
        'This is neither a possible number nor a possible e-mail address. Check it and try again.',
      )
      const fault = wrongPhone(text, { countries: countries(), language }, neither)
      return show(request, reply, 422, undefined, refused(fault))
    }
    return attempt(
      request,
      async () => {
        await act(name)
        return redirectAfter(reply, path, word)
      },
      ({ status, notice }) => show(request, reply, status, notice, refused(notice.text)),
    )
  }

  /** A phone of one of the countries that are served, or an e-mail address. */
  function nameFrom(text: string): AccountName | undefined {
    if (text.includes('@')) {
      const email = readEmailAddress(text)
      return email === undefined ? undefined : emailName(email)
    }
    const [phone, ...others] = possiblePhones(text, countries())
    return phone === undefined || others.length > 0 ? undefined : phoneName(phone)
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    notice: WorkspaceNotice | undefined,
    refused?: Refused,
  ) {
    const { accountId } = operatorOf(request)
    const language = languageOf(request)
    const t = speak(language)
    const rows = (await listOperators(deps.db)).map((person) =>
      personRow(person, person.accountId === accountId, deps.timeZone, language),
    )
    const filled = (field: Refused['field']) =>
      refused?.field === field
        ? { typed: refused.typed, faults: { [field]: refused.fault } }
        : { typed: {}, faults: {} }
    const lost = [
      t('For anybody with an account, of a shop or of the service, who has lost their phone.'),
      t('Make sure by phone that it is this person first: all their sessions end.'),
    ].join(' ')
    const reset = `${path}/reset-second-factor`
    const main = html`
<p>${t('Those who run the service. An operator may do everything; a dispatcher sees to deliveries.')}</p>
<ol class="rows">!${rows}</ol>
<div class="cards"><section class="card"><h2>${t('Add somebody')}</h2>
!${filledForm(path, addForm(language), filled('to'), t('Add'))}</section>
<section class="card"><h2>${t('Lost second factor')}</h2><p>${lost}</p>
!${filledForm(reset, resetForm(language), filled('account'), t('Reset the second factor'), 'danger')}
</section></div>`
    return deps.sendPage(request, reply, status, servicePage(language, 'people', { notice, main }))
  }
}

function personRow(person: Person, isReader: boolean, timeZone: string, language: Language): string {
  const t = speak(language)
  const address = person.phone === null ? person.email : spacedPhone(person.phone)
  const name = person.name || address || t('Without a name')
  const isOperator = person.role === 'OPERATOR'
  const other = isOperator ? 'DISPATCHER' : 'OPERATOR'
  const about = [
    name === address ? null : address,
    t('since {when}', { when: dayText(person.since, timeZone, language) }),
    person.secondFactorSince ? t('second factor on') : t('without a second factor'),
  ].filter((text) => text !== null)
  const hidden = { to: person.phone ?? person.email ?? '' }
  const you = html` <span class="soft">(${t('you')})</span>`
  return html`<li><div class="line"><span><strong>${name}</strong>!${isReader ? you : ''}<br>
<span class="soft">${about.join(' · ')}</span></span>
<span class="badge ${isOperator ? '' : 'over'}">${t(roleNames[person.role])}</span></div>
<div class="changes"><details><summary>${t('Change the role of {name}, or remove', { name })}</summary>
<p>${t('The account stays; the person no longer opens these pages.')}</p>
<div class="acts">!${buttonForm(`${path}/remove`, t('Remove'), 'danger', hidden)}
!${buttonForm(path, t(roleChanges[other]), 'plain', { ...hidden, role: other })}</div></details></div></li>`
}
