import { type Rotation, rotateSecrets } from '../../domain/secrets/rotate-secrets.ts'
import { type AddCommand, answer } from './command-context.ts'
import { jsonOption } from './option-values.ts'

/** `colis secrets rotate`. */
export const addSecretsCommand: AddCommand = (program, context) => {
  const secrets = program.command('secrets').description('what is kept sealed under SECRETS_KEY')

  secrets
    .command('rotate')
    .description(
      'seal everything under the present SECRETS_KEY, once every process has it; may be run again at any time',
    )
    .option(...jsonOption)
    .action(async (options: { json?: boolean }) => {
      const rotation = await rotateSecrets(await context.services())
      answer(context, options, rotation, rotationLines(rotation))
      if (unreadableOf(rotation) > 0) context.fail()
    })
}

const unreadableOf = ({ signingSecrets, secondFactors }: Rotation): number =>
  signingSecrets.unreadable + secondFactors.unreadable

function rotationLines(rotation: Rotation): string[] {
  const { signingSecrets, secondFactors, keptKeys } = rotation
  const unreadable = unreadableOf(rotation)
  return [
    `Sealed anew: ${signingSecrets.anew} signing secrets of webhooks, ${secondFactors.anew} second factors. Former keys kept: ${keptKeys}.`,
    unreadable > 0
      ? `None of the keys opens ${signingSecrets.unreadable} signing secrets and ${secondFactors.unreadable} second factors: name the key that sealed them in SECRETS_KEY_PREVIOUS, and run this again.`
      : 'Nothing in the database needs SECRETS_KEY_PREVIOUS any more. Take it out 30 days from now: sessions that are not used until then, and links that customers have, need it.',
  ]
}
