import type { ConsoleSection } from './console-deps.ts'
import type { ConsoleText } from './console-words.ts'

export const consoleSections: Record<ConsoleSection, ConsoleText> = {
  home: 'Home',
  deliveries: 'Deliveries',
  order: 'New',
  settings: 'Settings',
  developers: 'API',
}
