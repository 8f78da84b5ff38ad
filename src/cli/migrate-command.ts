import { type MigrationReport, migrate } from '../base/database/migrate.ts'
import type { OpenDatabase } from '../base/database/open-database.ts'
import { type AddCommand, answer } from './commands/command-context.ts'
import { jsonOption } from './commands/option-values.ts'

/** Provides the database: opened for this one command, or that of the process that runs it. */
type WithDatabase = (work: (database: OpenDatabase) => Promise<MigrationReport>) => Promise<MigrationReport>

/** `colis migrate`. */
export const addMigrateCommand =
  (withDatabase: WithDatabase): AddCommand =>
  (program, context) => {
    program
      .command('migrate')
      .description('bring the database up to date')
      .option(...jsonOption)
      .action(async (options: { json?: boolean }) => {
        const { applied, unknown } = await withDatabase((database) => migrate(database))
        answer(
          context,
          options,
          { applied, unknown },
          applied.length ? applied.map((name) => `applied ${name}`) : ['Nothing to apply.'],
        )
      })
  }
