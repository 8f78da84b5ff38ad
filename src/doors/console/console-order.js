/** The form of a new delivery: messages read as they are pasted, the price as one types, customers known by phone. */
;(() => {
  const form = document.getElementById('order')
  if (!form) return
  const price = document.getElementById('price')
  const showPrice = document.getElementById('show-price')
  const known = document.getElementById('known')
  let timer
  let asked = 0

  const fields = () => {
    const sent = new URLSearchParams()
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') sent.append(name, value)
    return sent
  }

  /* The bar stays in view while one scrolls, and repeats the price. */
  const barPrice = document.getElementById('bar-price')
  const repeatPrice = () => {
    barPrice.textContent = price.querySelector('.price')?.textContent ?? ''
  }
  repeatPrice()

  async function updatePrice() {
    asked += 1
    const mine = asked
    try {
      const response = await fetch(form.dataset.price, { method: 'POST', body: fields() })
      if (response.ok && !response.redirected && mine === asked) {
        price.innerHTML = await response.text()
        repeatPrice()
      }
    } catch {
      /* Without a network the last price stays. */
    }
  }

  const priced =
    /^(category|size|fragile|mode|amount|feePayer|collection|position|promoCode|pickupAddressId|dropoffFrom|dropoffTo)$/
  const later = (event) => {
    if (!priced.test(event.target.name)) return
    clearTimeout(timer)
    timer = setTimeout(updatePrice, 400)
  }
  form.addEventListener('input', later)
  form.addEventListener('change', later)
  if (showPrice) showPrice.hidden = true

  /* A message is read as soon as it is pasted: this fills fields and orders nothing. */
  form.elements.message?.addEventListener('paste', ({ target }) => {
    const before = target.value
    setTimeout(() => {
      if (target.value !== before) form.requestSubmit(document.getElementById('read-message'))
    })
  })

  /* Goods that are paid already need no amount. */
  const amount = form.elements.amount?.closest('.field')
  const showAmount = () => {
    if (amount) amount.hidden = form.elements.mode.value === 'PREPAID'
  }
  form.addEventListener('change', showAmount)
  showAmount()

  form.elements.phone?.addEventListener('change', async () => {
    const phone = form.elements.phone.value
    if (phone.replace(/\D/g, '').length < 8 || form.elements.firstName.value) return
    try {
      const response = await fetch(form.dataset.customer, {
        method: 'POST',
        body: new URLSearchParams({ phone }),
      })
      if (!response.ok || response.redirected) return
      const { name, note, typed } = await response.json()
      if (!name) return
      for (const [field, value] of Object.entries(typed)) {
        const control = form.elements[field]
        if (control && !control.value) control.value = value
      }
      known.textContent = note
      known.hidden = false
      form.elements.position.dispatchEvent(new Event('change', { bubbles: true }))
    } catch {
      /* The fields are typed instead. */
    }
  })
})()
