import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { ApiError } from '../../../../contract/errors.ts'
import { changeRule } from '../../../../domain/rules/change-rule.ts'
import { listRuleChanges } from '../../../../domain/rules/rule-store.ts'
import { languageOf } from '../../../../http/response-language.ts'
import { readForm } from '../../../../pages/form.ts'
import { fieldsOf } from '../../../../pages/form-fields.ts'
import type { WorkspaceNotice } from '../../../../pages/workspace.ts'
import { ruleNames, ruleText } from '../../../../rules.ts'
import { doneNotice, redirectAfter, refusalOf } from '../../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { speak } from '../../operations-words.ts'
import { namePeople } from '../../prices/name-people.ts'
import { serviceHref, servicePage } from '../service-page.ts'
import { ruleField } from './rule-field.ts'
import { type RulesShown, ruleList } from './rule-list.ts'
import { shownSettings } from './service-settings.ts'
import { settingsTable } from './service-settings-page.ts'

/** How many changes of a rule its history shows. */
const changesShown = 10

/**
 * The rules of the business, each to be changed; and the settings as this process took them when it started.
 */
export async function serviceSettingsRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const settings = shownSettings(deps.config)
  const href = serviceHref('settings')
  const config = { operates: 'MANAGE' } as const

  app.get(href, { config }, (request, reply) => show(request, reply, 200, {}))

  app.post(href, { config, bodyLimit: 8 * 1024 }, async (request, reply) => {
    const typed = fieldsOf(request.body)
    const name = ruleNames.find((each) => Object.hasOwn(typed, each))
    if (!name) throw new ApiError('ROUTE_NOT_FOUND', { method: 'POST', path: href })
    const text = typed[name] ?? ''
    const { values, faults } = readForm({ [name]: ruleField(name, languageOf(request)) }, typed)
    if (!values) return show(request, reply, 422, { refused: { name, text, fault: faults[name] } })
    try {
      const isOther = await changeRule({ db, clock, actor: actorOf(request) }, name, ruleText(values[name]))
      return redirectAfter(reply, href, `${isOther ? 'changed' : 'same'}#${name}-rule`)
    } catch (error) {
      const { status, notice } = refusalOf(error, request)
      return show(request, reply, status, { refused: { name, text, fault: undefined } }, notice)
    }
  })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    { refused }: Pick<RulesShown, 'refused'>,
    notice?: WorkspaceNotice,
  ): Promise<unknown> {
    const language = languageOf(request)
    const t = speak(language)
    const changes = await listRuleChanges(db, changesShown)
    const nameOf = await namePeople(
      db,
      changes.map(({ changedBy }) => changedBy),
    )
    const rules = ruleList({ language, now: clock.now(), timeZone, changes, nameOf, refused })
    const said = {
      changed: t('The rule is changed, and holds in a moment everywhere.'),
      same: t('The rule had this value before.'),
    }
    const lead = t(
      'The rules of your business. What was priced or promised before a change keeps what held then.',
    )
    return deps.sendPage(
      request,
      reply,
      status,
      servicePage(language, 'settings', {
        notice: notice ?? doneNotice(request, said),
        isFormPage: request.method === 'POST',
        main: html`<p>${lead}</p>!${rules}<h2>${t('Settings of this process')}</h2>!${settingsTable(language, settings)}`,
      }),
    )
  }
}
