/** Makes the picture that was chosen as a logo small enough to be sent; one that is small enough stays as it is. */
;(() => {
  const input = document.getElementById('logo')
  const state = document.getElementById('logo-state')
  if (!input || !window.createImageBitmap || !window.DataTransfer) return
  const maxBytes = Number(input.dataset.bytes)

  input.addEventListener('change', async () => {
    state.textContent = ''
    const [file] = input.files
    if (!file || file.size <= maxBytes || !/^image\/(png|jpeg|webp)$/.test(file.type)) return
    try {
      const smaller = await reduced(await createImageBitmap(file))
      if (!smaller || input.files[0] !== file) return
      const chosen = new DataTransfer()
      chosen.items.add(new File([smaller], file.name, { type: smaller.type }))
      input.files = chosen.files
      state.textContent = input.dataset.reduced.replace('%', () => file.name)
    } catch {
      /* The server says what is wrong with it. */
    }
  })

  /* Pages show it 48 pixels large, on the sharpest screens 144. */
  async function reduced(picture) {
    for (const side of [144, 96])
      for (const quality of [0.9, 0.7, 0.5]) {
        const webp = await encoded(drawn(picture, side), 'image/webp', quality)
        const isMade = webp.type === 'image/webp'
        const made = isMade ? webp : await encoded(drawn(picture, side, '#fff'), 'image/jpeg', quality)
        if (made.size <= maxBytes) return made
      }
  }

  const encoded = (canvas, type, quality) => new Promise((done) => canvas.toBlob(done, type, quality))

  /* JPEG knows no transparency: it is drawn on a ground. */
  function drawn(picture, side, ground) {
    const scale = Math.min(1, side / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    const pen = canvas.getContext('2d')
    if (ground) {
      pen.fillStyle = ground
      pen.fillRect(0, 0, canvas.width, canvas.height)
    }
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return canvas
  }
})()
