import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import { closed } from '../../../kernel/schema/index.ts'
import { options } from '../verifier/index.ts'

export const VerifyEmail = closed(
  {
    email: Type.String({
      maxLength: limits.addressTextLength,
      description: 'Any text: what is no address is answered as invalid, and costs nothing.',
      examples: ['anna@example.com'],
    }),
    include_intelligence: Type.Optional(
      Type.Boolean({ description: 'Also tell what DNS says of the domain; at no further cost.' }),
    ),
    options: Type.Optional(options),
  },
  { title: 'VerifyEmail', examples: [{ email: 'anna@example.com', include_intelligence: true }] },
)
export type VerifyEmail = Static<typeof VerifyEmail>
