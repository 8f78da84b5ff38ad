export const requestStatuses = {
  ALL: 'All#statuses',
  2: 'Succeeded',
  4: 'Refused',
  5: 'Failed#statuses',
} as const
