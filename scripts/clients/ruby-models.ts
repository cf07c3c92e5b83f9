import type { Api } from './api.ts'
import { returnedModels } from './returned-models.ts'
import type { Member, Model, Shape } from './shapes.ts'

/** Methods of every object, which a member of the same name does not replace: `record[:class]`. */
const objectMethods = new Set(
  'class method hash display then tap dup clone freeze send extend inspect itself methods dig to_h to_json to_s self'.split(
    ' ',
  ),
)

/** Shapes of results as the runtime reads them, and types of RBS. Models are records of one class for each, those of several forms too. */
export class RubyTypes {
  readonly #models: ReadonlyMap<string, Model>

  constructor({ models }: Pick<Api, 'models'>) {
    this.#models = new Map(models.map((model) => [model.name, model]))
  }

  /** See `Svc::Types`: a name, names with `|`, a shape after `[` or `{`, or nothing. */
  shapeText(shape: Shape | undefined): string {
    if (shape === undefined) return ''
    if (shape.kind === 'list' || shape.kind === 'map') {
      const text = this.shapeText(shape.of)
      return text === '' ? '' : `${shape.kind === 'list' ? '[' : '{'}${text}`
    }
    if (shape.kind === 'union') {
      const texts = [...new Set(shape.of.map((each) => this.shapeText(each)).filter((text) => text !== ''))]
      const names = texts.filter((text) => /^\w/.test(text))
      return names.length > 0 ? names.join('|') : (texts[0] ?? '')
    }
    const model = shape.kind === 'model' ? this.#models.get(shape.name) : undefined
    if (model === undefined) return ''
    return this.membersOf(model).length > 0 || !('alias' in model) ? model.name : this.shapeText(model.alias)
  }

  /** The members of a model, or of all forms of one that has several. */
  membersOf(model: Model): readonly Member[] {
    return 'alias' in model ? this.membersOfShape(model.alias) : model.members
  }

  private membersOfShape(shape: Shape): Member[] {
    const model = shape.kind === 'model' ? this.#models.get(shape.name) : undefined
    if (model !== undefined) return [...this.membersOf(model)]
    if (shape.kind !== 'union') return []
    const forms = shape.of.map((form) => this.membersOfShape(form))
    if (forms.some((members) => members.length === 0)) return []
    const merged = Map.groupBy(forms.flat(), ({ name }) => name)
    return [...merged].map(([name, members]) => ({
      name,
      shape: { kind: 'union', of: members.map((member) => member.shape) },
      isRequired: members.length === forms.length && members.every(({ isRequired }) => isRequired),
      isReadOnly: false,
      description: members[0]?.description ?? '',
    }))
  }

  /** The type of what the service returns. */
  returned(shape: Shape): string {
    return this.type(shape, (name) => {
      const model = this.#models.get(name)
      if (model === undefined) return 'untyped'
      return this.membersOf(model).length > 0 || !('alias' in model)
        ? `Types::${name}`
        : this.returned(modelShape(model))
    })
  }

  /** The type of what callers pass. */
  given(shape: Shape): string {
    return this.type(
      shape,
      (name) => {
        const model = this.#models.get(name)
        return model !== undefined && 'alias' in model ? this.given(model.alias) : 'Types::object'
      },
      true,
    )
  }

  private type(shape: Shape, named: (name: string) => string, isGiven = false): string {
    const text = this.plainType(shape, named, isGiven)
    if (shape.isNullable !== true || text === 'untyped') return text
    return text.includes('|') ? `(${text})?` : `${text}?`
  }

  private plainType(shape: Shape, named: (name: string) => string, isGiven: boolean): string {
    switch (shape.kind) {
      case 'string':
        return valuesType(shape.values, isGiven)
      case 'integer':
        return 'Integer'
      case 'number':
        return 'Integer | Float'
      case 'boolean':
        return 'bool'
      case 'literal':
        return typeof shape.value === 'boolean' ? 'bool' : 'Integer | Float'
      case 'unknown':
        return 'untyped'
      case 'bytes':
        return 'Upload | Pathname | IO'
      case 'model':
        return named(shape.name)
      case 'list':
        return `Array[${this.type(shape.of, named, isGiven)}]`
      case 'map':
        return isGiven ? 'Types::object' : 'Record'
      case 'union':
        return unionType(shape.of.map((each) => this.type(each, named, isGiven)))
    }
  }
}

/** Records of several schemas have the members of all of them, which is a class without a name. */
function unionType(types: readonly string[]): string {
  const distinct = [...new Set(types)]
  if (distinct.includes('untyped')) return 'untyped'
  const names = distinct.filter((type) => /^(?:Types::[A-Z]|Record)/.test(type))
  const others = distinct.filter((type) => !names.includes(type))
  return [...(names.length > 1 ? ['Record'] : names), ...others].join(' | ')
}

function modelShape(model: Model): Shape {
  return 'alias' in model ? model.alias : { kind: 'model', name: model.name }
}

function valuesType(values: readonly string[] | undefined, isGiven: boolean): string {
  if (values === undefined) return isGiven ? 'String | Symbol' : 'String'
  return `${values.map((value) => JSON.stringify(value)).join(' | ')} | ${isGiven ? 'Symbol' : 'String'}`
}

/** Rows of the table that the runtime makes classes of. */
export function rubyShapes(api: Api): string[] {
  const types = new RubyTypes(api)
  return returnedRecords(api, types).map(({ name, members }) => {
    const shapes = members.map((member) => `"${member.name}" => "${types.shapeText(member.shape)}"`)
    return `      "${name}" => { ${shapes.join(', ')} },\n`
  })
}

/** Classes of RBS. */
export function rubyRecordSignatures(api: Api): string[] {
  const types = new RubyTypes(api)
  return returnedRecords(api, types).map(({ name, description, members }) => {
    const readers = members
      .filter((member) => /^[a-z_]\w*$/.test(member.name) && !objectMethods.has(member.name))
      .map((member) => `      def \`${member.name}\`: () -> ${memberType(member, types)}\n`)
    return `${comment(description, '    ')}    class ${name} < Record\n${readers.join('')}    end\n\n`
  })
}

function returnedRecords(
  api: Api,
  types: RubyTypes,
): { name: string; description: string; members: readonly Member[] }[] {
  const returned = returnedModels(api)
  return api.models
    .filter(({ name }) => returned.has(name))
    .map((model) => ({ name: model.name, description: model.description, members: types.membersOf(model) }))
    .filter(({ members }) => members.length > 0)
}

function memberType({ shape, isRequired }: Member, types: RubyTypes): string {
  const type = types.returned(isRequired ? shape : { ...shape, isNullable: true })
  return type.includes(' | ') && !type.startsWith('(') ? `(${type})` : type
}

/** Lines of a comment; none for an empty text. */
export function comment(text: string, indent: string): string {
  const lines = text.trim().split('\n')
  return text.trim() === '' ? '' : `${lines.map((line) => `${indent}# ${line}`.trimEnd()).join('\n')}\n`
}
