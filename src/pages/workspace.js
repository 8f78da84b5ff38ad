/** Improves the pages of a workspace, which work without it: copy buttons, and forms that are sent once. */
;(() => {
  offerCopies()
  document.addEventListener('live', offerCopies)

  /* Of tabs that a phone shows in part, the current one is seen. */
  const tab = document.querySelector('.tabs [aria-current]')
  if (tab) tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.offsetLeft - 48

  function offerCopies() {
    for (const button of document.querySelectorAll('[data-copy][hidden]')) {
      button.hidden = false
      const label = button.textContent
      button.addEventListener('click', async () => {
        try {
          await navigator.clipboard.writeText(button.dataset.copy)
        } catch {
          const field = button.parentElement.querySelector('input')
          field?.select()
          if (!document.execCommand('copy')) return
        }
        button.textContent = button.dataset.done
        setTimeout(() => {
          button.textContent = label
        }, 2000)
      })
    }
  }

  /* A second press within a few seconds sends nothing: networks are slow, and thumbs are not. */
  document.addEventListener('submit', ({ target }) => {
    const buttons = [...target.querySelectorAll('button:not([type="button"])')]
    setTimeout(() => {
      for (const button of buttons) button.disabled = true
    })
    setTimeout(() => {
      for (const button of buttons) button.disabled = false
    }, 5000)
  })
})()
