import { html } from 'ghtml'
import { amountText, momentText } from '../../../base/kernel/figure-text.ts'
import type { Language } from '../../../base/kernel/language.ts'
import type { DayGap } from '../../../domain/money/statements/service/money-day.ts'
import { speak } from '../operations-words.ts'
import { serviceHref } from '../service/service-page.ts'
import { dayAccountName } from './account-wording.ts'

type Times = { language: Language; timeZone: string; now: Date }

/** What is missing of a day until all of it is counted, confirmed and explained. */
export function gapsCard(gaps: readonly DayGap[], times: Times): string {
  const { language } = times
  const t = speak(language)
  if (gaps.length === 0) {
    const nothing = t('Nothing: everything is counted, confirmed and explained.')
    return html`<p class="notice" role="status">${nothing}</p>`
  }
  const lines = gaps.map((gap) => {
    const { text, fcfa } = gapText(gap, times)
    const amount = fcfa === undefined ? '' : amountText(fcfa, language)
    return html`<div><dt>${text}</dt><dd>${amount}</dd></div>`
  })
  const isUnconfirmed = gaps.some(({ gap }) => gap === 'NOT_CONFIRMED')
  const statements = html`<a href="${serviceHref('books')}/statements">${t('Statements of providers')}</a>`
  return html`<section class="card"><h2>${t('What is missing')}</h2><dl>!${lines}</dl>
!${isUnconfirmed ? html`<p>!${statements}</p>` : ''}</section>`
}

function gapText(gap: DayGap, { language, timeZone, now }: Times): { text: string; fcfa?: number } {
  const t = speak(language)
  switch (gap.gap) {
    case 'BELOW_ZERO': {
      const account = dayAccountName(gap.account, language)
      const text = t('{account}: below zero, so money that came there was not noted', { account })
      return { text, fcfa: gap.account.closingFcfa }
    }
    case 'UNEXPLAINED':
      return { text: `${t('Waiting for an explanation')} · ${gap.currency}`, fcfa: gap.fcfa }
    case 'BEING_SENT':
      return { text: `${t('Still being sent')} · ${gap.currency}`, fcfa: gap.fcfa }
    case 'NOT_CONFIRMED': {
      const account = dayAccountName(gap.account, language)
      if (gap.until === null)
        return { text: t('{account}: no statement of the provider has confirmed it yet', { account }) }
      const until = momentText(gap.until, { timeZone, now }, language)
      return { text: t('{account}: confirmed by a statement until {until} only', { account, until }) }
    }
    case 'NOT_COUNTED':
      return { text: `${t('The till was not counted on this day')} · ${gap.currency}` }
    case 'COUNTED_OTHERWISE': {
      const { countedFcfa, bookedFcfa, currency } = gap.count
      const what =
        countedFcfa < bookedFcfa
          ? t('Missing in the till when it was counted')
          : t('Too much in the till when it was counted')
      return { text: `${what} · ${currency}`, fcfa: Math.abs(countedFcfa - bookedFcfa) }
    }
  }
}
