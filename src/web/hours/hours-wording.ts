export const hoursGroupNames = {
  week: 'Monday to Friday',
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
} as const

export const hoursFaults = {
  TIME: 'Write times like 08:00 or 18:30.',
  HALF: 'A time is missing: write when it opens and when it closes.',
  OVERLAP: 'These hours overlap.',
} as const
