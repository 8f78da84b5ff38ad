import './node-version.js'

// Everything else is loaded after the check above: an older Node could not even parse it.
const { colis } = await import('./cli/colis.ts')
await colis(['serve'])
