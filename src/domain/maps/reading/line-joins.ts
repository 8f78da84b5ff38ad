import { isClosed, type Line, type Position } from './city-features.ts'

/**
 * Joins lines that end where others begin, so that a road of fifty pieces is drawn as one. Lines that may be
 * turned round are joined at any of their ends; the shore of the sea, which has the land on its left, may
 * not.
 */
export function chainedLines(lines: readonly Line[], mayTurn: boolean): Line[] {
  const ends = new Map<string, number[]>()
  const add = (key: string, at: number) => {
    const there = ends.get(key)
    if (there) there.push(at)
    else ends.set(key, [at])
  }
  for (const [at, line] of lines.entries()) {
    add(keyOf(line[0]), at)
    if (mayTurn) add(keyOf(line.at(-1)), at)
  }
  const isUsed = new Set<number>()

  /** The line that goes on from `key`, turned round where it ends there. */
  function next(key: string): Line | undefined {
    const there = ends.get(key) ?? []
    let at = there.pop()
    while (at !== undefined && isUsed.has(at)) at = there.pop()
    if (at === undefined) return undefined
    isUsed.add(at)
    const line = lines[at] ?? []
    return keyOf(line[0]) === key ? line : line.toReversed()
  }

  function prolonged(begun: Line): Line {
    const joined = [...begun]
    while (!isClosed(joined)) {
      const more = next(keyOf(joined.at(-1)))
      if (!more) break
      for (const position of more.slice(1)) joined.push(position)
    }
    return joined
  }

  const joined: Line[] = []
  for (const [at, line] of startsFirst(lines, mayTurn)) {
    if (isUsed.has(at)) continue
    isUsed.add(at)
    const onward = prolonged(line)
    joined.push(mayTurn && !isClosed(onward) ? prolonged(onward.toReversed()) : onward)
  }
  return joined
}

/** Lines that may not be turned round are begun where no other one ends. */
function startsFirst(lines: readonly Line[], mayTurn: boolean): [number, Line][] {
  const all = [...lines.entries()]
  if (mayTurn) return all
  const ending = new Set(lines.map((line) => keyOf(line.at(-1))))
  return all.toSorted(
    ([, one], [, other]) => Number(ending.has(keyOf(one[0]))) - Number(ending.has(keyOf(other[0]))),
  )
}

const keyOf = (position: Position | undefined): string => (position ? `${position[0]},${position[1]}` : '')
