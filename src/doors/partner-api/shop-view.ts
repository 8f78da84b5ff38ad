import { type Static, Type } from 'typebox'
import { type Environment, environments } from '../../base/kernel/environment.ts'
import { As, KnownValue, Nullable, Open } from '../../base/kernel/json-types.ts'
import { scopes } from '../../contract/vocabulary.ts'
import type { ShopRow } from '../../domain/shops/shop-store.ts'
import type { Caller } from '../../http/authenticate.ts'

const KeyLimit = Open(
  {
    requests: Type.Integer({ description: 'How many requests a key may make.', examples: [300] }),
    seconds: Type.Integer({ description: 'In how many seconds.', examples: [1] }),
  },
  { name: 'KeyLimit', description: 'How often a key may call.' },
)

/** What GET /shop responds with. */
export const ShopView = Open(
  {
    name: Type.String({ description: 'The name of the shop.', examples: ['Boutique Ganhi'] }),
    environment: KnownValue(environments, {
      description: 'sandbox: no courier is sent and no money moves. production: the real one.',
    }),
    scopes: Type.Array(KnownValue(scopes, { description: 'A right of the key.' }), {
      description: 'The rights of the key.',
      examples: [['quotes:read', 'deliveries:read']],
    }),
    rateLimit: Nullable(
      As(KeyLimit, { description: 'How often it may call; null where nothing limits it.' }),
    ),
  },
  { name: 'Shop', description: 'The shop of a key, and what the key may do.' },
)

/** What is alike for every key of this service; a `perSecond` of 0 limits nothing. */
export type KeyTerms = { environment: Environment; perSecond: number }

/** The shop of a key as its partner reads it. */
export const shopView = (
  shop: Pick<ShopRow, 'name'>,
  { scopes }: Pick<Caller, 'scopes'>,
  { environment, perSecond }: KeyTerms,
): Static<typeof ShopView> => ({
  name: shop.name,
  environment,
  scopes,
  rateLimit: perSecond === 0 ? null : { requests: perSecond, seconds: 1 },
})
