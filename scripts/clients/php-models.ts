import type { Api } from './api.ts'
import { returnedModels } from './returned-models.ts'
import type { Member, Model, Shape } from './shapes.ts'

/** Results are objects of `\stdClass`; what callers pass may also be arrays, whose types end in `Given`. */
export type Direction = 'returned' | 'given'

/** Types of PHPStan and of signatures. Aliases cannot be recursive, so a model inside of itself is any object there. */
export class PhpTypes {
  readonly #models: ReadonlyMap<string, Model>

  readonly #isRecursive: (from: string, to: string) => boolean

  constructor({ models }: Pick<Api, 'models'>) {
    this.#models = new Map(models.map((model) => [model.name, model]))
    const closing = closingReferences(models)
    this.#isRecursive = (from, to) => closing.has(`${from} ${to}`)
  }

  /** The definition of a model's alias. */
  aliasOf(model: Model, direction: Direction): string {
    if ('alias' in model) return this.docType(model.alias, direction, model.name)
    if (model.isExtensible) return anyObject(direction)
    // PHPStan fails on a shape of an object with a number as a name.
    if (direction === 'returned' && model.members.some(({ name }) => /^\d+$/.test(name))) return anyObject(direction)
    const members = model.members.map((member) => this.memberText(member, direction, model.name)).join(', ')
    return direction === 'given' ? `array{${members}}|\\stdClass` : `object{${members}}&\\stdClass`
  }

  private memberText({ name, shape, isRequired }: Member, direction: Direction, model: string): string {
    // PHPStan and Psalm read `as` and `is` as words of their own.
    const key = /^(?!(?:as|is)$)[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`
    return `${key}${isRequired ? '' : '?'}: ${this.docType(shape, direction, model)}`
  }

  /** `model` is the one that the type is of a member of. */
  docType(shape: Shape, direction: Direction, model = ''): string {
    const text = this.plainType(shape, direction, model)
    return shape.isNullable === true && text !== 'mixed' ? `${text}|null` : text
  }

  private plainType(shape: Shape, direction: Direction, model: string): string {
    switch (shape.kind) {
      case 'string':
        return valuesType(shape.values, direction)
      case 'integer':
        return 'int'
      case 'number':
        return 'int|float'
      case 'boolean':
        return 'bool'
      case 'literal':
        return String(shape.value)
      case 'unknown':
        return 'mixed'
      case 'bytes':
        return 'Upload'
      case 'model':
        if (this.#isRecursive(model, shape.name)) return anyObject(direction)
        return aliasName(shape.name, direction)
      case 'list':
        return `list<${this.docType(shape.of, direction, model)}>`
      case 'map':
        return mapType(this.docType(shape.of, direction, model), direction)
      case 'union':
        return [...new Set(shape.of.map((each) => this.docType(each, direction, model)))].join('|')
    }
  }

  /** The type in a signature. */
  nativeType(shape: Shape): string {
    const types = [...new Set([...this.nativeTypes(shape), ...(shape.isNullable === true ? ['null'] : [])])]
    return types.includes('mixed') ? 'mixed' : types.join('|')
  }

  private nativeTypes(shape: Shape): string[] {
    switch (shape.kind) {
      case 'string':
        return ['string']
      case 'integer':
        return ['int']
      case 'number':
        return ['int', 'float']
      case 'boolean':
        return ['bool']
      case 'literal':
        return typeof shape.value === 'boolean' ? ['bool'] : ['int', 'float']
      case 'unknown':
        return ['mixed']
      case 'bytes':
        return ['Upload']
      case 'model':
        return this.nativeTypesOfModel(shape.name)
      case 'list':
        return ['array']
      case 'map':
        return ['array', '\\stdClass']
      case 'union':
        return shape.of.flatMap((each) => this.nativeType(each).split('|'))
    }
  }

  private nativeTypesOfModel(name: string): string[] {
    const model = this.#models.get(name)
    return model !== undefined && 'alias' in model ? this.nativeType(model.alias).split('|') : ['array', '\\stdClass']
  }

  /** True if the JSON is an object in every form, also for an empty array of PHP. */
  isObject(shape: Shape): boolean {
    if (shape.kind === 'union') return shape.of.every((each) => this.isObject(each))
    if (shape.kind !== 'model') return shape.kind === 'map'
    const model = this.#models.get(shape.name)
    return model === undefined || !('alias' in model) || this.isObject(model.alias)
  }
}

/** `Webhook` is a class of the same namespace, which PHPStan does not let an alias share its name with. */
function aliasName(model: string, direction: Direction): string {
  if (direction === 'given') return `${model}Given`
  return model === 'Webhook' ? 'WebhookModel' : model
}

/** Models of responses and events, and those that parameters contain. Psalm knows an alias only below its definition. */
export function phpAliases(api: Api): { name: string; type: string }[] {
  const types = new PhpTypes(api)
  const inputs = api.operations.flatMap((operation) =>
    operation.inputs.map(({ shape }) => ({ ...operation, resultShape: shape })),
  )
  const returned = returnedModels(api)
  const given = returnedModels({ ...api, operations: inputs, events: {} })
  const aliases = api.models.flatMap((model) => [
    ...(returned.has(model.name)
      ? [{ name: aliasName(model.name, 'returned'), type: types.aliasOf(model, 'returned') }]
      : []),
    ...(given.has(model.name) ? [{ name: aliasName(model.name, 'given'), type: types.aliasOf(model, 'given') }] : []),
  ])
  return inOrderOfUse(aliases)
}

/** Each alias below those that its type contains. */
function inOrderOfUse<Alias extends { name: string; type: string }>(aliases: readonly Alias[]): Alias[] {
  const byName = new Map(aliases.map((alias) => [alias.name, alias]))
  const ordered = new Set<Alias>()
  const add = (alias: Alias) => {
    for (const [word] of alias.type.matchAll(/\b[A-Z]\w+/g)) {
      const used = byName.get(word)
      if (used !== undefined && used !== alias && !ordered.has(used)) add(used)
    }
    ordered.add(alias)
  }
  for (const alias of aliases) add(alias)
  return [...ordered]
}

function anyObject(direction: Direction): string {
  return direction === 'given' ? 'array<string, mixed>|\\stdClass' : '\\stdClass'
}

function mapType(values: string, direction: Direction): string {
  return direction === 'given' ? `array<string, ${values}>|\\stdClass` : '\\stdClass'
}

/** A newer service may return values that are unknown today. */
function valuesType(values: readonly string[] | undefined, direction: Direction): string {
  if (values === undefined) return 'string'
  const text = values.map((value) => `'${value.replaceAll("'", String.raw`\'`)}'`).join('|')
  return direction === 'returned' && values.length > 1 ? `${text}|string` : text
}

/** References by `from to` that close a circle, in the order of the models. */
function closingReferences(models: readonly Model[]): ReadonlySet<string> {
  const references = new Map(models.map((model) => [model.name, namesIn(shapesOf(model))]))
  const closing = new Set<string>()
  const finished = new Set<string>()
  const visit = (name: string, path: ReadonlySet<string>): void => {
    for (const next of references.get(name) ?? []) {
      if (next === name || path.has(next)) closing.add(`${name} ${next}`)
      else if (!finished.has(next)) visit(next, new Set([...path, name]))
    }
    finished.add(name)
  }
  for (const { name } of models) if (!finished.has(name)) visit(name, new Set([name]))
  return closing
}

function shapesOf(model: Model): Shape[] {
  return 'alias' in model ? [model.alias] : model.members.map(({ shape }) => shape)
}

function namesIn(shapes: readonly Shape[]): string[] {
  return shapes.flatMap((shape) => {
    if (shape.kind === 'model') return [shape.name]
    if (shape.kind === 'union') return namesIn(shape.of)
    return shape.kind === 'list' || shape.kind === 'map' ? namesIn([shape.of]) : []
  })
}
