import type { DeliveryKey } from '../../src/domain/deliveries/delivery-store.ts'
import type { TestService } from './open-service.ts'
import type { SignedIn } from './sign-in.ts'

/** Sends the photo of the place of a hand-over as the courier's page does. */
export function sendHandoverPhoto(
  service: TestService,
  { visitor }: SignedIn,
  key: DeliveryKey,
  photo: Buffer | undefined,
) {
  const boundary = 'x'.repeat(20)
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const file = photo
    ? [
        Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`,
        ),
        photo,
        Buffer.from('\r\n'),
      ]
    : []
  return service.app.inject({
    method: 'POST',
    url: '/courier/handover-photo',
    headers: {
      host: 'colis.test',
      origin: 'http://colis.test',
      'content-type': `multipart/form-data; boundary=${boundary}`,
      cookie: [...visitor.cookies].map((pair) => pair.join('=')).join('; '),
    },
    payload: Buffer.concat([
      Buffer.from(field('shop', key.shopId) + field('delivery', key.id)),
      ...file,
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  })
}
