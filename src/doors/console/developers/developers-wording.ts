/** What pages for developers are called, and what each of them is for. */
export const developersTabs = {
  overview: 'Overview',
  keys: 'Keys',
  endpoints: 'Webhooks',
  requests: 'Requests',
  signature: 'Signature',
  sandbox: 'Sandbox',
} as const

export const developersOverviewPages = {
  keys: 'What opens the API to your programs',
  endpoints: 'Your server is told of each step of a delivery',
  requests: 'What your programs asked for in the last 7 days',
  signature: 'Why does your server refuse a webhook?',
  sandbox: 'Move a test delivery to the ending of your choice',
} as const
