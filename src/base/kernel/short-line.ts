/** How many steps a degree has: a step is about 11 m. */
const stepsInDegree = 10_000

/**
 * A line of [lng, lat] pairs as pages take it, several times shorter than its coordinates: whole steps of a
 * ten-thousandth of a degree, latitude and longitude in turn, each counted from the position before.
 * Positions that fall together are one. `lineOf` in place-map.js reads it.
 */
export function shortLine(line: readonly (readonly number[])[]): number[] {
  const steps: number[] = []
  let [lastLat, lastLng] = [0, 0]
  for (const [lng = 0, lat = 0] of line) {
    const [stepLat, stepLng] = [Math.round(lat * stepsInDegree), Math.round(lng * stepsInDegree)]
    if (steps.length > 0 && stepLat === lastLat && stepLng === lastLng) continue
    steps.push(stepLat - lastLat, stepLng - lastLng)
    lastLat = stepLat
    lastLng = stepLng
  }
  return steps
}
