/** Notes that the courier called the customer as they touch the button; the call itself waits for nothing. */
document.addEventListener('click', ({ target }) => {
  const link = target.closest('a[href^="tel:"][data-customer], [data-customer] a[href^="tel:"]')
  const form = document.querySelector('#called form')
  if (!link || !form) return
  fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)), keepalive: true })
    .then(() => document.dispatchEvent(new Event('courier:look')))
    .catch(() => {})
})
