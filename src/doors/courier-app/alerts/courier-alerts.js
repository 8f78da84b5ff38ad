/**
 * Calls a courier to an offer: the open page rings and vibrates until it is touched, and a phone in a pocket is notified
 * where its courier wants that. Nothing sounds before the first tap, which browsers require.
 */
const silentName = 'colis-courier-silent'
const ringEveryMs = 4_000
const card = () => document.getElementById('alerts')
const texts = () => JSON.parse(card().dataset.say)
const isSilent = () => localStorage.getItem(silentName) === 'yes'

/** Made at the first tap, never before. */
let audio

/** The offers that the page shows, by their deliveries. */
const offersShown = () => [
  ...new Set([...document.querySelectorAll('.offer [name=delivery]')].map(({ value }) => value)),
]

/** Offers that the courier has been called to already. */
let known = new Set()
let ringing

/** Two rising tones, twice, made by code: no file is loaded. */
function tone() {
  if (audio?.state !== 'running') return
  const gain = audio.createGain()
  gain.connect(audio.destination)
  for (const [index, hertz] of [784, 1047, 784, 1047].entries()) {
    const at = audio.currentTime + index * 0.22
    const oscillator = audio.createOscillator()
    oscillator.frequency.value = hertz
    oscillator.connect(gain)
    gain.gain.setValueAtTime(0.0001, at)
    gain.gain.exponentialRampToValueAtTime(0.5, at + 0.02)
    gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.2)
    oscillator.start(at)
    oscillator.stop(at + 0.21)
  }
}

function ring() {
  if (document.hidden || isSilent() || offersShown().length === 0) return stopRinging()
  tone()
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.([300, 120, 300, 120, 300])
}

function stopRinging() {
  clearInterval(ringing)
  ringing = undefined
  navigator.userActivation?.hasBeenActive && navigator.vibrate?.(0)
}

/** Rings for offers that were not shown before, and puts away notifications of those that are gone. */
async function callToOffers() {
  const shown = offersShown()
  const isNew = shown.some((offer) => !known.has(offer))
  known = new Set(shown)
  document.title = `${shown.length > 0 ? `(${shown.length}) ` : ''}${document.title.replace(/^\(\d+\) /, '')}`
  if (isNew && !isSilent()) {
    clearInterval(ringing)
    ring()
    ringing = setInterval(ring, ringEveryMs)
  }
  if (shown.length === 0) stopRinging()
  const worker = await navigator.serviceWorker?.getRegistration('/courier')
  for (const notification of (await worker?.getNotifications?.()) ?? [])
    if (!known.has(notification.tag)) notification.close()
}

const said = (element, text) => {
  element.textContent = text
  element.hidden = text === ''
}

/** Shows the card as things stand; called for every page that is shown. */
function showSwitches() {
  const alerts = card()
  if (!alerts) return
  const { sound } = texts()
  said(alerts.querySelector('[data-sound]'), isSilent() ? sound.off : sound.on)
  alerts.querySelector('[data-sound]').setAttribute('aria-pressed', String(!isSilent()))
  said(
    alerts.querySelector('[data-sound-hint]'),
    isSilent() || audio?.state === 'running' ? '' : sound.needsTap,
  )
  alerts.hidden = false
}

document.addEventListener('click', ({ target }) => {
  if (target.closest('[data-sound]')) {
    localStorage.setItem(silentName, isSilent() ? 'no' : 'yes')
    if (isSilent()) stopRinging()
    else tone()
  }
  showSwitches()
})

/** The first tap allows sound; every tap says that the courier has noticed. */
async function onTap() {
  stopRinging()
  if (!('AudioContext' in window)) return
  audio ??= new AudioContext()
  if (audio.state !== 'running') await audio.resume().catch(() => {})
  showSwitches()
}

if (document.body.dataset.courier) {
  addEventListener('pointerup', onTap)
  addEventListener('keyup', onTap)
  document.addEventListener('courier:shown', () => {
    showSwitches()
    void callToOffers()
  })
  // The worker says that an offer has come, sooner than the page would ask.
  navigator.serviceWorker?.addEventListener('message', () =>
    document.dispatchEvent(new Event('courier:look')),
  )
  showSwitches()
  void callToOffers()
}
