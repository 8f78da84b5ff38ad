/** The most nodes that are kept of a city's surroundings: 24 bytes each. */
const maxNodes = 8_000_000

/**
 * Positions of nodes by their ids, which must be added in ascending order, in arrays that are as small as
 * they get.
 */
export function nodeTable() {
  let ids = new Float64Array(1 << 16)
  let places = new Float64Array(1 << 17)
  let count = 0

  function grow(): void {
    const [before, placesBefore] = [ids, places]
    ids = new Float64Array(before.length * 2)
    places = new Float64Array(placesBefore.length * 2)
    ids.set(before)
    places.set(placesBefore)
  }

  return {
    /** False when the id is not above all before it. */
    add(id: number, lng: number, lat: number): boolean {
      if (count > 0 && id <= (ids[count - 1] ?? 0)) return false
      if (count === ids.length) grow()
      ids[count] = id
      places[2 * count] = lng
      places[2 * count + 1] = lat
      count += 1
      return true
    },
    isFull: () => count >= maxNodes,
    find(id: number): [lng: number, lat: number] | undefined {
      let [low, high] = [0, count - 1]
      while (low <= high) {
        const middle = (low + high) >> 1
        const there = ids[middle] ?? 0
        if (there === id) return [places[2 * middle] ?? 0, places[2 * middle + 1] ?? 0]
        if (there < id) low = middle + 1
        else high = middle - 1
      }
      return undefined
    },
  }
}
