import type { JsonObject, OpenApiDocument } from './model.ts'

type Paths = OpenApiDocument['paths']

/**
 * Replaces each response without content that several operations have by a reference to a component. Those with content
 * stay, because generators name the type of a shared response after the component.
 */
export function shareResponses(paths: Paths): { paths: Paths; responses: Record<string, JsonObject> } {
  const names = nameRepeated(paths)
  const responses: Record<string, JsonObject> = {}
  const refer = (response: JsonObject): JsonObject => {
    const name = names.get(JSON.stringify(response))
    if (name === undefined) return response
    responses[name] = response
    return { $ref: `#/components/responses/${name}` }
  }
  const shared = mapOperations(paths, (operation) => ({
    ...operation,
    responses: mapValues(responsesOf(operation), refer),
  }))
  return { paths: shared, responses }
}

/** Names by the JSON of a response: `DoneNoContent`, and with a number where headers differ. */
function nameRepeated(paths: Paths): Map<string, string> {
  const counts = new Map<string, number>()
  mapOperations(paths, (operation) => {
    for (const response of Object.values(responsesOf(operation))) {
      if (response['$ref'] !== undefined || response['content'] !== undefined) continue
      const json = JSON.stringify(response)
      counts.set(json, (counts.get(json) ?? 0) + 1)
    }
    return operation
  })
  const repeated = [...counts].filter(([, count]) => count > 1).map(([json]) => json)
  const namesakes = Map.groupBy(repeated, (json) => nameOf(JSON.parse(json) as JsonObject))
  return new Map(
    [...namesakes].flatMap(([name, jsons]) => jsons.map((json, at) => [json, at === 0 ? name : `${name}${at + 1}`])),
  )
}

function nameOf({ description }: JsonObject): string {
  const words = String(description).match(/[A-Za-z]+/g) ?? []
  return words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('')
}

function responsesOf(operation: JsonObject): Record<string, JsonObject> {
  return operation['responses'] as Record<string, JsonObject>
}

function mapOperations(paths: Paths, change: (operation: JsonObject) => JsonObject): Paths {
  return mapValues(paths, (methods) => mapValues(methods, change))
}

function mapValues<T, R>(record: Record<string, T>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
