import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import { closed } from '../../../kernel/schema/index.ts'
import { options } from '../verifier/index.ts'

const ownerName = (which: string) =>
  Type.String({
    maxLength: 100,
    description:
      `The ${which} name of the owner of the email address. With both names, the project learns the email address pattern of the domain; the ` +
      'names are not stored.',
  })

export const VerifyEmail = closed(
  {
    email: Type.String({
      maxLength: limits.addressTextLength,
      description: 'Any string; a string that is not an email address is `invalid` and free.',
      examples: ['anna@example.com'],
    }),
    include_intelligence: Type.Optional(
      Type.Boolean({ description: 'Also report DNS data of the domain, at no extra cost.' }),
    ),
    first_name: Type.Optional(ownerName('first')),
    last_name: Type.Optional(ownerName('last')),
    options: Type.Optional(options),
  },
  { title: 'VerifyEmail', examples: [{ email: 'anna@example.com', include_intelligence: true }] },
)
export type VerifyEmail = Static<typeof VerifyEmail>
