/**
 * Puts a button that copies beside each block of code. Pages need nothing of it, and where a browser lets no page
 * copy (http on another machine) there is no button. Sent to browsers as it is.
 */
;(() => {
  const { copy, copied } = document.currentScript.dataset
  if (!navigator.clipboard) return

  for (const block of document.querySelectorAll('pre')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = copy
    button.addEventListener('click', () => copyFrom(block, button))
    block.after(button)
  }

  /** Says for two seconds that it has copied. */
  async function copyFrom(block, button) {
    await navigator.clipboard.writeText(block.textContent)
    button.textContent = copied
    setTimeout(() => {
      button.textContent = copy
    }, 2000)
  }
})()
