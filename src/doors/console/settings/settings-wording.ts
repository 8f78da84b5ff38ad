export const settingsCollections = {
  SECURE: 'Customers pay through the service',
  DIRECT: 'Customers pay you directly',
} as const

export const settingsLanguages = {
  fr: 'French',
  en: 'English#languages',
} as const
