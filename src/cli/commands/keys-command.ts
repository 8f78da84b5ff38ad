import { listText } from '../../base/kernel/list-text.ts'
import { type Scope, scopes } from '../../contract/vocabulary.ts'
import { maxKeyLabel } from '../../domain/shops/api-key.ts'
import { createApiKey } from '../../domain/shops/create-api-key.ts'
import { getApiKeyKey } from '../../domain/shops/get-api-key.ts'
import { getShop } from '../../domain/shops/get-shop.ts'
import { revokeApiKey } from '../../domain/shops/revoke-api-key.ts'
import { listApiKeys } from '../../domain/shops/shop-store.ts'
import { type AddCommand, answer } from './command-context.ts'
import { jsonOption, readScopes, readText, readUuid } from './option-values.ts'

/** Keys of the sandbox have the word too (decision 1). */
const aboutLive = {
  sandbox: 'It works in this sandbox alone: every key begins with colis_live_, here too.',
  production: 'It orders real deliveries; every key begins with colis_live_, those of the sandbox too.',
}

/** `colis keys create | list | revoke`. */
export const addKeysCommand: AddCommand = (program, context) => {
  const keys = program.command('keys').description('API keys of a shop')

  keys
    .command('create')
    .description('make an API key; it is shown this once')
    .requiredOption('--shop <id>', 'whose key', readUuid)
    .requiredOption('--scopes <list>', `rights, comma-separated: ${scopes.join(',')}`, readScopes)
    .option('--label <text>', 'what it is for', readText(maxKeyLabel))
    .option(...jsonOption)
    .action(async (options: { shop: string; scopes: Scope[]; label?: string; json?: boolean }) => {
      const services = await context.services()
      const made = await createApiKey(services, {
        shopId: options.shop,
        scopes: options.scopes,
        label: options.label ?? null,
      })
      answer(context, options, made, [
        made.key,
        `Key ${made.keyId} with ${listText(made.scopes, 'en')}. Keep it on a server; it is not shown again.`,
        aboutLive[services.config.ENVIRONMENT],
      ])
    })

  keys
    .command('list')
    .description('the keys of a shop, without the keys themselves')
    .requiredOption('--shop <id>', 'whose keys', readUuid)
    .option(...jsonOption)
    .action(async (options: { shop: string; json?: boolean }) => {
      const { db } = await context.services()
      const { id } = await getShop(db, options.shop)
      const rows = await listApiKeys(db, id)
      const listed = rows.map((row) => ({
        keyId: row.id,
        label: row.label,
        scopes: row.scopes,
        createdAt: row.created_at.toISOString(),
        revokedAt: row.revoked_at?.toISOString() ?? null,
      }))
      const lines = listed.map((key) =>
        [
          key.keyId,
          key.revokedAt ? `revoked ${key.revokedAt}` : 'in use',
          key.scopes.join(','),
          key.label,
        ].join('  '),
      )
      answer(context, options, { keys: listed }, lines.length ? lines : ['No key yet.'])
    })

  keys
    .command('revoke')
    .description('end a key; it stops working within a second')
    .requiredOption('--key <id>', 'which key, by its id', readUuid)
    .option(...jsonOption)
    .action(async (options: { key: string; json?: boolean }) => {
      const services = await context.services()
      await revokeApiKey(services, await getApiKeyKey(services.db, options.key))
      answer(context, options, { keyId: options.key, revoked: true }, [`Key ${options.key} is revoked.`])
    })
}
