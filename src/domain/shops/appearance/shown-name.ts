/** What customers read where a shop is named: the name it chose for them, or the one it was opened with. */
export const shownName = (shop: { name: string; display_name: string | null }): string =>
  shop.display_name ?? shop.name
