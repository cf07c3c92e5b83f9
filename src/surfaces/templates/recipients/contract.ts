import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import {
  GivenName,
  Instant,
  Name,
  closed,
  idOf,
  pageOf,
  pageQuery,
  readOnlyMembers,
  sortBy,
} from '../../../kernel/schema/index.ts'

const exampleId = 'srp_01kah3zqpfx9y8w7v6t5s4r3q2'
const optional = Type.Optional

const Data = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'Values of merge fields, nested by their paths. Fields without a value here show the sample of the template. At most ' +
    `${limits.sampleRecipientBytes} bytes.`,
  examples: [{ first_name: 'Amina', order: { items: [{ name: 'Lamp', price: 49 }] } }],
})

const members = {
  id: idOf('sampleRecipient', { examples: [exampleId] }),
  name: { ...Name, examples: ['Amina, first order'] },
  data: Data,
  revision: Type.Integer({ minimum: 1 }),
  created_at: Instant,
  updated_at: Instant,
}

export const SampleRecipient = closed(members, { title: 'SampleRecipient' })
export type SampleRecipient = Static<typeof SampleRecipient>

export const SampleRecipientPage = pageOf(SampleRecipient, { title: 'SampleRecipientPage' })
export type SampleRecipientPage = Static<typeof SampleRecipientPage>

export const ListRecipients = closed({ ...pageQuery, sort: sortBy('created_at', '-created_at') })
export type ListRecipients = Static<typeof ListRecipients>

export const CreateRecipient = closed(
  { name: GivenName, data: Data },
  {
    title: 'CreateSampleRecipient',
    examples: [{ name: 'Amina, first order', data: { first_name: 'Amina', plan: 'free' } }],
  },
)
export type CreateRecipient = Static<typeof CreateRecipient>

const changes = { name: optional(GivenName), data: optional(Data) }

export const UpdateRecipient = closed(
  { ...changes, ...readOnlyMembers(SampleRecipient, { writable: changes }) },
  {
    title: 'UpdateSampleRecipient',
    description: 'Omitted members stay unchanged; `data` is replaced as a whole.',
    minProperties: 1,
    examples: [{ name: 'Amina, regular' }],
  },
)
export type UpdateRecipient = Static<typeof UpdateRecipient>

/** Any text is valid: what is not the id of a recipient of the project results in 404, not 400. */
export const RecipientParams = closed({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the recipient.', examples: [exampleId] }),
})
