import { documentSchema } from '../model.ts'

/** One step from an older form of the document to the next. */
export interface Migration {
  from: string
  to: string
  migrate(document: Record<string, unknown>): Record<string, unknown>
}

/** Every step so far, oldest first. A new schema version adds one line here and leaves the others alone. */
export const migrations: readonly Migration[] = []

/**
 * The document in the current form, or undefined when its version is unknown: from the future, or from elsewhere.
 * A document that does not say its version is of the current one.
 */
export function migrateDocument(
  input: Record<string, unknown>,
  steps: readonly Migration[] = migrations,
  current: string = documentSchema,
): Record<string, unknown> | undefined {
  let document = input
  for (let taken = 0; taken <= steps.length; taken++) {
    const version = document['schema']
    if (version === undefined) return { ...document, schema: current }
    if (version === current) return document
    const step = steps.find((one) => one.from === version)
    if (step === undefined) return undefined
    document = { ...step.migrate(document), schema: step.to }
  }
  return undefined
}
