/** Rows that are written a little later, many in one statement. */
type BatchWriter<Row> = {
  /** Keeps a row until it is written; returns false, and keeps nothing, when too many are waiting. */
  add(row: Row): boolean
  /** Writes what is waiting; resolves when that is done. */
  close(): Promise<void>
}

type BatchOptions<Row> = {
  /** How long a row waits at most while the database keeps up. */
  everyMs: number
  /** How many rows one statement writes, and how many may wait. */
  batchSize: number
  maxWaiting: number
  write: (rows: readonly Row[]) => Promise<void>
  /** Called with rows that could not be written: they are not tried again. */
  onLost: (rows: readonly Row[]) => void
  /** Called at the first of several failures in a row. */
  onError: (message: string, error: unknown) => void
  name: string
}

/**
 * Gathers rows whose loss does no harm, so that no request waits for them: one batch is written at a time,
 * and while the database is slow or away the rest waits, up to a bound.
 */
export function writeInBatches<Row>(options: BatchOptions<Row>): BatchWriter<Row> {
  const { everyMs, batchSize, maxWaiting, write, onLost, onError, name } = options
  let waiting: Row[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let isFailing = false

  function plan(): void {
    if (waiting.length > 0 && !writing) timer ??= setTimeout(start, everyMs).unref()
  }

  function start(): void {
    timer = undefined
    writing = writeAll().finally(() => {
      writing = undefined
      plan()
    })
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const rows = waiting.slice(0, batchSize)
      waiting = waiting.slice(batchSize)
      if (!(await isWritten(rows))) return
    }
  }

  async function isWritten(rows: readonly Row[]): Promise<boolean> {
    try {
      await write(rows)
      isFailing = false
      return true
    } catch (error) {
      if (!isFailing) onError(`The background work "${name}" failed; what it was to write is lost.`, error)
      isFailing = true
      onLost(rows)
      return false
    }
  }

  return {
    add: (row) => {
      if (waiting.length >= maxWaiting) return false
      waiting.push(row)
      plan()
      return true
    },
    close: async () => {
      await writing
      clearTimeout(timer)
      timer = undefined
      await writeAll()
    },
  }
}
