import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { announceToCouriers } from '../../../domain/couriers/announcements/announce-to-couriers.ts'
import {
  announcementBounds,
  announcementText,
} from '../../../domain/couriers/announcements/announcement-bounds.ts'
import {
  listAnnouncements,
  type SentAnnouncement,
} from '../../../domain/couriers/announcements/announcement-store.ts'
import { languageOf } from '../../../http/response-language.ts'
import { areaField, type FormFaults, filledForm, listField, readForm } from '../../../pages/form.ts'
import { fieldsOf } from '../../../pages/form-fields.ts'
import { rowsOr } from '../../../pages/list-parts.ts'
import type { WorkspaceNotice } from '../../../pages/workspace.ts'
import { attempt, redirectAfter } from '../../../web/signed-in-request.ts'
import type { OperationsDeps } from '../operations-deps.ts'
import { actorOf } from '../operations-request.ts'
import { speak } from '../operations-words.ts'
import { announcementsHref, cityOptions, couriersNotice, couriersPath } from './courier-request.ts'

/** How many of those before the page shows. */
const shownCount = 20

type Typed = Readonly<Record<string, string>>

/** The form of what is written to all couriers of a city. */
const announcementForm = (language: Language, cities: ReturnType<typeof cityOptions>) => {
  const t = speak(language)
  const { min, max, perDay } = announcementBounds
  return {
    cityId: listField(cities, { label: t('City'), wrong: t('There is no such city.') }),
    text: areaField({
      label: t('Message'),
      hint: t('{max} characters at most, {perDay} messages a day. By SMS they read its beginning.', {
        ...{ max, perDay },
      }),
      wrong: t('{min} to {max} characters.', { min, max }),
      read: announcementText,
      attributes: { required: true, maxlength: max, rows: 3 },
    }),
  }
}

/** `/operations/couriers/announcements`: a message to all couriers of a city, and who has seen the last ones. */
export async function courierAnnouncementsPage(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
  const config = { operates: 'MANAGE' } as const
  const formOf = (request: FastifyRequest) => announcementForm(languageOf(request), cityOptions(deps))

  app.get(announcementsHref, { config }, (request, reply) => show(request, reply, 200, {}))

  app.post(announcementsHref, { config, bodyLimit: 16 * 1024 }, async (request, reply) => {
    const typed = fieldsOf(request.body)
    const { values, faults } = readForm(formOf(request), typed)
    if (!values) return show(request, reply, 422, { typed, faults })
    return attempt(
      request,
      async () => {
        await announceToCouriers({ ...deps, actor: actorOf(request) }, values)
        return redirectAfter(reply, announcementsHref, 'announced')
      },
      ({ status, notice }) => show(request, reply, status, { typed, notice }),
    )
  })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    {
      typed = {},
      faults = {},
      notice = couriersNotice(request),
    }: {
      typed?: Typed
      faults?: FormFaults<ReturnType<typeof announcementForm>>
      notice?: WorkspaceNotice | undefined
    },
  ) {
    const language = languageOf(request)
    const t = speak(language)
    const sent = await listAnnouncements(deps.db, shownCount)
    const lead = t('Every courier of the city has it on their page until they have read it, and by message.')
    const rows = sent.map((each) => sentRow(deps, each, language))
    const form = filledForm(announcementsHref, formOf(request), { typed, faults }, t('Send'))
    return deps.sendPage(request, reply, status, {
      section: 'couriers',
      title: t('Write to all couriers'),
      back: { href: couriersPath, label: t('Couriers') },
      notice,
      isFormPage: request.method === 'POST',
      main: html`<p>${lead}</p>
<section class="card">!${form}</section>
<section class="card"><h2>${t('Last messages')}</h2>!${rowsOr(rows, t('Nothing written yet.'))}</section>`,
    })
  }
}

function sentRow(
  { pricing, timeZone, clock }: OperationsDeps,
  { cityId, text, createdAt, sentAt, readers, seen }: SentAnnouncement,
  language: Language,
): string {
  const t = speak(language)
  const about = [
    pricing.map.current().city(cityId)?.name,
    momentText(createdAt, { timeZone, now: clock.now() }, language),
    t('read by {seen} of {readers}', { seen, readers }),
    sentAt === null && t('being sent'),
  ].filter(Boolean)
  return html`<li><div class="line whole"><span>${text}<br>
<span class="soft">${about.join(' · ')}</span></span></div></li>`
}
