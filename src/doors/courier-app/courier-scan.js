/**
 * Finds the line of a parcel by its label: the camera looks for the QR code, which holds the reference and no secret.
 * Where the browser cannot read codes, the button does not show, and codes are typed as always.
 */
const scanEveryMs = 200

async function scanLabel(place) {
  const [button, video, said] = ['button', 'video', '[role=status]'].map((part) => place.querySelector(part))
  button.disabled = true
  said.textContent = ''
  let camera
  try {
    camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
    video.srcObject = camera
    video.hidden = false
    await video.play()
    said.textContent = await readLabel(place, video)
  } catch {
    said.textContent = place.dataset.denied
  }
  for (const track of camera?.getTracks() ?? []) track.stop()
  video.hidden = true
  button.disabled = false
}

/** Looks until there is a label; a parcel of this stop gets the cursor into the field of its code. */
async function readLabel(place, video) {
  const reader = new BarcodeDetector({ formats: ['qr_code'] })
  for (; place.isConnected; await new Promise((resolve) => setTimeout(resolve, scanEveryMs))) {
    const [found] = await reader.detect(video).catch(() => [])
    if (!found) continue
    const reference = found.rawValue.trim().slice(0, 40)
    const field = [...document.querySelectorAll('input[data-reference]')].find(
      (each) => each.dataset.reference === reference,
    )
    if (!field) return place.dataset.other.replace('…', reference)
    field.focus()
    return place.dataset.right.replace('…', document.querySelector(`label[for="${field.id}"]`).textContent)
  }
  return ''
}

function offerScanner() {
  if (!('BarcodeDetector' in window) || !navigator.mediaDevices?.getUserMedia) return
  for (const place of document.querySelectorAll('[data-scanner]')) {
    place.hidden = false
    place.querySelector('button').onclick = () => void scanLabel(place)
  }
}

offerScanner()
document.addEventListener('courier:shown', offerScanner)
