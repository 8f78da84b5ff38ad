/** How far two colours, as `#rrggbb`, stand apart, from 1 to 21, as WCAG computes it. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Whether a text is a colour as it is written here: `#rrggbb`. */
export const isColour = (text: string): boolean => /^#[0-9a-fA-F]{6}$/.test(text)

/** The colour, darker step by step until white words on it have a contrast of 4.5. */
export function readableUnderWhite(colour: string): string {
  const steps = Array.from({ length: 51 }, (_, step) => scaled(colour, 1 - step / 50))
  return steps.find((each) => contrast(each, '#ffffff') >= 4.5) ?? '#000000'
}

const channels = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

const scaled = (colour: string, share: number): string =>
  `#${channels(colour)
    .map((value) =>
      Math.round(value * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour)
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
