/** Providers that send from an account of its own, apart from the one that they collect on (decision 260). */
const sentFrom: Readonly<Record<string, string>> = { mtn: 'mtn-disbursements' }

/** Providers with the account that they send from, as pairs, where it is not the one that they collect on. */
export const separateFloats: readonly (readonly [provider: string, account: string])[] =
  Object.entries(sentFrom)

/**
 * The account of a provider, as the books name it, that payouts and refunds leave; payments come to that of
 * its name.
 */
export const sendingFloat = (provider: string): string => sentFrom[provider] ?? provider

/** All accounts of a provider. */
export const floatsOf = (provider: string): string[] => [...new Set([provider, sendingFloat(provider)])]

/** Whose account this is. */
export const providerOfFloat = (account: string): string =>
  separateFloats.find(([, each]) => each === account)?.[0] ?? account
