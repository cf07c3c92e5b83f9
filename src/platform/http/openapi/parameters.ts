import type { JsonObject, OpenApiDocument } from './model.ts'

type Paths = OpenApiDocument['paths']

/** Replaces each parameter that several operations have by a reference to a component. */
export function shareParameters(paths: Paths): { paths: Paths; parameters: Record<string, JsonObject> } {
  const names = nameRepeated(paths)
  const parameters: Record<string, JsonObject> = {}
  const refer = (parameter: JsonObject): JsonObject => {
    const name = names.get(JSON.stringify(parameter))
    if (name === undefined) return parameter
    parameters[name] = parameter
    return { $ref: `#/components/parameters/${name}` }
  }
  const described = Object.entries(paths).map(([path, methods]) => {
    const entries = Object.entries(methods).map(([method, operation]) => {
      const own = parametersOf(operation)
      return [method, own.length === 0 ? operation : { ...operation, parameters: own.map(refer) }] as const
    })
    return [path, Object.fromEntries(entries)] as const
  })
  const sorted = Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { paths: Object.fromEntries(described), parameters: Object.fromEntries(sorted) }
}

type Use = { name: string; owner: string; count: number }

/** Component names by the JSON of a parameter: `Limit`, or `FolderId` and `TemplateId` where several are named `id`. */
function nameRepeated(paths: Paths): Map<string, string> {
  const uses = new Map<string, Use>()
  for (const [path, operation] of operationsOf(paths))
    for (const parameter of parametersOf(operation)) {
      if (parameter['$ref'] !== undefined) continue
      const json = JSON.stringify(parameter)
      const use = uses.get(json) ?? {
        name: String(parameter['name']),
        owner: ownerOf(parameter, path, operation),
        count: 0,
      }
      uses.set(json, { ...use, count: use.count + 1 })
    }
  const namesakes = Map.groupBy(uses.values(), ({ name }) => name)
  const names = new Map<string, string>()
  const used = new Set<string>()
  for (const [json, { name, owner, count }] of uses) {
    // The suffix keeps it apart from schemas and enums, such as a template's status.
    const shared = `${pascal(namesakes.get(name)?.length === 1 ? name : `${owner}_${name}`)}Param`
    if (count < 2 || used.has(shared)) continue
    used.add(shared)
    names.set(json, shared)
  }
  return names
}

/** The resource that a parameter belongs to: the path segment in front of it, else the tag. */
function ownerOf({ name }: JsonObject, path: string, { tags }: JsonObject): string {
  const segments = path.split('/')
  const segment = segments[segments.indexOf(`{${String(name)}}`) - 1] ?? (tags as string[])[0] ?? ''
  return segment.replace(/s$/, '')
}

function operationsOf(paths: Paths): [string, JsonObject][] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation): [string, JsonObject] => [path, operation]),
  )
}

function parametersOf(operation: JsonObject): JsonObject[] {
  return (operation['parameters'] as JsonObject[] | undefined) ?? []
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|[_-])([a-z])/g, (_, first: string) => first.toUpperCase())
}
