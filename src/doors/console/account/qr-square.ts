import { html } from 'ghtml'
import QRCode from 'qrcode'

/** White around the square, in modules, as scanners need it. */
const margin = 4

/**
 * A text as a QR code: an image of our own page, drawn in black on white whatever the colours of the page.
 */
export function qrSquare(text: string, label: string): string {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
  const dark = Array.from(data, (bit, at) =>
    bit ? `M${(at % size) + margin} ${Math.floor(at / size) + margin}h1v1h-1z` : '',
  ).join('')
  const side = size + 2 * margin
  const square = html`viewBox="0 0 ${side} ${side}" width="232" height="232"`
  const about = html`role="img" aria-label="${label}" shape-rendering="crispEdges"`
  return html`<svg !${square} !${about}>!${[
    html`<path fill="#fff" d="M0 0h${side}v${side}H0z"/>`,
    html`<path fill="#000" d="${dark}"/>`,
  ]}</svg>`
}
