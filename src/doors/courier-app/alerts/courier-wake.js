/**
 * Keeps the screen on while the courier is on duty and looks at the page, so that an offer is not missed. A browser
 * lets the screen go by itself when the page is hidden; it is asked again when the page is seen again.
 */
const dimmedName = 'colis-courier-dimmed'
const mayDim = () => localStorage.getItem(dimmedName) === 'yes'
const isOnDuty = () => document.getElementById('duty')?.classList.contains('on') ?? false
const wantsScreen = () => 'wakeLock' in navigator && !document.hidden && !mayDim() && isOnDuty()

let screenLock
let isAskingForScreen = false

async function keepScreenOn() {
  showScreenSwitch()
  if (!wantsScreen()) {
    const held = screenLock
    screenLock = undefined
    return void (await held?.release())
  }
  if (screenLock || isAskingForScreen) return
  isAskingForScreen = true
  try {
    const lock = await navigator.wakeLock.request('screen')
    lock.addEventListener('release', () => {
      if (screenLock === lock) screenLock = undefined
    })
    screenLock = lock
  } catch {
    // Refused, as with a battery that is nearly empty: the next tap or offer asks again.
  } finally {
    isAskingForScreen = false
  }
  // Duty may have ended, or the page been hidden, while the browser was asked.
  if (screenLock && !wantsScreen()) await keepScreenOn()
}

function showScreenSwitch() {
  const alerts = card()
  const button = alerts?.querySelector('[data-screen]')
  if (!button) return
  const { screen } = texts()
  said(button, 'wakeLock' in navigator ? (mayDim() ? screen.off : screen.on) : '')
  button.setAttribute('aria-pressed', String(!mayDim()))
}

if (document.body.dataset.courier) {
  document.addEventListener('click', ({ target }) => {
    if (target.closest('[data-screen]')) localStorage.setItem(dimmedName, mayDim() ? 'no' : 'yes')
    void keepScreenOn()
  })
  document.addEventListener('visibilitychange', keepScreenOn)
  document.addEventListener('courier:shown', keepScreenOn)
  void keepScreenOn()
}
