/**
 * The settings of the embedded PostgreSQL, as its arguments. PGlite reserves as much as a server would: 128
 * MiB of shared buffers, all written to at the start, although it has only one connection. The file system
 * below caches pages as well.
 */
export const smallServer = ['shared_buffers=24MB', 'wal_buffers=1MB', 'max_connections=10'].flatMap(
  (setting) => ['-c', setting],
)
