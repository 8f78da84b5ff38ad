/**
 * A photo as a JPEG of at most 1280 pixels a side, without what the camera wrote into it: some hundred KB for a slow
 * network, and enough to see a door. One that cannot be read here is returned as it is. Put before the scripts that send
 * photos.
 */
window.smallPhoto = async (file) => {
  const maxSide = 1280
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.75))
    return blob ?? file
  } catch {
    return file
  }
}
