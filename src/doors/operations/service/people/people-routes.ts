import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../../../base/http/response-language.ts'
import { possiblePhones } from '../../../../base/kernel/phone-number.ts'
import { chosenOf, fieldsOf } from '../../../../base/pages/form-fields.ts'
import {
  type AccountName,
  emailName,
  phoneName,
  readEmailAddress,
} from '../../../../domain/accounts/account-name.ts'
import type { OperatorRole } from '../../../../domain/accounts/accounts-tables.ts'
import { listOperators } from '../../../../domain/accounts/membership-store.ts'
import { resetSecondFactor } from '../../../../domain/accounts/second-factor/reset-second-factor.ts'
import { addOperator } from '../../../../domain/accounts/team/add-operator.ts'
import { removeOperator } from '../../../../domain/accounts/team/remove-operator.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf, operatorOf } from '../../operations-request.ts'
import { type OperationsText, speak, speakEach } from '../../operations-words.ts'
import { serviceHref } from '../service-page.ts'
import { type PeopleScreen, peoplePage } from './people-page.ts'

const doneNotices: Record<string, OperationsText> = {
  added: 'Done.',
  removed: 'This person no longer runs the service.',
  reset: 'The second factor is reset, and their sessions are ended.',
}

/** Who runs the service: added, given another role and removed; and second factors that were lost. */
export async function peopleRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, timeZone } = deps
  const config = { operates: 'MANAGE' } as const
  const options = { config, bodyLimit: 4_096 }
  const path = serviceHref('people')
  const acting = (request: FastifyRequest) => ({ ...deps, actor: actorOf(request) })

  app.get(path, { config }, async (request, reply) => sendPeople(request, reply, 200, {}))

  app.post(path, options, async (request, reply) => {
    const { to = '', role: typedRole } = fieldsOf(request.body)
    const role: OperatorRole = chosenOf('role', typedRole, ['OPERATOR', 'DISPATCHER']) ?? 'DISPATCHER'
    return take(request, reply, { form: 'add', to, role, done: 'added' }, (name) =>
      addOperator(acting(request), { name, role }),
    )
  })

  app.post(`${path}/remove`, options, async (request, reply) => {
    const { to = '' } = fieldsOf(request.body)
    return take(request, reply, { form: 'add', to, role: 'DISPATCHER', done: 'removed' }, (name) =>
      removeOperator(acting(request), name),
    )
  })

  app.post(`${path}/reset-second-factor`, options, async (request, reply) => {
    const { account: to = '' } = fieldsOf(request.body)
    return take(request, reply, { form: 'reset', to, role: 'DISPATCHER', done: 'reset' }, (name) =>
      resetSecondFactor(acting(request), name),
    )
  })

  /** Reads whom a form means, acts, and says what came of it. */
  async function take(
    request: FastifyRequest,
    reply: FastifyReply,
    { done, ...typed }: { form: 'add' | 'reset'; to: string; role: OperatorRole; done: string },
    act: (name: AccountName) => Promise<unknown>,
  ) {
    const to = typed.to.trim().slice(0, 254)
    const name = nameFrom(to)
    if (!name) {
      const fault = speak(languageOf(request))(
        'This is neither a possible number nor a possible e-mail address. Check it and try again.',
      )
      return sendPeople(request, reply, 422, { typed: { ...typed, to, fault } })
    }
    try {
      await act(name)
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return sendPeople(request, reply, status, { notice, typed: { ...typed, to, fault: notice.text } })
    }
    return redirectAfter(reply, path, done)
  }

  /** A phone of one of the countries that are served, or an e-mail address. */
  function nameFrom(text: string): AccountName | undefined {
    if (text.includes('@')) {
      const email = readEmailAddress(text)
      return email === undefined ? undefined : emailName(email)
    }
    const countries = deps.pricing.map.current().cities.map(({ country }) => country)
    const [phone, ...others] = possiblePhones(text, countries)
    return phone === undefined || others.length > 0 ? undefined : phoneName(phone)
  }

  async function sendPeople(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    shown: Partial<Pick<PeopleScreen, 'notice' | 'typed'>>,
  ) {
    const language = languageOf(request)
    const page = peoplePage({
      language,
      timeZone,
      ownId: operatorOf(request).accountId,
      people: await listOperators(db),
      notice: shown.notice ?? doneNotice(request, speakEach(language, doneNotices)),
      ...(shown.typed && { typed: shown.typed }),
    })
    return deps.sendPage(request, reply, status, page)
  }
}
