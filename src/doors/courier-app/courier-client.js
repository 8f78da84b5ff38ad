/**
 * Improves the courier's pages, which work without it: forms are retried until they are answered, updates are
 * loaded automatically, the position is shared. All its texts come with the page.
 */
const queueName = 'colis-courier-queue'
const page = document.body
const say = JSON.parse(page.dataset.say)
const connection = document.getElementById('connection')

/**
 * The actions that were sent and not answered yet, in their order, each with the courier who pressed the button; they are
 * kept when the page is left. A version before kept one alone. What is set aside (courier-aside.js) waits for the courier.
 */
const queued = {
  all: () => [JSON.parse(localStorage.getItem(queueName) ?? '[]')].flat().filter(Boolean),
  read: () => queued.all().filter((action) => !isAside(action)),
  keep: (actions) => localStorage.setItem(queueName, JSON.stringify(actions)),
  add: (action) => queued.keep([...queued.all(), action]),
  forget: (action) => queued.keep(queued.all().filter((each) => !isSameAction(each, action))),
  change: (action, changes) =>
    queued.keep(queued.all().map((each) => (isSameAction(each, action) ? { ...each, ...changes } : each))),
}
/** After so many tries that the service fails with, an action is set aside, so that it holds up no others. */
const maxFailures = 5
/** One that gets no answer while all else is answered is set aside too, after as many tries and so long. */
const maxAwayMs = 2 * 60_000
const isAside = ({ failures = 0 }) => failures >= maxFailures
const fieldOf = ({ body }, name) => body.find(([field]) => field === name)?.[1]
const isSameAction = (one, other) => fieldOf(one, 'token') === fieldOf(other, 'token')
/** Whether both were pressed on the same form, perhaps of two pages. */
const isSameForm = (one, other) =>
  one.url === other.url && fieldOf(one, 'delivery') === fieldOf(other, 'delivery')

const shown = (text) => {
  connection.textContent = text
  connection.hidden = text === ''
}

const pause = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
    addEventListener('online', resolve, { once: true })
  })

const ask = (url, options) =>
  fetch(url, { signal: AbortSignal.timeout(15_000), headers: { accept: 'text/html' }, ...options })

/**
 * Replaces this page by the one that was received: `always`, or only by what is new. What was being typed is kept where the
 * page was not sent off itself.
 */
async function show(response, { always, keepsTyped = !always }) {
  if (response.redirected && new URL(response.url).pathname === '/courier/sign-in') {
    return location.assign('/courier/sign-in?ended')
  }
  const next = new DOMParser().parseFromString(await response.text(), 'text/html')
  const [before, after] = [document.getElementById('main'), next.getElementById('main')]
  if (!after || (!always && before.dataset.version === after.dataset.version)) return
  void keepParcel(next).catch(() => {})
  const typed = [...before.querySelectorAll('input:not([type=hidden])')]
  before.replaceWith(after)
  if (keepsTyped) {
    keepTyped(typed, after)
    for (const { className, open } of before.querySelectorAll('details'))
      if (open) after.querySelector(`details[class="${className}"]`)?.setAttribute('open', '')
  }
  document.getElementById('duty')?.replaceWith(next.getElementById('duty') ?? '')
  page.dataset.refreshSeconds = next.body.dataset.refreshSeconds ?? ''
  history.replaceState(null, '', '/courier')
  if (always) showFirst(after, { isElseTop: !keepsTyped })
  markQueued()
  sharePosition()
  planLook()
  document.dispatchEvent(new Event('courier:shown'))
}

/** What was refused is shown first, ready to be typed again; else the top of the page, or what was shown before. */
function showFirst(after, { isElseTop }) {
  const wrong = after.querySelector('[autofocus]')
  if (!wrong) return isElseTop && scrollTo(0, 0)
  wrong.scrollIntoView({ block: 'center' })
  wrong.focus({ preventScroll: true })
}

function keepTyped(inputs, after) {
  for (const { id, form, type, name, value, checked, files } of inputs) {
    if (type === 'radio' || type === 'checkbox') {
      const choices = [...after.querySelectorAll(`input[name="${name}"][value="${value}"]`)]
      const choice = choices.find(
        (each) => !form || !each.form || isSameForm(actionOf(each.form), actionOf(form)),
      )
      if (choice && checked) choice.checked = true
    } else if (type === 'file') {
      const field = after.querySelector(`#${id}`)
      if (field && files.length > 0) field.files = files
    } else {
      const field = id && after.querySelector(`#${id}`)
      if (field && !field.value) field.value = value
    }
  }
}

let isSending = false
/** Something was queued, or is to be sent again, while the last of it was being shown. */
let isAskedAgain = false

/** Sends what is queued, one after the other, until it is answered; its token makes sure that each acts once. */
async function sendQueued() {
  isAskedAgain = isSending
  if (isSending) return
  isSending = true
  dropForeign()
  const refusals = []
  let hasSetAside = false
  let waitMs = 1_000
  for (let [next] = queued.read(); next; [next] = queued.read()) {
    try {
      const sent = ask(next.url, { method: 'POST', body: new URLSearchParams(next.body) })
      const response = await sent.catch(() => null)
      if (response === null || response.status >= 500 || response.status === 429) {
        shown(waitingText())
        openCodes()
        const failed = await afterFailure(next, response?.status)
        queued.change(next, failed)
        if (!isAside(failed)) throw new Error('It is not answered yet.')
        hasSetAside = true
        waitMs = 1_000
        shown('')
        showAside()
        continue
      }
      const isSignedOut = response.redirected && new URL(response.url).pathname === '/courier/sign-in'
      // Read before it is forgotten: an answer that breaks off is asked for again.
      const text = await response.text()
      if (!isSignedOut) queued.forget(next)
      shown('')
      waitMs = 1_000
      if (asksOnceMore(text) && queued.read().some(({ url }) => url !== next.url)) queued.add(next)
      else if (isSignedOut || queued.read().length === 0) {
        const { url, redirected } = response
        const { form } = document.activeElement ?? {}
        const keepsTyped = Boolean(form && form.elements.token?.value !== fieldOf(next, 'token'))
        await show({ url, redirected, text: async () => text }, { always: true, keepsTyped })
        tellRefusals(refusals.splice(0))
        if (isSignedOut) break
      } else refusals.push(...refusalsIn(text, next))
    } catch {
      shown(waitingText())
      openCodes()
      await pause(waitMs)
      waitMs = Math.min(2 * waitMs, 15_000)
    }
  }
  if (hasSetAside) await showAsItStands(refusals)
  isSending = false
  if (isAskedAgain) await sendQueued()
}

/**
 * An action after it failed once more. What the service fails with itself counts at once; what gets no answer counts only
 * while the service answers a look: when it answers nothing, all wait, however long, and it is counted anew.
 */
async function afterFailure(action, status) {
  if (status === 500) return { ...action, failures: (action.failures ?? 0) + 1 }
  const isAway = status !== 429 && (await isAnswering())
  const { tries, since } = (isAway && action.away) || { tries: 0, since: Date.now() }
  const isOver = isAway && tries + 1 >= maxFailures && Date.now() - since >= maxAwayMs
  return {
    ...action,
    ...(isOver && { failures: maxFailures }),
    away: isAway ? { tries: tries + 1, since } : null,
  }
}

const isAnswering = () =>
  ask('/courier/look', lookRequest()).then(
    ({ ok }) => ok,
    () => false,
  )

/** Shows the page as the service has it, after an action that has no answer to show. */
async function showAsItStands(refusals) {
  try {
    await show(await ask('/courier'), { always: true, keepsTyped: true })
  } catch {
    shown(say.offline)
  }
  tellRefusals(refusals)
}

/** What another courier left on this phone is not sent in the name of this one. */
function dropForeign() {
  const own = queued.all().filter(({ courier }) => courier === page.dataset.courier)
  if (own.length === queued.all().length) return
  queued.keep(own)
  shown(say.dropped)
}

/** Whether the answer asks for the same form once more, as who has a parcel is asked before they go off duty. */
const asksOnceMore = (text) =>
  new DOMParser().parseFromString(text, 'text/html').querySelector('form[data-action] [name=sure]') !== null

const waitingText = () => {
  const { length } = queued.read()
  return length > 1 ? say.waitingMany.replace('0', String(length)) : say.waiting
}

/** What was refused of an action while others waited behind it: their page is shown, and this is said above it. */
function refusalsIn(text, { about }) {
  const answered = new DOMParser().parseFromString(text, 'text/html')
  const said = [...answered.querySelectorAll('#main > .notice.refused')].map((line) => line.textContent)
  const wrong = [...answered.querySelectorAll('#main .error')].map((line) => `${about} – ${line.textContent}`)
  return [...said, ...wrong]
}

function tellRefusals(refusals) {
  const lines = refusals.map((text) =>
    Object.assign(document.createElement('p'), {
      className: 'notice refused',
      role: 'alert',
      textContent: text,
    }),
  )
  document.getElementById('main').prepend(...lines)
}

/** Shows of each form whose action is queued that it was pressed, also where the page is a new one. */
function markQueued() {
  const actions = queued.read()
  for (const form of document.querySelectorAll('form[data-action]')) {
    if (!actions.some((each) => isSameForm(each, actionOf(form)))) continue
    const button = form.querySelector('button')
    button.disabled = true
    button.textContent = say.sending
  }
}

/** What a form is sent with, as it stands. */
const actionOf = (form) => ({ url: form.action, body: [...new FormData(form)] })

/** The actions that end a stop, by what is done there. */
const endings = {
  ARRIVAL: ['arrive'],
  PICKUP: ['pick-up', 'pick-up-all'],
  DROPOFF: ['hand-over', 'fail'],
  RETURN: ['bring-back'],
}

/** Whether an action that ends this stop waits to be sent; of several codes those that were typed count. */
function isKept(stop) {
  const [kind, id] = stop.split(':')
  return queued.read().some((action) => {
    const name = new URL(action.url).pathname.split('/').at(-1)
    const isOwn = name === 'pick-up-all' ? fieldOf(action, `code-${id}`) : fieldOf(action, 'delivery') === id
    return isOwn && endings[kind].includes(name)
  })
}

/**
 * While what comes before waits to be sent, what comes after it can be kept behind it: the codes of a shop after the
 * arrival there, a later shop after the stops before it.
 */
function openCodes() {
  for (const next of document.querySelectorAll('template[data-after]')) {
    if (!next.dataset.after.split(' ').every(isKept)) continue
    next.replaceWith(next.content)
    markQueued()
    return openCodes()
  }
}

/** Which parcel a form is of, as the page names it. */
const aboutOf = (form) =>
  (form.closest('.card, details')?.querySelector('.who') ?? document.querySelector('#main .reference'))
    ?.textContent ?? ''

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!form.matches('[data-action]')) return
  event.preventDefault()
  const pressed = actionOf(form)
  const action = {
    ...pressed,
    courier: page.dataset.courier,
    body: [...pressed.body, ...('place' in form.dataset ? whereNow() : [])],
    about: aboutOf(form),
    name: form.querySelector('button').textContent,
  }
  if (queued.read().some((each) => isSameAction(each, action))) return
  // What was set aside of this form is not sent besides.
  queued.keep(queued.all().filter((each) => !isSameForm(each, action)))
  queued.add(action)
  showAside()
  markQueued()
  if (isSending && !connection.hidden) {
    shown(waitingText())
    openCodes()
  }
  void sendQueued()
})

/** Where the phone is as a parcel is handed over, or cannot be; nothing while it does not know. */
const whereNow = () =>
  position
    ? [
        ['lat', position.lat.toFixed(6)],
        ['lng', position.lng.toFixed(6)],
        ['accuracy', String(Math.ceil(position.accuracyMeters))],
      ]
    : []

let isUploading = false

/** How long a photo may be on its way: what the service waits for it. */
const uploadMs = 5 * 60_000

/** Sends a photo until it is answered, while the page stays open; meanwhile all else can be done. */
async function upload(address, body) {
  for (let waitMs = 1_000; isUploading; waitMs = Math.min(2 * waitMs, 15_000)) {
    try {
      const response = await ask(address, { method: 'POST', body, signal: AbortSignal.timeout(uploadMs) })
      if (response.status >= 500 || response.status === 429) throw new Error('The service is away.')
      isUploading = false
      shown('')
      for (const field of document.querySelectorAll('[data-upload] [type=file]')) field.value = ''
      await show(response, { always: true, keepsTyped: true })
    } catch {
      if (!isUploading) return location.assign('/courier')
      shown(say.uploadWaiting)
      await pause(waitMs)
    }
  }
}

document.addEventListener('submit', async (event) => {
  const form = event.target
  if (!form.matches('[data-upload]')) return
  event.preventDefault()
  if (isUploading) return
  isUploading = true
  const [button, field] = [form.querySelector('button'), form.querySelector('[type=file]')]
  const label = button.textContent
  button.disabled = true
  button.textContent = say.sending
  const body = new FormData(form)
  const photo = await smallPhoto(body.get(field.name))
  // The service would hang up on one that is larger, as if there were no connection.
  if (photo.size > Number(field.dataset.maxBytes)) {
    isUploading = false
    Object.assign(button, { disabled: false, textContent: label })
    field.setCustomValidity(field.dataset.tooLarge)
    field.reportValidity()
    field.addEventListener('change', () => field.setCustomValidity(''), { once: true })
    return
  }
  body.set(field.name, photo, 'photo')
  void upload(form.action, body)
})

/** Other pages of the courier are left as soon as there is something new on this one. */
const isHome = () => location.pathname === '/courier' || location.pathname.startsWith('/courier/actions/')

const shownVersion = () => document.getElementById('main').dataset.version

/** Something is being sent, which says itself how it goes. */
const isBusy = () => isSending || isUploading

let isLooking = false

/**
 * Gives the position, if it is shared, and asks whether there is anything new: one request of a few bytes. What is hidden
 * asks only to give its position, and a position that could not be sent is not sent later: only the last one counts.
 */
async function look() {
  if (!isLooking && (position || !document.hidden)) {
    isLooking = true
    try {
      await takeUpdate(await ask('/courier/look', lookRequest()))
      if (!isBusy()) shown(positionError)
    } catch {
      if (!isBusy()) shown(say.offline)
    }
    isLooking = false
  }
  planLook()
}

const lookRequest = () => ({
  method: 'POST',
  body: JSON.stringify({ position: position ?? null }),
  headers: { 'content-type': 'application/json' },
  referrerPolicy: 'no-referrer',
})

async function takeUpdate(update) {
  if (isSending || document.hidden) return
  const isNew = update.redirected || (update.ok && (await update.text()) !== shownVersion())
  if (isNew && !isHome()) return location.assign('/courier')
  if (isNew && !isSending) await show(await ask('/courier'), { always: false })
}

let planned

/** The page sets how often to poll, which may change with each step. */
function planLook() {
  clearTimeout(planned)
  planned = setTimeout(look, Number(page.dataset.refreshSeconds || 20) * 1_000)
}

/** Counts down the time left for offers between two polls. */
setInterval(() => {
  for (const line of document.querySelectorAll('[data-seconds-left]')) {
    const left = Math.max(0, Number(line.dataset.secondsLeft) - 1)
    line.dataset.secondsLeft = String(left)
    line.textContent = line.dataset.text.replace('0', String(left))
  }
}, 1_000)

let watch
let position
let positionError = ''

/** Follows the position while the page says that it is shared. */
function sharePosition() {
  const isShared = document.getElementById('main').dataset.sharesPosition === 'true'
  if (!isShared && watch !== undefined) {
    navigator.geolocation.clearWatch(watch)
    watch = undefined
    position = undefined
  }
  if (isShared && watch === undefined && navigator.geolocation) {
    watch = navigator.geolocation.watchPosition(
      ({ coords }) => {
        if (positionError) shown('')
        positionError = ''
        const isFirst = position === undefined
        position = { lat: coords.latitude, lng: coords.longitude, accuracyMeters: coords.accuracy }
        if (isFirst) void look()
      },
      ({ code, PERMISSION_DENIED }) => {
        positionError = code === PERMISSION_DENIED ? say.positionDenied : say.positionUnknown
        shown(positionError)
      },
      { enableHighAccuracy: true, maximumAge: 5_000, timeout: 30_000 },
    )
  }
}

const parcelCache = 'colis-courier-parcel'

/**
 * Keeps the page of a parcel that its courier has, which the worker shows while there is no connection, and erases it as
 * soon as the service says that there is none, or somebody signs in. What was said about the last act is not kept.
 */
async function keepParcel(shownPage) {
  if (!('caches' in window) || 'kept' in shownPage.body.dataset) return
  const { carries } = shownPage.getElementById('main').dataset
  if (carries === 'false' || location.pathname.startsWith('/courier/sign-in')) {
    await caches.delete(parcelCache)
  } else if (carries === 'true') {
    const copy = shownPage.documentElement.cloneNode(true)
    for (const line of copy.querySelectorAll('#main > .notice, #main .error')) line.remove()
    for (const field of copy.querySelectorAll('[aria-invalid], [autofocus]')) {
      for (const name of ['aria-invalid', 'aria-describedby', 'autofocus']) field.removeAttribute(name)
      if (field.matches('input:not([type=radio], [type=checkbox])')) field.removeAttribute('value')
    }
    const headers = { 'content-type': 'text/html; charset=utf-8', 'x-kept-at': String(Date.now()) }
    const kept = await caches.open(parcelCache)
    await kept.put('/courier', new Response(`<!doctype html>${copy.outerHTML}`, { headers }))
  }
}

void keepParcel(document).catch(() => {})
if (page.dataset.courier) {
  if ('kept' in page.dataset) shown(say.offline)
  sharePosition()
  planLook()
  addEventListener('online', look)
  addEventListener('online', () => void sendQueued())
  document.addEventListener('visibilitychange', () => document.hidden || look())
  document.addEventListener('courier:look', look)
  markQueued()
  void sendQueued()
}
navigator.serviceWorker?.register('/courier/worker.js', { scope: '/courier' }).catch(() => {})
