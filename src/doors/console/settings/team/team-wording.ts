import type { ConsoleText } from '../../console-words.ts'

export const teamRoles = {
  OWNER: 'Owner',
  STAFF: 'Seller',
} as const

export const teamDone: Record<string, ConsoleText> = {
  invited: 'The invitation is on its way.',
  withdrawn: 'The invitation is withdrawn.',
  role: 'The role is changed.',
  removed: 'This person is no longer on the team.',
}
