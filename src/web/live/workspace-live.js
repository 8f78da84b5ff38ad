/**
 * Keeps an open page of the console up to date; it works without. `data-live` names the stream, a `data-live-part` is
 * replaced by what the stream sends under its name, and where there is none the page is fetched again. Never while
 * something is being typed. Maps that show the same stay; other scripts hear `live` when something was replaced.
 */
;(() => {
  const marked = document.querySelector('[data-live]')
  if (!marked || !window.EventSource) return
  const names = [...document.querySelectorAll('[data-live-part]')].map((part) => part.dataset.livePart)
  const pending = new Map()
  let source
  let timer
  let failures = 0
  let fetches = 0
  let isFresh = true

  const isChanged = (field) =>
    field.type === 'checkbox' || field.type === 'radio'
      ? field.checked !== field.defaultChecked
      : field.options
        ? field.selectedIndex > 0 && !field.options[field.selectedIndex].defaultSelected
        : field.value !== field.defaultValue
  const isTyping = (area) =>
    area.querySelector('dialog[open],input:focus,textarea:focus,select:focus') ||
    [...area.querySelectorAll('input:not([type=hidden]),textarea,select')].some(isChanged)

  function replace(area, fresh) {
    if (isTyping(area)) return pending.set(area, fresh)
    pending.delete(area)
    const { id } = area.contains(document.activeElement) ? document.activeElement : {}
    const open = [...area.querySelectorAll('details[open][id]')].map((each) => each.id)
    for (const map of area.querySelectorAll('[data-drawn]'))
      for (const same of fresh.querySelectorAll('[data-map]'))
        if (same.dataset.map === map.dataset.map) same.replaceWith(map)
    area.replaceChildren(...fresh.childNodes)
    for (const each of open) document.getElementById(each)?.setAttribute('open', '')
    if (id) document.getElementById(id)?.focus({ preventScroll: true })
    document.dispatchEvent(new Event('live'))
  }

  const parsed = (text) => new DOMParser().parseFromString(text, 'text/html')
  const again = (work, ms) => {
    clearTimeout(timer)
    timer = setTimeout(work, ms)
  }

  async function fetchPage() {
    fetches += 1
    const mine = fetches
    const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => ({ status: 500 }))
    if (answer.status >= 500) return again(fetchPage, 10000)
    if (!answer.ok || answer.redirected) return close()
    const main = parsed(await answer.text()).querySelector('main')
    if (main && mine === fetches) replace(document.querySelector('main'), main)
  }

  function open() {
    if (source || document.hidden) return
    source = new EventSource(marked.dataset.live)
    source.onerror = () => {
      isFresh = false
      if (source?.readyState !== 2) return
      close()
      failures += 1
      if (failures < 6) again(open, 20000 + 20000 * Math.random())
    }
    source.addEventListener('end', close)
    source.addEventListener('changed', fetchPage)
    source.addEventListener('listening', () => {
      failures = 0
      if (!names[0] && !(isFresh && performance.now() < 5000)) fetchPage()
    })
    for (const name of names)
      source.addEventListener(name, ({ data }) => {
        const part = document.querySelector(`[data-live-part="${name}"]`)
        if (part) replace(part, parsed(data).body)
      })
  }

  function close() {
    clearTimeout(timer)
    source?.close()
    source = undefined
    isFresh = false
  }

  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()))
  document.addEventListener('focusout', () =>
    setTimeout(() => {
      for (const [area, fresh] of pending) replace(area, fresh)
    }),
  )
  addEventListener('pagehide', close)
  addEventListener('pageshow', open)
  addEventListener('online', () => {
    close()
    open()
  })
  open()
})()
