import type { Line, Position } from '../reading/city-features.ts'

/** Five bits for each character; the upper half says that more follows. */
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** About 5 m, as drawings of cities have it. */
const shoreGrid = 0.00005

/**
 * A line as a text: steps of `shoreGrid` degrees, the first from the origin of the Earth, others from their
 * forerunner.
 */
export function lineCode(line: Line): string {
  let text = ''
  let [beforeX, beforeY] = [0, 0]
  for (const [lng, lat] of line) {
    const [x, y] = [Math.round(lng / shoreGrid), Math.round(lat / shoreGrid)]
    text += numberCode(x - beforeX) + numberCode(y - beforeY)
    beforeX = x
    beforeY = y
  }
  return text
}

function numberCode(step: number): string {
  let rest = step < 0 ? -2 * step - 1 : 2 * step
  let text = ''
  while (rest > 31) {
    text += digits[32 + (rest % 32)]
    rest = Math.floor(rest / 32)
  }
  return text + digits[rest]
}

/** The line that `lineCode` wrote. */
export function codedLine(text: string): Line {
  const numbers: number[] = []
  let [value, scale] = [0, 1]
  for (const digit of text) {
    const bits = digits.indexOf(digit)
    value += (bits % 32) * scale
    scale *= 32
    if (bits > 31) continue
    numbers.push(value % 2 === 1 ? -(value + 1) / 2 : value / 2)
    value = 0
    scale = 1
  }
  const line: Line = []
  let [x, y] = [0, 0]
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    x += numbers[at] ?? 0
    y += numbers[at + 1] ?? 0
    line.push([degrees(x), degrees(y)] satisfies Position)
  }
  return line
}

const degrees = (steps: number): number => Number((steps * shoreGrid).toFixed(5))
