/**
 * Keeps the board up to date; it works without. A stream sends all of it once and then what changes, and this says the
 * same as board-page.ts: counts, the list with what needs a person first, the number that is late in the title, and a
 * sound for each that is new, once somebody has switched it on.
 */
;(() => {
  const root = document.getElementById('board')
  if (!root || !window.EventSource) return
  const about = JSON.parse(root.dataset.board)
  const { words, filter, statuses, kinds } = about
  const [deliveries, couriers, rows] = [new Map(), new Map(), new Map()]
  const title = document.title
  const part = (name) => document.getElementById(`board-${name}`)
  /* What is late, as `id reason`, so that what is new is known. */
  let alarms
  let clockAheadMs = 0
  let map
  let source
  let timer
  let audio
  let failures = 0
  /* Until the stream has sent all of it, what the server wrote stands. */
  let hasBoard = false

  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')
  const now = () => Date.now() - clockAheadMs
  function ageText(ms) {
    const minutes = Math.floor(Math.max(0, ms) / 60000)
    if (minutes < 1) return words.age.now
    if (minutes < 60) return filled(words.age.minutes, { minutes })
    const hours = Math.floor(minutes / 60)
    if (hours < 48) return filled(words.age.hours, { hours, minutes: String(minutes % 60).padStart(2, '0') })
    return filled(words.age.days, { days: Math.floor(hours / 24) })
  }
  function element(tag, attributes, ...children) {
    const made = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
    made.append(...children)
    return made
  }

  const isShown = ({ cityId, status, shopId, late }) =>
    (!filter.cityId || filter.cityId === cityId) &&
    (!filter.status || filter.status === status) &&
    (!filter.shopId || filter.shopId === shopId) &&
    (!filter.isLateOnly || late.length > 0)
  const lateSince = ({ late }) => Math.min(Infinity, ...late.map(({ since }) => since))
  const byUrgency = (one, other) => {
    const [lateOne, lateOther] = [lateSince(one), lateSince(other)]
    if (lateOne !== lateOther) return lateOne < lateOther ? -1 : 1
    return one.waitSince - other.waitSince || (one.id < other.id ? -1 : 1)
  }
  const hrefOf = (id) => `/operations/deliveries/${id}`
  const reasonText = ({ reason, since }) =>
    filled(reason === 'CODE_LOCKED' ? words.lockedSince : words.lateBy, {
      reason: words.reason[reason],
      age: ageText(now() - since),
    })
  const problemText = ({ isWaitedFor, reason }) =>
    filled(isWaitedFor ? words.problem.waits : words.problem.left, { reason: words.problem.reason[reason] })
  const factsOf = (row) =>
    [
      filled(words.since, { age: ageText(now() - row.waitSince) }),
      row.courier === null ? '' : filled(words.courier, { name: row.courier }),
      row.isPaymentWaiting ? words.payment : '',
    ].filter((text) => text !== '')

  function fill(item, row, reasons, facts) {
    item.className = reasons[0] ? 'late' : ''
    item.replaceChildren(
      element(
        'a',
        { href: hrefOf(row.id) },
        element(
          'span',
          {},
          element('strong', {}, row.reference),
          ` ${row.shop} · ${row.city}`,
          element('br', {}),
          element('span', { class: 'soft' }, facts),
        ),
        element(
          'span',
          { class: 'board-badges' },
          ...reasons.map((text) => element('span', { class: 'badge bad' }, text)),
          ...(row.problem ? [element('span', { class: 'badge over' }, problemText(row.problem))] : []),
          element('span', { class: `badge ${kinds[row.status]}` }, words.wait[row.wait]),
        ),
      ),
    )
  }

  /* A line stays the same element, so that a finger or the focus that is on it stays there. */
  function lineOf(row) {
    const reasons = row.late.map(reasonText)
    const facts = factsOf(row).join(' · ')
    const key = JSON.stringify([row, reasons, facts])
    const line = rows.get(row.id) ?? { item: element('li', { id: `d-${row.id}` }) }
    rows.set(row.id, line)
    if (line.key !== key) {
      const hasFocus = line.item.contains(document.activeElement)
      fill(line.item, row, reasons, facts)
      if (hasFocus) line.item.firstElementChild.focus({ preventScroll: true })
    }
    line.key = key
    return line.item
  }

  function showList(shown) {
    const listed = shown.slice(0, about.maxListed)
    const items = listed.map(lineOf)
    const list = part('list')
    const same =
      items.length === list.children.length && items.every((item, at) => list.children[at] === item)
    if (!same) {
      const focused = document.activeElement
      list.replaceChildren(...items)
      if (focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true })
    }
    const ids = new Set(listed.map(({ id }) => id))
    for (const id of rows.keys()) if (!ids.has(id)) rows.delete(id)
    list.hidden = items.length === 0
    part('empty').hidden = items.length > 0
    part('empty').textContent = deliveries.size > 0 ? words.nothingShown : words.none
    part('rest').hidden = shown.length <= about.maxListed
    part('rest').textContent = filled(words.more, { count: shown.length - about.maxListed })
  }

  function addressOf(asked) {
    const query = new URLSearchParams()
    if (asked.cityId) query.set('city', asked.cityId)
    if (asked.status) query.set('status', asked.status)
    if (asked.shopId) query.set('shop', asked.shopId)
    if (asked.isLateOnly) query.set('late', 'on')
    return `/operations${query.size > 0 ? `?${query}` : ''}`
  }

  function countCell(count, late, asked) {
    if (count === 0) return element('td', { class: 'number soft' }, '0')
    const isCurrent = asked.cityId === filter.cityId && asked.status === filter.status
    const href = addressOf({ ...filter, cityId: undefined, status: undefined, ...asked })
    const cell = element(
      'td',
      { class: 'number' },
      element(
        'a',
        { class: 'board-count', href, ...(isCurrent && { 'aria-current': 'true' }) },
        String(count),
      ),
    )
    if (late > 0)
      cell.append(
        ' ',
        element(
          'a',
          { class: 'badge bad board-late', href: addressOf({ ...asked, isLateOnly: true }) },
          String(late),
        ),
      )
    return cell
  }

  let countsKey
  function showCounts() {
    const [cities, counts] = [new Map(), new Map()]
    for (const { cityId, city, status, late } of deliveries.values()) {
      cities.set(cityId, city)
      for (const key of [`${cityId} ${status}`, `${cityId} `, ` ${status}`, ' ']) {
        const counted = counts.get(key) ?? [0, 0]
        counts.set(key, [counted[0] + 1, counted[1] + (late.length > 0 ? 1 : 0)])
      }
    }
    const key = JSON.stringify([...counts].sort())
    if (key === countsKey) return
    countsKey = key
    part('counts').hidden = deliveries.size === 0
    const used = statuses.filter((status) => counts.has(` ${status}`))
    const row = (name, cityId) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, name),
        ...[undefined, ...used].map((status) =>
          countCell(...(counts.get(`${cityId ?? ''} ${status ?? ''}`) ?? [0, 0]), {
            ...(cityId && { cityId }),
            ...(status && { status }),
          }),
        ),
      )
    const heads = [words.filter.city, words.all, ...used.map((status) => words.status[status])]
    const named = [...cities].sort(([, one], [, other]) => one.localeCompare(other, 'fr'))
    const focused = part('counts').contains(document.activeElement) && document.activeElement.href
    part('counts').replaceChildren(
      element(
        'table',
        {},
        element(
          'thead',
          {},
          element('tr', {}, ...heads.map((text) => element('th', { scope: 'col' }, text))),
        ),
        element(
          'tbody',
          {},
          ...named.map(([id, name]) => row(name, id)),
          ...(named.length > 1 ? [row(words.all)] : []),
        ),
      ),
    )
    if (!focused) return
    const links = [...part('counts').querySelectorAll('a')]
    const same = links.find(({ href }) => href === focused) ?? links[0]
    same?.focus({ preventScroll: true })
  }

  function showCouriers(shown) {
    const all = [...shown.values()]
    part('couriers').textContent = filled(words.couriers, {
      free: all.filter(({ carries, isOnDuty }) => isOnDuty && !carries).length,
      carrying: all.filter(({ carries }) => carries).length,
      old: all.filter(({ seenAt }) => now() - (seenAt ?? 0) > about.oldAfterMs).length,
    })
  }

  /* What has become late since the last time is said, shown in the title, and heard. */
  function raise(shown) {
    const late = shown.filter((row) => row.late.length > 0)
    document.title = late.length > 0 ? `(${late.length}) ${title}` : title
    part('total').textContent = filled(words.total, { count: shown.length, late: late.length })
    const raised = new Map(
      late.flatMap((row) => row.late.map(({ reason }) => [`${row.id} ${reason}`, { ...row, reason }])),
    )
    const fresh = alarms ? [...raised].filter(([key]) => !alarms.has(key)) : []
    alarms = new Set(raised.keys())
    if (fresh.length === 0) return
    beep()
    const [, { reference, shop, reason }] = fresh[0]
    part('news').textContent = filled(words.news, { reference, shop, reason: words.reason[reason] })
  }

  function show() {
    if (!hasBoard) return
    const shown = new Map([...deliveries].filter(([, row]) => isShown(row)))
    const sorted = [...shown.values()].sort(byUrgency)
    const shownCouriers = new Map(
      [...couriers].filter(([, { cityIds }]) => !filter.cityId || cityIds.includes(filter.cityId)),
    )
    showCounts()
    raise(sorted)
    showList(sorted)
    showCouriers(shownCouriers)
    map?.show({ deliveries: shown, shownCouriers, now: now(), oldAfterMs: about.oldAfterMs, hrefOf })
  }

  const textOf = {
    delivery: (id) => {
      const row = deliveries.get(id)
      if (!row) return []
      const head = `${row.reference} · ${row.shop}`
      return [head, words.wait[row.wait], factsOf(row).join(' · '), ...row.late.map(reasonText)]
    },
    courier: (id) => {
      const courier = couriers.get(id)
      if (!courier) return { lines: [] }
      const carried = courier.carries
      const seen =
        courier.seenAt === null ? words.unseen : filled(words.seen, { age: ageText(now() - courier.seenAt) })
      const state = carried
        ? (deliveries.get(carried)?.reference ?? words.mapLegend.carrying)
        : words.mapLegend.free
      return { lines: [courier.name, state, seen], carried }
    },
  }

  function drawMap() {
    const place = part('map')
    place.parentElement.hidden = false
    boardMap.draw(
      place,
      { ...about, textOf },
      () => {
        place.parentElement.hidden = true
      },
      (drawn) => {
        map = drawn
        show()
      },
    )
  }

  /* Browsers let a page be heard only after somebody has pressed something. */
  function offerSound() {
    const button = part('sound')
    if (!window.AudioContext) return
    button.hidden = false
    button.addEventListener('click', () => {
      const isOn = !audio
      if (isOn) audio = new AudioContext()
      else {
        audio.close()
        audio = undefined
      }
      button.setAttribute('aria-pressed', String(isOn))
      button.textContent = isOn ? words.sound.on : words.sound.off
      beep()
    })
  }
  function beep() {
    if (!audio) return
    audio.resume()
    for (const [at, frequency] of [
      [0, 880],
      [0.18, 1175],
    ]) {
      const [tone, loudness] = [audio.createOscillator(), audio.createGain()]
      const start = audio.currentTime + at
      tone.frequency.value = frequency
      loudness.gain.setValueAtTime(0.2, start)
      loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.16)
      tone.connect(loudness).connect(audio.destination)
      tone.start(start)
      tone.stop(start + 0.16)
    }
    root.dataset.heard = String(Number(root.dataset.heard ?? 0) + 1)
  }

  function state(text, kind) {
    const place = part('state')
    place.hidden = false
    if (place.textContent !== text) place.textContent = text
    place.className = `badge ${kind}`
  }

  let isWaiting = false
  /* Positions come every second or two: what they change is drawn once in a while. */
  function showSoon() {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      show()
    }, 100)
  }

  function read(data) {
    const message = JSON.parse(data)
    clockAheadMs = Date.now() - message.at
    part('more-than-shown').hidden = !message.hasMore
    for (const row of message.deliveries) deliveries.set(row.id, row)
    for (const courier of message.couriers) couriers.set(courier.id, courier)
    for (const [id, lat, lng, seenAt] of message.moved ?? []) {
      const courier = couriers.get(id)
      if (courier) couriers.set(id, { ...courier, at: [lat, lng], seenAt })
    }
    for (const id of message.goneDeliveries ?? []) deliveries.delete(id)
    for (const id of message.goneCouriers ?? []) couriers.delete(id)
    state(words.live, '')
    showSoon()
  }

  function open() {
    clearTimeout(timer)
    if (source) return
    source = new EventSource(about.live)
    source.addEventListener('board', ({ data }) => {
      failures = 0
      hasBoard = true
      deliveries.clear()
      couriers.clear()
      read(data)
    })
    source.addEventListener('change', ({ data }) => read(data))
    source.addEventListener('end', () => {
      close()
      state(words.old, 'bad')
    })
    source.onerror = () => {
      state(words.lost, 'waiting')
      if (source?.readyState !== 2) return
      close()
      failures += 1
      if (failures < 60) timer = setTimeout(open, 10000 + 10000 * Math.random())
      else state(words.old, 'bad')
    }
  }
  function close() {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }

  /* Alerts and what makes trips dearer change seldom: they are read twice a minute while the board is followed. */
  async function readNotices() {
    if (!source) return
    const response = await fetch(about.notices, { redirect: 'error' }).catch(() => undefined)
    if (!response?.ok) return
    const place = part('notices')
    const read = document.createElement('div')
    read.innerHTML = await response.text()
    if (place.contains(document.activeElement) || read.innerHTML === place.innerHTML) return
    const linesOf = (of) => [...of.querySelectorAll('li strong')].map(({ textContent }) => textContent)
    const known = linesOf(place)
    const [fresh] = linesOf(read).filter((line) => !known.includes(line))
    place.replaceChildren(...read.childNodes)
    if (fresh === undefined) return
    beep()
    part('news').textContent = fresh
  }

  /* It follows in the background too: that is when its sound and its title are needed. */
  addEventListener('pagehide', close)
  addEventListener('pageshow', open)
  addEventListener('online', () => {
    close()
    open()
  })
  setInterval(showSoon, 15000)
  setInterval(readNotices, 30000)
  offerSound()
  drawMap()
  open()
})()
