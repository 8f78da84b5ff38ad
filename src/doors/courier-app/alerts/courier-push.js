/**
 * Whether this phone tells its courier of offers in a pocket. What the browser has is compared with what the service has
 * each time a page is shown, is seen again, or the permission changes. What was lost is asked for again where the
 * browser still allows it; else the card says so, and the service forgets what the browser no longer has.
 */
const wantedName = 'colis-courier-pushed'
const isWanted = () => localStorage.getItem(wantedName) === 'yes'
const want = (isOn) => localStorage.setItem(wantedName, isOn ? 'yes' : 'no')

const canPush = () => 'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator

const subscription = async () =>
  (await navigator.serviceWorker?.getRegistration('/courier'))?.pushManager?.getSubscription()

/** What the card says of it, by the names of its texts; nothing is claimed before it was compared. */
let pushState = 'asking'
/** Whether the service and the browser agree that this phone is told. */
let isTold = false
/** After a renewal that failed, only the courier asks again. */
let mayRenew = true
let isComparing = false

const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))

const textOf = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** What the service calls an address by on this page. */
const nameOfAddress = async (endpoint) =>
  textOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(new URL(endpoint).href)))

/** Whether a subscription was made under the key that the service has now. */
const isUnderOurKey = ({ options }) =>
  !options?.applicationServerKey || textOf(options.applicationServerKey) === card().dataset.key

async function post(url, body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body && JSON.stringify(body),
  })
  if (response.status !== 204) throw new Error(`It was not taken: ${response.status}.`)
}

/** Gives the service the address of this phone: `kept`, or a new one in place of what the browser has. */
async function beTold(kept) {
  const { pushManager } = await navigator.serviceWorker.ready
  if (!kept) await (await pushManager.getSubscription())?.unsubscribe()
  const applicationServerKey = bytesOf(card().dataset.key)
  const made = kept ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
  const { endpoint, keys } = made.toJSON()
  await post('/courier/push', { endpoint, keys })
  want(true)
  mayRenew = true
  Object.assign(card().dataset, { pushed: await nameOfAddress(endpoint), failing: 'false' })
}

/** Ends what the service has of this phone. */
async function endTold() {
  await post('/courier/push/stop')
  card().dataset.pushed = ''
}

/** How things stand, after what was lost was asked for again. */
async function comparedState() {
  const { pushed, failing } = card().dataset
  const isKnown = pushed !== ''
  const permission = canPush() ? Notification.permission : 'unsupported'
  if (permission !== 'granted') {
    if (isKnown) await endTold()
    if (permission !== 'default') return permission
    return isKnown || isWanted() ? 'lost' : 'off'
  }
  const kept = await subscription()
  if (!isKnown && !isWanted()) {
    await kept?.unsubscribe()
    return 'off'
  }
  const isOurs = kept && isUnderOurKey(kept)
  const isSame = isOurs && pushed === (await nameOfAddress(kept.endpoint))
  if (isSame && failing !== 'true') return 'on'
  if (!mayRenew) return 'lost'
  mayRenew = false
  try {
    // The browser has changed the address by itself; anything else no longer reaches this phone.
    await beTold(isOurs && isKnown && !isSame ? kept : undefined)
    return 'on'
  } catch {
    if (isKnown) await endTold()
    return 'lost'
  }
}

async function comparePush() {
  if (!card() || isComparing) return
  isComparing = true
  try {
    pushState = await comparedState()
  } catch {
    pushState = 'failed'
  }
  isTold = pushState === 'on'
  isComparing = false
  showPush()
}

/** Shows what is known, with a switch where something can be switched. */
function showPush() {
  const alerts = card()
  if (!alerts) return
  const says = texts().push
  const isElsewhere = alerts.dataset.elsewhere === 'true'
  const isFixed = ['asking', 'denied', 'unsupported'].includes(pushState)
  said(alerts.querySelector('[data-push]'), isFixed ? '' : isTold ? says.stop : says.start)
  const hint = pushState === 'off' && isElsewhere ? 'elsewhere' : pushState
  said(alerts.querySelector('[data-push-hint]'), says[hint] ?? '')
}

async function switchPush() {
  if (isComparing) return
  isComparing = true
  pushState = 'asking'
  showPush()
  try {
    pushState = await (isTold ? stopPush() : startPush())
    isTold = pushState === 'on'
  } catch {
    pushState = 'failed'
  }
  isComparing = false
  showPush()
}

async function startPush() {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  await beTold()
  return 'on'
}

async function stopPush() {
  want(false)
  await endTold()
  await (await subscription())?.unsubscribe()
  return 'off'
}

if (document.body.dataset.courier) {
  document.addEventListener('click', ({ target }) => {
    if (target.closest('[data-push]')) void switchPush()
  })
  document.addEventListener('courier:shown', () => {
    showPush()
    void comparePush()
  })
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void comparePush()
  })
  void navigator.permissions?.query({ name: 'notifications' }).then(
    (permission) => permission.addEventListener('change', comparePush),
    () => {},
  )
  showPush()
  void comparePush()
} else if (location.pathname === '/courier/sign-in') {
  // Whoever signs in next on this phone is asked anew.
  want(false)
  void subscription().then((kept) => kept?.unsubscribe())
}
