import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import { closed } from '../../../kernel/schema/index.ts'
import { options } from '../verifier/index.ts'

const ownerName = (which: string) =>
  Type.String({
    maxLength: 100,
    description: `The ${which} name of its owner. With both, the project learns how the domain makes addresses; neither is kept.`,
  })

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
    first_name: Type.Optional(ownerName('first')),
    last_name: Type.Optional(ownerName('last')),
    options: Type.Optional(options),
  },
  { title: 'VerifyEmail', examples: [{ email: 'anna@example.com', include_intelligence: true }] },
)
export type VerifyEmail = Static<typeof VerifyEmail>
