import type { WebText } from '../../web-words.ts'

export const addressFields = {
  label: 'Name of the place',
  landmark: 'Landmark (optional)',
  formatted: 'Written address (optional)',
  position: 'Position',
} as const

export const addressHints = {
  label: 'For example: Shop, Depot, Home.',
  landmark: 'What helps the courier to find it: “opposite the pharmacy”, “blue gate”.',
  formatted: 'Street and neighbourhood, if you know them.',
  position: 'Tap the place on the map, or paste a Google Maps link or coordinates.',
} as const

export const addressFaults = {
  MISSING: 'Please fill this in.',
  TOO_LONG: 'This is too long.',
  POSITION: 'We read no position in this. Example: 6.3654, 2.4183, or the long link of a map.',
  SHORT_LINK:
    'This short link does not contain the position. Open it, then copy the numbers or the long link of the map.',
  NOT_SERVED: 'No courier comes to this place yet. Check the position.',
} as const

export const addressHours = {
  summary: 'Opening hours#hours',
  lead: 'The courier sees them before coming. A day without hours is a closed day; if everything stays empty, no hours are given.',
} as const

export const addressDone: Record<string, WebText> = {
  added: 'The address is added.',
  saved: 'The address is saved.',
  main: 'This is the main address now.',
  removed: 'The address is removed.',
}
