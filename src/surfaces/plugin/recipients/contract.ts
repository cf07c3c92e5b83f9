import { Type } from '@sinclair/typebox'
import { Name, closed, idOf } from '../../../kernel/schema/index.ts'

const members = {
  id: idOf('sampleRecipient', { examples: ['srp_01kah3zqpfx9y8w7v6t5s4r3q2'] }),
  name: { ...Name, examples: ['Amina, first order'] },
}

export const EditorRecipientList = closed({ data: Type.Array(closed(members)) }, { title: 'EditorRecipientList' })

/** Any text is valid: what is not the id of a recipient of the project results in 404, not 400. */
export const EditorRecipientParams = closed({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the recipient.', examples: members.id.examples }),
})

export const EditorRecipient = closed(
  {
    ...members,
    data: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Values of merge fields, nested by their paths.',
      examples: [{ first_name: 'Amina' }],
    }),
  },
  { title: 'EditorRecipient' },
)
