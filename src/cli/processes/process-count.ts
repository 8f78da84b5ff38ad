/** More at once would leave a PostgreSQL server, as it comes, few of its hundred connections. */
const maxAuto = 8

/** The pool of a process is no smaller than this, or a few slow statements would hold up all that it serves. */
const minPool = 5

/** How many processes serve: as many as there are cores unless it is said how many. */
export const processCount = (asked: number | 'auto', cores: number): number =>
  asked === 'auto' ? Math.min(cores, maxAuto) : asked

/** What each of `count` processes has of the connections that were set for all of them. */
export const poolSizeOfEach = (poolSize: number, count: number): number =>
  count === 1 ? poolSize : Math.max(Math.min(minPool, poolSize), Math.ceil(poolSize / count))
