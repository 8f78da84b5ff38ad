/** The environments in which the service is deployed, each with its own database and address (decision 2). */
export const environments = ['sandbox', 'production'] as const
export type Environment = (typeof environments)[number]
