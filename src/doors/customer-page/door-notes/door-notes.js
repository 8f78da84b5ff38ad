/**
 * Improves the page for a photo of the door and a voice note, which works without it: a photo is made small on the phone
 * and sent as soon as it is chosen, and a message is recorded, heard and sent. Sent to browsers as it is.
 */
;(() => {
  const one = (selector, root = document) => root.querySelector(selector)
  /** How long a message lasts at most, in seconds. */
  const maxSeconds = 30
  /** Speech is understood with this many bits a second: a whole message has 90 KB. */
  const audioBitsPerSecond = 24_000
  /** A file of a recorder that heard nothing has hardly more than its header. */
  const minBytes = 500

  /** The recording that is under way, or was made and not sent yet. */
  let recorder
  let words

  improve()

  function improve() {
    history.replaceState(null, '', location.href)
    const door = one('#door')
    words = JSON.parse(door.dataset.say)
    sendsOnChoice(one('#photo-form'), one('#photo-says'), smallPhoto)
    sendsOnChoice(one('#voice-form'), one('#voice-says'), (file) => file)
    for (const form of document.querySelectorAll('form:not([enctype])'))
      form.addEventListener('submit', (event) => {
        event.preventDefault()
        const body = new URLSearchParams({ act: event.submitter.value })
        event.submitter.disabled = true
        void send(form.action, body, one('[role=status]', form.parentElement)).finally(() => {
          event.submitter.disabled = false
        })
      })
    if (navigator.mediaDevices?.getUserMedia && window.MediaRecorder && isSecureContext) letRecord()
  }

  /* Files. */

  function sendsOnChoice(form, says, prepared) {
    form.classList.add('sends')
    const button = one('button', form)
    const fields = [...form.querySelectorAll('input[type=file]')]
    const again = button.textContent
    button.hidden = true
    let chosen
    const sendChosen = async () => {
      for (const field of fields) field.disabled = true
      button.disabled = true
      says.textContent = words.preparing
      const body = new FormData()
      body.set('act', one('input[name=act]', form).value)
      body.set(chosen.name, await prepared(chosen.file), 'file')
      if (!(await send(form.action, body, says))) {
        for (const field of fields) {
          field.disabled = false
          field.value = ''
        }
        button.disabled = false
        button.hidden = false
        button.textContent = navigator.onLine ? again : words.retry
      }
    }
    for (const field of fields)
      field.addEventListener('change', () => {
        const [file] = field.files
        if (!file) return
        chosen = { name: field.name, file }
        void sendChosen()
      })
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      if (chosen) void sendChosen()
    })
  }

  /** Sends a form and shows the page that answers it; false when it did not arrive. */
  async function send(address, body, says) {
    says.textContent = words.sending
    try {
      const response = await fetch(address, { method: 'POST', body })
      const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
      const door = one('#door', fresh)
      if (!door) {
        if (response.ok) location.reload()
        else says.textContent = one('main p', fresh)?.textContent ?? words.offline
        return false
      }
      stop()
      one('#door').replaceWith(document.adoptNode(door))
      one('.notice, .done')?.scrollIntoView({ block: 'center' })
      improve()
      return true
    } catch {
      says.textContent = words.offline
      return false
    }
  }

  /* Recording. */

  function letRecord() {
    const button = one('#record')
    const says = one('#voice-says')
    const heard = one('#heard')
    const first = button.textContent
    button.hidden = false
    button.addEventListener('click', async () => {
      if (recorder?.state === 'recording') return stop()
      button.disabled = true
      says.textContent = ''
      heard.hidden = true
      try {
        await record()
      } catch {
        button.textContent = first
        says.textContent = words.noMicrophone
      }
      button.disabled = false
    })

    async function record() {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      const mimeType = ['audio/webm;codecs=opus', 'audio/mp4'].find((type) =>
        MediaRecorder.isTypeSupported(type),
      )
      const mine = new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond })
      recorder = mine
      const chunks = []
      mine.addEventListener('dataavailable', ({ data }) => chunks.push(data))
      const endsAt = performance.now() + maxSeconds * 1000
      const tick = () => {
        const rest = Math.ceil((endsAt - performance.now()) / 1000)
        button.textContent = words.stop.replace('REST', Math.max(0, rest))
        if (rest <= 0 && mine.state === 'recording') mine.stop()
      }
      const timer = setInterval(tick, 250)
      mine.addEventListener('stop', () => {
        clearInterval(timer)
        for (const track of stream.getTracks()) track.stop()
        button.classList.remove('on')
        const sound = new Blob(chunks, { type: mine.mimeType })
        const isHeard = sound.size > minBytes
        button.textContent = isHeard ? words.again : first
        says.textContent = isHeard ? words.listen : words.tooShort
        if (isHeard) offer(sound)
      })
      mine.start()
      button.classList.add('on')
      tick()
    }

    function offer(sound) {
      const player = one('audio', heard)
      if (player.src) URL.revokeObjectURL(player.src)
      player.src = URL.createObjectURL(sound)
      heard.hidden = false
      const button = one('#send')
      button.onclick = async () => {
        button.disabled = true
        const body = new FormData()
        body.set('act', 'voice')
        body.set('sound', sound, 'message')
        await send(one('#voice-form').action, body, says)
        button.disabled = false
      }
    }
  }

  function stop() {
    if (recorder?.state === 'recording') recorder.stop()
  }
})()
