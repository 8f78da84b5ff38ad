import { PGlite } from '@electric-sql/pglite'
import { smallServer } from './embedded-settings.ts'

// A program of its own: fills the folder that it is given with an empty embedded database, and exits, at the
// latest when the process that started it does.
process.once('disconnect', () => process.exit(1))
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('This program takes the folder to fill.')
const pglite = await PGlite.create({
  dataDir: folder,
  initDbStartParams: smallServer,
  startParams: [...PGlite.defaultStartParams, ...smallServer],
})
await pglite.close()
process.exit(0)
