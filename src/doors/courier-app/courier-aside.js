/**
 * Actions that the service fails with are set aside after some tries, so that they hold up no others. They stay on this
 * phone until the courier has them sent again or gives them up.
 */

/** Says which actions are set aside, each with what may be done about it. */
function showAside() {
  const place = document.getElementById('aside')
  const actions = queued.all().filter(isAside)
  place.hidden = actions.length === 0
  place.replaceChildren(
    ...actions.flatMap((action) => [
      partOf('p', '', say.aside.replace('…', [action.about, action.name].filter(Boolean).join(' – '))),
      button('primary', say.tryAgain, () => {
        queued.change(action, { failures: 0, away: null })
        markQueued()
        void sendQueued()
      }),
      button('quiet', say.giveUp, () => queued.forget(action)),
    ]),
  )
}

function partOf(tag, className, textContent) {
  return Object.assign(document.createElement(tag), { className, textContent })
}

function button(className, text, press) {
  const made = Object.assign(partOf('button', className, text), { type: 'button' })
  made.addEventListener('click', () => {
    press()
    showAside()
  })
  return made
}

if (page.dataset.courier) showAside()
