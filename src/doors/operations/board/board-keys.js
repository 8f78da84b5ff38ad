/**
 * The keys of the board: J and K go from row to row, X chooses one, A goes to whom it is assigned, L says whom to call,
 * / searches, figures are the views, ? says them all. They can be switched off, and do nothing in a field.
 */
;(() => {
  const part = (name) => document.getElementById(`board-${name}`)
  const list = part('list')
  if (!list) return
  const storage = 'colis-board-keys'
  const box = part('keys-on')
  let isOn = true
  try {
    isOn = localStorage.getItem(storage) !== 'off'
  } catch {}
  box.checked = isOn
  part('keys').hidden = !isOn
  box.addEventListener('change', () => {
    isOn = box.checked
    part('keys').hidden = !isOn
    try {
      localStorage.setItem(storage, isOn ? 'on' : 'off')
    } catch {}
  })

  const rowOf = (place) => place?.closest?.('#board-list > tr')
  /* Where J and K go on from: the row of the focus, or the one that it was in last. */
  let last
  list.addEventListener('focusin', ({ target }) => {
    last = rowOf(target)
  })
  const current = () => rowOf(document.activeElement) ?? (last?.isConnected ? last : undefined)

  function go(step) {
    const rows = [...list.children]
    const from = rows.indexOf(current())
    const next = rows[from < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, from + step))]
    next?.querySelector('a').focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  function choose(row, isChosen) {
    const tick = row?.querySelector('input')
    if (!tick) return
    tick.checked = isChosen ?? !tick.checked
    tick.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const chosen = () => [...list.querySelectorAll('input:checked')]

  function assign() {
    if (chosen().length === 0) choose(current(), true)
    if (chosen().length > 0) part('courier').focus()
  }
  function tour() {
    if (chosen().length > 0) part('tour')?.click()
  }
  function letGo() {
    for (const tick of chosen()) choose(rowOf(tick), false)
  }
  async function call() {
    const row = current()
    if (!row) return
    const response = await fetch(`/operations/deliveries/${row.id.slice(2)}/phones`, { redirect: 'error' })
    if (!response.ok) return
    const place = part('phones')
    place.firstElementChild.innerHTML = await response.text()
    place.showModal()
    place.querySelector('a')?.focus()
  }
  function view(number) {
    document.querySelectorAll('.views a[data-view]')[number - 1]?.click()
  }

  for (const button of document.querySelectorAll('dialog [data-close]'))
    button.addEventListener('click', () => button.closest('dialog').close())

  const acts = {
    j: () => go(1),
    k: () => go(-1),
    x: () => choose(current()),
    a: assign,
    t: tour,
    l: call,
    '/': () => part('search').focus(),
    '?': () => part('help').showModal(),
  }
  document.addEventListener('keydown', (event) => {
    const { key, target } = event
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
    if (document.querySelector('dialog[open]')) return
    const isField = target.matches?.('input:not([type="checkbox"]), select, textarea')
    if (key === 'Escape') {
      if (isField) target.blur()
      else letGo()
      return
    }
    if (isField || !isOn) return
    const act = acts[key.toLowerCase()] ?? (/^[1-9]$/.test(key) ? () => view(Number(key)) : undefined)
    if (!act) return
    event.preventDefault()
    act()
  })
})()
