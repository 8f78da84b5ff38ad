import { html } from 'ghtml'
import { momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import { hiddenField, postForm, selectField, submitButton } from '../../../base/pages/form-parts.ts'
import type { WorkspaceNotice } from '../../../base/pages/workspace.ts'
import type { Tariff } from '../../../domain/pricing/tariff.ts'
import { type Demand, demandByCity, demandNow } from '../../../domain/zones/city-demand.ts'
import type { City } from '../../../domain/zones/service-map.ts'
import { cityHref } from '../cities/city-request.ts'
import type { OperationsContent } from '../operations-deps.ts'
import { type OperationsText, speak } from '../operations-words.ts'

type DemandScreen = {
  language: Language
  city: City
  now: Date
  tariff: Tariff | undefined
  notice: WorkspaceNotice | undefined
  isFormPage: boolean
}

const demandNames: Record<Demand, OperationsText> = {
  RAIN: 'Rain',
  HIGH_DEMAND: 'High demand',
}

/** For how long it can be switched on, and by how much extended, in minutes. */
export const demandSpans = [15, 30, 60, 120, 180, 360, 720, 1440]

/** What makes the trips of a city dearer for a time. */
export function demandPage(screen: DemandScreen): OperationsContent {
  const { language, city, notice, isFormPage } = screen
  const t = speak(language)
  return {
    section: 'cities',
    title: t('Rain and high demand, {city}', { city: city.name }),
    back: { href: `/operations/cities/${city.id}`, label: city.name },
    notice,
    isFormPage,
    main: html`<p>${t('The surcharge of the tariff applies to trips that begin at once, and ends by itself.')}</p>!${(['RAIN', 'HIGH_DEMAND'] as const).map((demand) => demandCard(screen, demand))}`,
  }
}

function demandCard({ language, city, now, tariff }: DemandScreen, demand: Demand): string {
  const t = speak(language)
  const on = demandNow(city, now).find((each) => each.demand === demand)
  const href = cityHref(city.id, '/demand')
  const hidden = (act: string) =>
    html`!${hiddenField('demand', demand)}!${hiddenField('act', act)}!${hiddenField('shown', on?.until?.toISOString() ?? '')}`
  const spans = (name: string, label: string) =>
    selectField({
      name: 'minutes',
      id: `${name}-${demand}`,
      label,
      value: '60',
      options: demandSpans.map((minutes) => ({
        value: String(minutes),
        label: minutes < 60 ? t('{minutes} minutes', { minutes }) : t('{hours} h', { hours: minutes / 60 }),
      })),
    })
  const free =
    tariff && !tariff.surcharges[demand]
      ? html`<p class="hint">${t('The tariff in force has no surcharge for this, so prices do not change.')}</p>`
      : ''
  const state = on
    ? on.until
      ? t('On, until {moment}.', { moment: momentText(on.until, { timeZone: city.timeZone, now }, language) })
      : t('On, without an end: it has to be ended.')
    : t('Not on.')
  const start = postForm(
    href,
    html`!${hidden('START')}!${spans('start', t('For how long'))}!${submitButton(t('Begin'))}`,
    'row',
  )
  const extend = on?.until
    ? postForm(
        href,
        html`!${hidden('EXTEND')}!${spans('extend', t('By how much'))}!${submitButton(t('Extend'), 'plain')}`,
        'row',
      )
    : ''
  const end = postForm(href, html`!${hidden('END')}!${submitButton(t('End now'), 'danger')}`, 'row')
  return html`<section class="card"><h2>${t(demandNames[demand])}</h2><p!${on ? ' class="notice warning"' : ''}>${state}</p>!${free}!${on ? html`!${extend}!${end}` : start}</section>`
}

/** What is on in any city, for the top of the board; empty where nothing is. Each leads to its page for `mayManage`. */
export function demandLines(
  cities: readonly City[],
  { now, language, mayManage }: { now: Date; language: Language; mayManage: boolean },
): string {
  const t = speak(language)
  const lines = demandByCity(cities, now).map(({ city, demand, until }) => {
    const on = { demand: t(demandNames[demand]), city: city.name }
    const text = until
      ? t('{demand} in {city} until {until}', {
          ...on,
          until: momentText(until, { timeZone: city.timeZone, now }, language),
        })
      : t('{demand} in {city}, without an end', on)
    return mayManage
      ? html`<li><a href="${cityHref(city.id, '/demand')}">${text}</a></li>`
      : html`<li>${text}</li>`
  })
  return lines.length === 0 ? '' : html`<ul class="notice warning">!${lines}</ul>`
}
