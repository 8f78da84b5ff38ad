import './node-version.js'

// Everything else waits for the check above: an older Node could not even read it.
const { colis } = await import('./doors/cli/colis.ts')
await colis(['serve'])
