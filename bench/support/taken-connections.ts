import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/**
 * Takes every connection that a server has, those of the service as well, whose sessions it ends, and holds them for so
 * long. Returns how many it took.
 */
export async function takeConnections(url: string, holdMs: number): Promise<number> {
  const held: pg.Client[] = []
  try {
    for (const end = performance.now() + holdMs; performance.now() < end; await pause(50)) {
      while (await takeOne(url, held));
      await held[0]?.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'colis' and pid <> pg_backend_pid()`)
    }
    return held.length
  } finally {
    await Promise.all(held.map((client) => client.end()))
  }
}

async function takeOne(url: string, held: pg.Client[]): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'taken' })
  client.on('error', () => {})
  const isTaken = await client.connect().then(
    () => true,
    () => false,
  )
  if (isTaken) held.push(client)
  return isTaken
}
