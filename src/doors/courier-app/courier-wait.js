/** Counts down a courier's wait at the shop, by the phone's own clock since the page was received. */
function countDownWait() {
  const line = document.querySelector('[data-wait-seconds]')
  if (!line) return
  line.dataset.endsAt ??= String(Date.now() + Number(line.dataset.waitSeconds) * 1_000)
  const left = Math.ceil((Number(line.dataset.endsAt) - Date.now()) / 1_000)
  // The page says what follows; it is asked for once, and polled for as always.
  if (left <= 0 && !line.dataset.isOver) {
    line.dataset.isOver = 'yes'
    document.dispatchEvent(new Event('courier:look'))
  }
  const seconds = Math.max(0, left)
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  line.textContent = line.dataset.text.replace('…', clock)
}

setInterval(countDownWait, 1_000)
