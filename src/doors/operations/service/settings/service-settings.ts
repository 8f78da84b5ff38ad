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
import { attempt, doneNotice, redirectAfter } from '../../../../web/signed-in-request.ts'
import { firstStepsHref } from '../../first-steps/operator-steps.ts'
import type { OperationsDeps } from '../../operations-deps.ts'
import { actorOf } from '../../operations-request.ts'
import { speak } from '../../operations-words.ts'
import { namePeople } from '../../prices/name-people.ts'
import { serviceHref, servicePage } from '../service-page.ts'
import { settingsTable, shownSettings } from './process-settings.ts'
import { ruleField } from './rule-field.ts'
import { type RulesShown, ruleHref, ruleList } from './rule-list.ts'

/** How many changes of a rule its history shows. */
const changesShown = 10

/**
 * `/operations/service/settings`: the rules of the business, each to be changed; and the settings as this
 * process took them when it started.
 */
export async function serviceSettingsPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const { db, clock, timeZone } = deps
  const settings = shownSettings(deps.config)
  const href = serviceHref('settings')
  const config = { operates: 'MANAGE' } as const

  app.get(href, { config }, (request, reply) => show(request, reply, 200, undefined))

  app.post(href, { config, bodyLimit: 8 * 1024 }, async (request, reply) => {
    const typed = fieldsOf(request.body)
    const name = ruleNames.find((each) => Object.hasOwn(typed, each))
    if (!name) throw new ApiError('ROUTE_NOT_FOUND', { method: 'POST', path: href })
    const text = typed[name] ?? ''
    const { values, faults } = readForm({ [name]: ruleField(name, languageOf(request)) }, typed)
    if (!values) return show(request, reply, 422, { name, text, fault: faults[name] })
    return attempt(
      request,
      async () => {
        const actor = actorOf(request)
        const isOther = await changeRule({ db, clock, actor }, name, ruleText(values[name]))
        return redirectAfter(reply, ruleHref(name, isOther ? 'changed' : 'same'))
      },
      ({ status, notice }) => show(request, reply, status, { name, text, fault: undefined }, notice),
    )
  })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    refused: RulesShown['refused'],
    notice?: WorkspaceNotice,
  ): Promise<unknown> {
    const language = languageOf(request)
    const t = speak(language)
    const changes = await listRuleChanges(db, changesShown)
    const actors = changes.map(({ changedBy }) => changedBy)
    const nameOf = await namePeople(db, actors)
    const rules = ruleList({ language, now: clock.now(), timeZone, changes, nameOf, refused })
    const said = {
      changed: t('The rule is changed, and holds in a moment everywhere.'),
      same: t('The rule had this value before.'),
    }
    const lead = t(
      'The rules of your business. What was priced or promised before a change keeps what held then.',
    )
    const page = servicePage(language, 'settings', {
      notice: notice ?? doneNotice(request, said),
      isFormPage: request.method === 'POST',
      main: html`<p>${lead}</p>!${rules}
<p><a href="${firstStepsHref}">${t('First steps')}</a></p>
<h2 id="process">${t('Settings of this process')}</h2>!${settingsTable(language, settings)}`,
    })
    return deps.sendPage(request, reply, status, page)
  }
}
