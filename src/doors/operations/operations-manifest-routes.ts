import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../http/response-language.ts'
import { themeColour } from '../../pages/company-colour.ts'
import { colourOf } from '../../pages/design-tokens.ts'
import type { RulesDeps } from '../../rules.ts'
import type { OperationsAssets } from './operations-assets.ts'
import { speak } from './operations-words.ts'

/** Where the operator's pages say how they are installed. */
export const manifestPath = '/operations/manifest.webmanifest'

/** What makes the operator's pages an app on a phone or a desk; browsers read it without a session. */
export async function manifestRoutes(
  app: FastifyInstance,
  { assets, rules }: { assets: OperationsAssets } & RulesDeps,
): Promise<void> {
  app.get(manifestPath, (request, reply) => {
    const language = languageOf(request)
    const t = speak(language)
    const icon = (size: 192 | 512) => ({
      src: assets[`icon-${size}.png`],
      sizes: `${size}x${size}`,
      type: 'image/png',
    })
    return reply.type('application/manifest+json; charset=utf-8').send({
      id: '/operations',
      start_url: '/operations',
      scope: '/operations',
      display: 'standalone',
      lang: language,
      name: t('Colis – operations'),
      short_name: t('Operations'),
      description: t('Everything under way, and what it needs.'),
      theme_color: themeColour(rules.current()),
      background_color: colourOf('ground'),
      icons: [icon(192), { ...icon(512), purpose: 'any' }, { ...icon(512), purpose: 'maskable' }],
    })
  })
}
