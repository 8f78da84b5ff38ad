import { html } from 'ghtml'
import type { Language } from '../../../base/kernel/language.ts'
import { type OperationsText, speak } from '../operations-words.ts'

/** What each key does; letters are those that the script knows. */
const keys: readonly (readonly [keys: readonly string[], does: OperationsText])[] = [
  [['J', 'K'], 'next and previous row'],
  [['X'], 'choose the row'],
  [['A'], 'assign'],
  [['T'], 'make a tour'],
  [['L'], 'whom to call'],
  [['/'], 'search#key'],
  [['1', '7'], 'views'],
  [['?'], 'all keys'],
]

/** The keys of the board in one line, and a box that says them and switches them off; for the script. */
export function keyHelp(language: Language, hasTours: boolean): string {
  const t = speak(language)
  const said = keys
    .filter(([[name]]) => hasTours || name !== 'T')
    .map(([names, does]) => {
      const shown = names.map((name) => html`<kbd>${name}</kbd>`)
      return html`<span>!${shown.join(names[0] === '1' ? '–' : ' ')} ${t(does)}</span>`
    })
  return html`<p class="keys" id="board-keys" hidden>!${said}</p>
<dialog id="board-help" aria-labelledby="board-help-title"><h2 id="board-help-title">${t('Keys')}</h2>
<div class="key-list">!${said}<span><kbd>Esc</kbd> ${t('choose nothing')}</span></div>
<label><input type="checkbox" id="board-keys-on" checked> ${t('Use these keys')}</label>
<button type="button" class="primary" data-close>${t('Close')}</button></dialog>
<dialog id="board-phones" aria-label="${t('Whom to call')}"><div></div>
<button type="button" class="plain" data-close>${t('Close')}</button></dialog>`
}
