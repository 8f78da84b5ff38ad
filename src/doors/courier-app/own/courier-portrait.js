/** Makes a photo small on the courier's phone: a square of 200 pixels that fits the customer's page, and sends it. */
const field = document.getElementById('photo')
const form = document.getElementById('portrait')
const words = JSON.parse(form.dataset.say)
const maxBytes = 8_192
/** From fine to coarse: the first that is light enough is sent. */
const attempts = [200, 160, 128].flatMap((side) =>
  [0.8, 0.65, 0.5, 0.35].map((quality) => ({ side, quality })),
)

function blobOf(picture, { side, quality }) {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const cut = Math.min(picture.width, picture.height)
  const [left, top] = [(picture.width - cut) / 2, (picture.height - cut) / 2]
  canvas.getContext('2d').drawImage(picture, left, top, cut, cut, 0, 0, side, side)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

async function small(file) {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error(words.unreadable)
  })
  for (const attempt of attempts) {
    const blob = await blobOf(picture, attempt)
    if (blob && blob.size <= maxBytes) return blob
  }
  throw new Error(words.unreadable)
}

function say(text, isFault) {
  const line = form.querySelector('[role=alert]')
  line.textContent = text
  line.hidden = text === ''
  line.className = isFault ? 'error' : 'hint'
}

field.addEventListener('change', async () => {
  const [file] = field.files
  if (!file) return
  field.disabled = true
  say(words.sending, false)
  try {
    const body = await small(file)
    const response = await fetch('/courier/photo', {
      method: 'POST',
      headers: { 'content-type': body.type },
      body,
    }).catch(() => undefined)
    if (!response?.ok) throw new Error(words.failed)
    location.reload()
  } catch (error) {
    say(error.message, true)
    field.disabled = false
    field.value = ''
  }
})
form.hidden = false
