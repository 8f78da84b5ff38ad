/**
 * Keeps the board up to date; it works without. A stream sends all of it once and then what changes, and this says the
 * same as board-table-page.ts: rows with what is late first, the counts of the views, what couriers have to do, the
 * number that is late in the title, and a sound for each that is new, once somebody has switched it on.
 */
;(() => {
  const root = document.getElementById('board')
  if (!root || !window.EventSource) return
  const about = JSON.parse(root.dataset.board)
  const { words } = about
  const [deliveries, couriers, rows, loads] = [new Map(), new Map(), new Map(), new Map()]
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
  const figures = new Intl.NumberFormat(about.locale, { useGrouping: 'always' })
  const names = new Intl.Collator(about.locale)
  const clocks = new Map()
  function timeText(at, cityId) {
    const timeZone = about.timeZones[cityId]
    if (!clocks.has(timeZone))
      clocks.set(timeZone, new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }))
    return clocks.get(timeZone).format(at)
  }
  function ageText(ms) {
    const minutes = Math.max(0, Math.floor(ms / 60000))
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
  function drawn(tag, attributes, ...children) {
    const made = document.createElementNS('http://www.w3.org/2000/svg', tag)
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
    made.append(...children)
    return made
  }

  /* What is looked at: the same as shown-deliveries.ts. */
  const folded = (text) =>
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll('œ', 'oe')
      .replace(/[’ʼ‘`]/g, "'")
  const inView = {
    late: ({ late }) => late.length > 0,
    'no-courier': ({ wait }) => wait === 'COURIER',
    payment: ({ payment, wait }) => wait === 'HANDOVER' && payment === 'AWAITING_MERCHANT',
    handover: ({ wait }) => wait === 'HANDOVER',
    return: ({ wait }) => wait === 'RETURN',
  }
  const textOf = ({ reference, externalRef, customer, shop, courier, from, to }) =>
    folded([reference, externalRef, customer, shop, courier, from, to?.name].join(' '))
  const isShownBy = (filter, row) =>
    (!filter.view || inView[filter.view](row)) &&
    (!filter.cityId || filter.cityId === row.cityId) &&
    (!filter.zoneId || filter.zoneId === row.to?.id) &&
    (!filter.shopId || filter.shopId === row.shopId) &&
    (!filter.courierId || filter.courierId === row.courierId) &&
    (!filter.status || filter.status === row.status) &&
    (filter.words.length === 0 || filter.words.every((word) => textOf(row).includes(word)))
  const lateSince = ({ late }) => Math.min(Infinity, ...late.map(({ since }) => since))
  const byUrgency = (one, other) => {
    const [lateOne, lateOther] = [lateSince(one), lateSince(other)]
    if (lateOne !== lateOther) return lateOne < lateOther ? -1 : 1
    return one.waitSince - other.waitSince || (one.id < other.id ? -1 : 1)
  }

  /* What a row says. */
  const hrefOf = (id) => `/operations/deliveries/${id}`
  const looks = {
    POSITION: ['position', 'wait'],
    COURIER: ['search', 'wait'],
    ARRIVAL: ['to-shop', 'go'],
    PICKUP: ['at-shop', 'go'],
    HANDOVER: ['way', 'way'],
    RETURN: ['back', 'wait'],
  }
  const reasonText = ({ reason, since }) =>
    filled(reason === 'CODE_LOCKED' ? words.lockedSince : words.lateBy, {
      reason: words.reason[reason],
      age: ageText(now() - since),
    })
  const problemText = ({ problem }) =>
    problem
      ? filled(problem.isWaitedFor ? words.problem.waits : words.problem.left, {
          reason: words.problem.reason[problem.reason],
        })
      : ''
  function stateOf(row) {
    const [icon, kind] = looks[row.wait]
    const [late] = row.late
    if (!late) return [icon, kind, row.problem ? problemText(row) : words.wait[row.wait]]
    const shape = late.reason === 'CODE_LOCKED' ? 'stop' : late.reason.startsWith('PAYMENT_') ? 'pay' : icon
    return [shape, 'bad', words.reason[late.reason]]
  }
  const waitText = (row) =>
    `${words.wait[row.wait]} ${filled(words.since, { age: ageText(now() - row.waitSince) })}`
  const aboutOf = (row) =>
    [waitText(row), ...row.late.map(reasonText), problemText(row)].filter(Boolean).join(', ')
  const tripOf = ({ from, to, dropoff, city }) => `${from ?? city} → ${dropoff ? (to?.name ?? city) : '?'}`
  function moneyOf({ amountFcfa, payment }) {
    if (amountFcfa === 0) return null
    const isDue = payment !== 'PAID' && payment !== 'NOT_DUE'
    return [filled(isDue ? words.due : words.paid, { amount: figures.format(amountFcfa) }), isDue]
  }
  function barOf(row) {
    const at = now()
    const isLate = row.late.length > 0
    const since = lateSince(row)
    const waited = ageText(at - row.waitSince)
    const late = ageText(at - since)
    const text = isLate
      ? `+${late}`
      : at < row.waitSince
        ? filled(words.begins, { age: ageText(row.waitSince - at) })
        : waited
    const said = isLate
      ? `${filled(words.lateFor, { age: late })}, ${filled(words.since, { age: waited })}`
      : ''
    const dueAt = isLate ? since : row.lateAt
    const share =
      dueAt === null || dueAt <= row.waitSince ? 0 : (at - row.waitSince) / (dueAt - row.waitSince)
    const width = (part) => (Math.max(0, Math.min(part, 1)) * 28).toFixed(1)
    return { text, said, spent: width(share), over: width(share - 1), hasTick: dueAt !== null }
  }

  /* A cell is drawn again only where what it says is another: a finger or the focus that is on it stays there. */
  function put(cell, key, make) {
    if (cell.said === key) return
    cell.said = key
    make(cell)
  }
  const say = (cell, text) =>
    put(cell, text, () => cell.replaceChildren(text ? text : element('span', { class: 'soft' }, '—')))
  function describe(cell, text) {
    if (cell.title !== text) cell.title = text
  }

  function rowOf(row) {
    const known = rows.get(row.id)
    if (known) return known
    /* What the server wrote is taken over as it is, with its box ticked or not. */
    const item = document.getElementById(`d-${row.id}`) ?? freshRow(row)
    const made = { item, box: item.querySelector('input'), cells: [...item.children] }
    rows.set(row.id, made)
    return made
  }
  function freshRow({ id, reference }) {
    const [, prefix = '', short = reference] = /^(COL\w*-)(.+)$/.exec(reference) ?? []
    const unseen = (text) => element('span', { class: 'unseen' }, text)
    const cell = (name, ...inside) => element('td', { class: name }, ...inside)
    return element(
      'tr',
      { id: `d-${id}` },
      cell(
        'c-x',
        element(
          'label',
          {},
          unseen(filled(words.choose, { reference })),
          element('input', { type: 'checkbox', name: 'delivery', value: id }),
        ),
      ),
      element(
        'th',
        { scope: 'row', class: 'c-ref' },
        element('a', { href: hrefOf(id) }, unseen(prefix), element('span', { class: 'name' }, short)),
      ),
      ...['age', 'shop', 'trip', 'client', 'stat', 'man', 'arr num', 'money num'].map((name) =>
        cell(`c-${name}`),
      ),
    )
  }

  function fill({ item, cells }, row) {
    const [, , age, shop, trip, client, stat, man, arr, fcfa] = cells
    item.className = row.late.length > 0 ? 'late' : ''
    const bar = barOf(row)
    put(age, JSON.stringify(bar), () =>
      age.replaceChildren(
        element('b', {}, bar.text),
        drawn(
          'svg',
          { class: 'late-bar', viewBox: '0 0 56 10', 'aria-hidden': 'true' },
          drawn('path', { class: 'track', d: 'M0 3h56v4H0z' }),
          drawn('path', { class: 'spent', d: `M0 3h${bar.spent}v4H0z` }),
          drawn('path', { class: 'over', d: `M28 2h${bar.over}v6H28z` }),
          ...(bar.hasTick ? [drawn('path', { class: 'tick', d: 'M27.5 0h1v10h-1z' })] : []),
        ),
        element('span', { class: 'unseen' }, bar.said),
      ),
    )
    say(shop, row.shop)
    describe(shop, row.shop)
    say(trip, tripOf(row))
    describe(trip, row.city)
    say(client, row.customer)
    const [icon, kind, state] = stateOf(row)
    const money = moneyOf(row)
    const tail = [row.courier, money?.[1] ? money[0] : null, row.shop].filter(Boolean).join(' · ')
    put(stat, `${icon} ${kind} ${state} ${tail}`, () =>
      stat.replaceChildren(
        element(
          'span',
          { class: `st ${kind}` },
          drawn('svg', { class: 's', 'aria-hidden': 'true' }, drawn('use', { href: `#b-${icon}` })),
          element('span', { class: 'what' }, state),
        ),
        element('span', { class: 'tail' }, ` · ${tail}`),
      ),
    )
    describe(stat, aboutOf(row))
    say(man, row.courier)
    say(arr, row.arrivesAt === null ? null : timeText(row.arrivesAt, row.cityId))
    put(fcfa, JSON.stringify(money), () =>
      fcfa.replaceChildren(element('span', { class: money?.[1] ? 'wait' : 'soft' }, money ? money[0] : '—')),
    )
  }

  /*
   * While something is chosen no row moves or leaves under the finger that chooses: those that come are put below, and
   * what has ended stays, ticked, until it is let go.
   */
  function showList(shown) {
    const list = part('list')
    const isHeld = list.querySelector('input:checked') !== null
    const wanted = new Map(shown.slice(0, about.maxListed).map((row) => [row.id, row]))
    let order = [...wanted.keys()]
    if (isHeld) {
      const there = [...list.children].map(({ id }) => id.slice(2))
      const kept = there.filter((id) => wanted.has(id) || rows.get(id)?.box.checked)
      order = [...kept, ...order.filter((id) => !there.includes(id))]
    }
    const items = order.map((id) => {
      const row = wanted.get(id) ?? deliveries.get(id)
      const line = row ? rowOf(row) : rows.get(id)
      if (row) fill(line, row)
      line.item.classList.toggle('gone', !row)
      return line.item
    })
    const focused = document.activeElement
    let next = list.firstElementChild
    for (const item of items) {
      if (item === next) next = next.nextElementSibling
      else list.insertBefore(item, next)
    }
    while (next) {
      const left = next
      next = next.nextElementSibling
      left.remove()
    }
    if (focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true })
    const ids = new Set(order)
    for (const id of rows.keys()) if (!ids.has(id)) rows.delete(id)
    list.parentElement.hidden = items.length === 0
    part('empty').hidden = items.length > 0
    part('empty').textContent = deliveries.size > 0 ? words.nothingShown : words.none
    part('rest').hidden = shown.length <= about.maxListed
    part('rest').textContent = filled(words.more, { count: Math.max(shown.length - about.maxListed, 0) })
    part('tally').textContent = filled(words.tally, { count: shown.length, total: deliveries.size })
  }

  function showViews() {
    const all = [...deliveries.values()]
    document.querySelectorAll('.views a[data-view] b').forEach((place, at) => {
      const filter = about.views[at]
      const count = all.filter((row) => isShownBy(filter, row)).length
      if (place.textContent !== String(count)) place.textContent = String(count)
      place.className = filter.view === 'late' && count > 0 ? 'bad' : ''
    })
  }

  /* What couriers have to do, those who are free first. */
  function showLoads() {
    const carried = new Map()
    for (const row of deliveries.values())
      if (row.courierId) carried.set(row.courierId, [...(carried.get(row.courierId) ?? []), row])
    const all = [...couriers.values()]
      .filter(({ cityIds }) => !about.filter.cityId || cityIds.includes(about.filter.cityId))
      .map((courier) => ({ courier, parcels: carried.get(courier.id) ?? [] }))
      .sort(
        (one, other) =>
          one.parcels.length - other.parcels.length || names.compare(one.courier.name, other.courier.name),
      )
    part('couriers').textContent = filled(words.couriers, {
      free: all.filter(({ courier, parcels }) => courier.isOnDuty && parcels.length === 0).length,
      carrying: all.filter(({ parcels }) => parcels.length > 0).length,
      old: all.filter(({ courier }) => isOld(courier)).length,
    })
    const lines = all.slice(0, about.maxLoads).map(loadLine)
    part('loads').replaceChildren(...lines)
    const ids = new Set(all.map(({ courier }) => courier.id))
    for (const id of loads.keys()) if (!ids.has(id)) loads.delete(id)
    offerCouriers(all)
  }
  const isOld = ({ seenAt }) => now() - (seenAt ?? 0) > about.oldAfterMs
  function seenText({ seenAt }) {
    return seenAt === null ? words.unseen : filled(words.seen, { age: ageText(now() - seenAt) })
  }
  function loadLine({ courier, parcels }) {
    const [next] = [...parcels].sort(
      (one, other) => (one.arrivesAt ?? Infinity) - (other.arrivesAt ?? Infinity),
    )
    const place =
      next && ((next.wait === 'ARRIVAL' || next.wait === 'PICKUP' ? next.from : next.to?.name) ?? next.city)
    const time = next ? (next.arrivesAt === null ? '' : timeText(next.arrivesAt, next.cityId)) : null
    const line = loads.get(courier.id) ?? { item: element('tr', {}) }
    loads.set(courier.id, line)
    const key = JSON.stringify([courier.name, parcels.length, place, time, isOld(courier)])
    if (line.key !== key) {
      line.key = key
      const count = Math.min(parcels.length, 5)
      const squares = Array.from({ length: count }, (_, at) => `M${at * 9} 0h7v7h-7z`).join('')
      line.item.replaceChildren(
        element('th', { scope: 'row', title: seenText(courier) }, courier.name),
        element(
          'td',
          {},
          drawn(
            'svg',
            { class: 'squares', viewBox: '0 0 43 7', 'aria-hidden': 'true' },
            drawn('path', { d: squares }),
          ),
          ` ${parcels.length}`,
        ),
        element(
          'td',
          { class: 'to' },
          place ?? '',
          ...(isOld(courier)
            ? [' ', element('span', { class: 'wait', title: seenText(courier) }, words.mapLegend.old)]
            : []),
        ),
        element('td', { class: 'num' }, time ?? element('span', { class: 'pill' }, words.free)),
      )
    }
    return line.item
  }

  /* Whom something can be given to, unless somebody is choosing. */
  let offered
  function offerCouriers(all) {
    const select = part('courier')
    const key = JSON.stringify(all.map(({ courier, parcels }) => [courier.id, parcels.length]))
    if (key === offered || document.activeElement === select) return
    offered = key
    const chosen = select.value
    const texts = all.slice(0, 300).map(({ courier: { id, name }, parcels: { length } }) => {
      const text = length === 0 ? `${name}, ${words.free}` : `${name}, ${length}`
      return element('option', { value: id }, text)
    })
    select.replaceChildren(select.options[0], ...texts)
    select.value = chosen
  }

  /* What has become late since the last time is said, shown in the title, and heard. */
  function raise(shown) {
    const late = shown.filter((row) => row.late.length > 0)
    document.title = late.length > 0 ? `(${late.length}) ${title}` : title
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
    const shown = new Map([...deliveries].filter(([, row]) => isShownBy(about.filter, row)))
    const sorted = [...shown.values()].sort(byUrgency)
    const shownCouriers = new Map(
      [...couriers].filter(
        ([, { cityIds }]) => !about.filter.cityId || cityIds.includes(about.filter.cityId),
      ),
    )
    showViews()
    raise(sorted)
    showList(sorted)
    showLoads()
    map?.show({ deliveries: shown, shownCouriers, now: now(), oldAfterMs: about.oldAfterMs, hrefOf })
  }

  const popupOf = {
    delivery: (id) => {
      const row = deliveries.get(id)
      if (!row) return []
      const facts = [row.courier, moneyOf(row)?.[0]].filter(Boolean).join(' · ')
      const lines = [`${row.reference} · ${row.shop}`, tripOf(row), facts, waitText(row)]
      return [...lines.filter(Boolean), ...row.late.map(reasonText)]
    },
    courier: (id) => {
      const courier = couriers.get(id)
      if (!courier) return { lines: [] }
      const [carried] = courier.carries
      const references = courier.carries.flatMap((each) => deliveries.get(each)?.reference ?? [])
      const state = carried ? references.join(', ') || words.mapLegend.carrying : words.mapLegend.free
      return { lines: [courier.name, state, seenText(courier)], carried }
    },
  }

  function drawMap() {
    const place = part('map')
    place.parentElement.hidden = false
    boardMap.draw(
      place,
      { ...about, textOf: popupOf },
      () => {
        place.parentElement.hidden = true
      },
      (made) => {
        map = made
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

  /* Who follows need not refresh. */
  function state(text, kind) {
    const place = part('state')
    place.hidden = false
    if (place.textContent !== text) place.textContent = text
    place.className = `state ${kind}`
    part('reload').hidden = kind === 'way'
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
    state(words.live, 'way')
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
      state(words.lost, 'wait')
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
  /* What was held while something was chosen is put in order again. */
  part('list').addEventListener('change', showSoon)
  setInterval(showSoon, 15000)
  setInterval(readNotices, 30000)
  offerSound()
  drawMap()
  open()
})()
