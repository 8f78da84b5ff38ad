/** Records that the customer's link was sent when WhatsApp or the text messages are opened with it. */
document.addEventListener('click', async ({ target }) => {
  const link = target.closest('[data-share]')
  const form = document.querySelector('#share form')
  if (!link || !form) return
  try {
    const answer = await fetch(form.action, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ channel: link.dataset.share }),
      keepalive: true,
    })
    const status = document.getElementById('shared')
    if (answer.ok && !answer.redirected && status) status.textContent = (await answer.json()).said
  } catch {
    /* Without a network the buttons below record it later. */
  }
})
