/** Where the icon of every page is (`icon-routes.ts`). */
export const iconPath = '/favicon.svg'

/** The line of a page's head that names its icon. */
export const iconLink = `<link rel="icon" href="${iconPath}" type="image/svg+xml">`
