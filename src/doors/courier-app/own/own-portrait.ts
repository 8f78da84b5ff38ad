import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import type { SpokenLanguage } from '../../../base/kernel/language.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { portraitVersion } from '../../../domain/couriers/portrait/courier-portrait.ts'
import { findPortrait, findPortraitHash } from '../../../domain/couriers/portrait/courier-portrait-store.ts'
import {
  removeCourierPortrait,
  setCourierPortrait,
} from '../../../domain/couriers/portrait/set-courier-portrait.ts'
import { spokenLanguageOf } from '../../../http/response-language.ts'
import { attributesOf, postForm, submitButton } from '../../../pages/form-parts.ts'
import { speak } from '../courier-words.ts'
import { courierOf } from '../signed-in-courier.ts'
import { actingAs, type OwnDeps, sendOwn } from './own-frame.ts'

const path = '/courier/photo'

/** `/courier/photo`: the courier's own picture, which a script makes small before it is sent. */
export async function ownPortrait(app: FastifyInstance, deps: OwnDeps): Promise<void> {
  const { db } = deps

  app.get(path, async (request, reply) => {
    const hash = await findPortraitHash(db, courierOf(request).id)
    const main = portraitMain(spokenLanguageOf(request), hash === undefined ? null : portraitVersion(hash))
    return sendOwn(deps, request, reply, { main, path, script: 'courier-portrait.js' })
  })

  app.get(`${path}/image`, async (request, reply) => {
    const portrait = await findPortrait(db, courierOf(request).id)
    if (!portrait) throw new ApiError('ROUTE_NOT_FOUND', { method: 'GET', path: `${path}/image` })
    return reply.type(portrait.content_type).send(Buffer.from(portrait.bytes))
  })

  await app.register(async (upload) => {
    upload.addContentTypeParser(
      ['image/jpeg', 'image/png', 'image/webp'],
      { parseAs: 'buffer', bodyLimit: limits.portraitBytes },
      (_request, body, done) => done(null, body),
    )
    upload.post(path, async (request, reply) => {
      if (!Buffer.isBuffer(request.body)) throw new ApiError('PORTRAIT_REFUSED', { reason: 'CONTENT' })
      await setCourierPortrait(actingAs(deps, request), courierOf(request).id, request.body)
      return reply.code(204).send()
    })
  })

  app.post(`${path}/remove`, async (request, reply) => {
    await removeCourierPortrait(actingAs(deps, request), courierOf(request).id)
    return reply.redirect(path, 303)
  })
}

/** `version` names the picture that is kept, null without one. */
function portraitMain(language: SpokenLanguage, version: string | null): string {
  const t = speak(language)
  const says = {
    unreadable: t('This file is no photo that this phone can read.'),
    failed: t('The photo was not sent. Check the network, then try again.'),
    sending: t('Sending…'),
  }
  const lead = t(
    'The customer sees it while you have their parcel, to recognise you. Without a photo they see your initial.',
  )
  const size = html`alt="${t('Your photo')}" width="160" height="160"`
  const picture = html`<img class="portrait" src="${path}/image?v=${version}" !${size}>`
  const none = html`${t('You have no photo yet.')}`
  const file = attributesOf({
    id: 'photo',
    type: 'file',
    accept: 'image/*',
    'aria-describedby': 'photo-hint',
  })
  const removal = postForm(`${path}/remove`, submitButton(t('Remove my photo'), 'quiet'))
  return html`<h1>${t('My photo')}</h1>
<p>${lead}</p>
<p>!${version === null ? none : picture}</p>
<noscript><p>${t('JavaScript is needed to make the photo small before it is sent.')}</p></noscript>
<div class="stack" id="portrait" hidden data-say="${JSON.stringify(says)}">
<label class="button plain picker">${t('Choose a photo')}<input!${file}></label>
<p class="hint" id="photo-hint">${t('The photo is made small on your phone before it is sent.')}</p>
<p class="error" role="alert" hidden></p>
</div>
!${version === null ? '' : removal}
<a class="button plain" href="/courier">${t('Back to trips')}</a>`
}
