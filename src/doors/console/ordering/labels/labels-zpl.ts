import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Language } from '../../../../base/kernel/language.ts'
import { typefaces } from '../../../../web/sheets/typefaces.ts'
import { bitmapPen, openBitmap } from './label-bitmap.ts'
import { drawLabel } from './label-drawing.ts'
import { maxLabels, pointsOfMm, type zplDots, zplSize } from './label-formats.ts'
import type { Label } from './label-view.ts'
import { zplPicture } from './zpl-picture.ts'

/**
 * The labels for a label printer, each as one picture (decision 309): the typefaces of printers lack tones,
 * Arabic and N’Ko, and no text of a customer stands among the commands, so none of it can be a command.
 * Drawn while it is read, with pauses in which the process answers others. Throws RangeError for no label and
 * for more than `maxLabels`.
 */
export function labelsZpl(
  labels: readonly Label[],
  { dotsPerMm, language }: { dotsPerMm: (typeof zplDots)[keyof typeof zplDots]; language: Language },
): Readable {
  if (labels.length < 1 || labels.length > maxLabels) throw new RangeError(`${labels.length} labels`)
  return Readable.from(drawn(), { objectMode: false })

  async function* drawn() {
    const faces = await typefaces()
    const scale = dotsPerMm / pointsOfMm
    for (const label of labels) {
      const bitmap = openBitmap(Math.round(zplSize.width * scale), Math.round(zplSize.height * scale))
      drawLabel(bitmapPen(bitmap, faces, scale), label, { x: 0, y: 0, ...zplSize }, language)
      const size = `^PW${bitmap.width}^LL${bitmap.height}^LH0,0`
      yield `^XA^CI28^FX${label.reference}^FS${size}\n${zplPicture(bitmap)}\n^PQ1^XZ\n`
      await setImmediate()
    }
  }
}
