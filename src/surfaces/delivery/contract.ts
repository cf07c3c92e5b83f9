import { type Static, Type } from '@sinclair/typebox'
import { closed } from '../../kernel/schema/index.ts'

export const ExportFileParams = closed({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the export.' }),
  name: Type.String({ minLength: 1, maxLength: 1000, description: 'Name of the file.', examples: ['Spring sale.zip'] }),
})

/** Members are optional so that a link without them is answered as a wrong link. */
export const LinkQuery = closed({
  exp: Type.Optional(Type.String({ maxLength: 20, description: 'When the link expires, Unix seconds.' })),
  sig: Type.Optional(Type.String({ maxLength: 200, description: 'Signature of the link.' })),
})
export type LinkQuery = Static<typeof LinkQuery>

export const AssetFileParams = closed({
  id: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Id of the asset.',
    examples: ['ast_01kah3zqpfx9y8w7v6t5s4r3q2'],
  }),
  name: Type.String({
    minLength: 1,
    maxLength: 1000,
    description: 'What people see of the address; any name leads to the asset.',
    examples: ['spring-sale.jpg'],
  }),
})

export const StarterParams = closed({
  file: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Name of the image.',
    examples: ['welcome-hero.png'],
  }),
})
