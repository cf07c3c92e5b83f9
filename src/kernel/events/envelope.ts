import type { TSchema } from '@sinclair/typebox'
import { type EventEntry, type EventType, eventCatalog, testEvent } from './catalog.ts'
import { envelopeOf } from './data.ts'

/** One type of event as it is sent. */
export interface EventDescription {
  name: EventType
  summary: string
  /** JSON Schema of the whole body. */
  schema: TSchema
  /** A body that is valid for the schema. */
  example: Record<string, unknown>
}

/** Every type that a subscription can receive, the test event last. */
export const eventDescriptions: readonly EventDescription[] = [
  ...Object.entries(eventCatalog as Record<string, EventEntry>).map(([name, entry]) =>
    describe(name as EventType, entry),
  ),
  describe('webhook.test', testEvent),
]

function describe(name: EventType, { summary, data, example }: EventEntry): EventDescription {
  const body = {
    id: 'evt_01jd7q2v5w8x3y4z6a7b9c0d1e',
    type: name,
    timestamp: '2026-11-21T10:00:00.000Z',
    project_id: 'prj_01jd7q2v5w8x3y4z6a7b9c0d1e',
    data: example,
  }
  const title = `${name.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`
  return {
    name,
    summary,
    schema: envelopeOf(name, data, { title, description: summary, examples: [body] }),
    example: body,
  }
}
