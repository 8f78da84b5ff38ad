import { html } from 'ghtml'

/** A line that counts down to `until`; `says` words the time that is left, as in `9:05`. */
export function countdown(until: Date, now: Date, says: (time: string) => string): string {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000))
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return html`<p class="left" data-wait-seconds="${seconds}" data-text="${says('…')}">${says(clock)}</p>`
}
