import { html } from 'ghtml'
import { dayText, openingText, timeText } from '../../../base/kernel/figure-text.ts'
import type { DocumentKind } from '../../../domain/couriers/couriers-tables.ts'
import type { ShiftSpan } from '../../../domain/couriers/shifts/shift-bounds.ts'
import type { CourierScreen } from '../../../domain/matching/courier-screen.ts'
import { hiddenField } from '../../../pages/form-parts.ts'
import { actionForm } from '../action-form.ts'
import type { PageFrame } from '../courier-page-frame.ts'
import { speak } from '../courier-words.ts'
import type { OwnGoal } from './own-goal-page.ts'
import { shiftsPath } from './own-shifts-page.ts'

/** What a courier without a parcel is told beside their trips. */
export type DayNotes = {
  /** `2026-11-21` */
  today: string
  now: Date
  /** Papers of theirs that end soon, or have ended. */
  papers: readonly { kind: DocumentKind; expiresOn: string }[]
  /** Their next shift, if it begins within a day. */
  shift: (ShiftSpan & { timeZone: string }) | undefined
  goal: OwnGoal | undefined
}

const paperNames = {
  PHOTO: 'Photo',
  IDENTITY: 'Identity document',
  LICENCE: 'Driving licence',
  INSURANCE: 'Insurance',
  REGISTRATION: 'Vehicle registration',
  OTHER: 'A paper',
} as const satisfies Record<DocumentKind, string>

/** What was written to all couriers of a city, until they have seen it; empty without it. */
export function announcementNote(
  frame: PageFrame,
  { announcement }: Pick<CourierScreen, 'announcement'>,
): string {
  if (!announcement) return ''
  const t = speak(frame.language)
  const fields = hiddenField('announcement', announcement.id)
  return html`<section class="card called-back"><h2>${t('To all couriers')}</h2>
<p>${announcement.text}</p>
!${actionForm(frame, { action: 'seen', submit: t('I have read it'), fields, look: 'plain' })}</section>`
}

/** When the next shift of a courier is; empty without one. */
export function shiftNote({ language }: PageFrame, { shift, now }: DayNotes): string {
  if (!shift) return ''
  const t = speak(language)
  const { beginsAt, endsAt, timeZone } = shift
  const begins = openingText(beginsAt, { timeZone, now }, language)
  const ends = timeText(endsAt, timeZone, language)
  const text = t('Shift: {begins}, until {ends}', { begins, ends })
  return html`<p><a class="button plain day" href="${shiftsPath}">${text}</a></p>`
}

/** The papers that a courier has to renew; empty without one. */
export function papersNote({ language }: PageFrame, { papers, today }: DayNotes): string {
  if (papers.length === 0) return ''
  const t = speak(language)
  const line = ({ kind, expiresOn }: DayNotes['papers'][number]) => {
    const values = {
      paper: t(paperNames[kind]),
      day: dayText(new Date(`${expiresOn}T00:00:00Z`), 'UTC', language).replaceAll(' ', '\u00a0'),
    }
    const text = expiresOn < today ? t('{paper}: ended on {day}', values) : t('{paper}: until {day}', values)
    return html`<p>${text}</p>`
  }
  const isOver = papers.some(({ expiresOn }) => expiresOn < today)
  return html`<section class="notice ${isOver ? 'refused' : 'waiting'}">!${papers.map(line)}
<p class="hint">${t('Have it renewed, then show the new paper to your manager.')}</p></section>`
}
