import { type JsonSchema, nameOf } from './document.ts'
import { pascalCase } from './names.ts'

/** A type of JSON values, without its limits. Every object with members is a model of its own, found by its name. */
export type Shape = { isNullable?: boolean } & (
  | { kind: 'string'; values?: readonly string[] }
  | { kind: 'integer' | 'number' | 'boolean' | 'bytes' | 'unknown' }
  | { kind: 'literal'; value: boolean | number }
  | { kind: 'list' | 'map'; of: Shape }
  /** `isCollection` is another name for a list or map. */
  | { kind: 'model'; name: string; isCollection?: true }
  | { kind: 'union'; of: readonly Shape[] }
)

export interface Member {
  name: string
  shape: Shape
  isRequired: boolean
  isReadOnly: boolean
  description: string
}

/** An object, which may have further members by intent, or another name for a shape. */
export type Model = { name: string; description: string } & (
  { members: readonly Member[]; isExtensible: boolean } | { alias: Shape }
)

/** Reads schemas into shapes; objects inside of others become models named after the path to them. */
export class ShapeReader {
  readonly models = new Map<string, Model>()

  readonly #schemas: Record<string, JsonSchema>

  constructor(schemas: Record<string, JsonSchema>) {
    this.#schemas = schemas
  }

  /** Reads every named schema. */
  readComponents(): void {
    for (const [name, schema] of Object.entries(this.#schemas)) {
      if (hasMembers(schema)) this.addObject(name, schema)
      else this.addModel({ name, description: schema.description ?? '', alias: this.shapeOf(schema, name) })
    }
  }

  /** `path` names the models of objects inside. */
  shapeOf(schema: JsonSchema, path: string): Shape {
    const types = [schema.type ?? []].flat()
    const options = schema.anyOf ?? schema.oneOf
    const isNullable = types.includes('null') || options?.some(({ type }) => type === 'null') === true
    const shape = options === undefined ? this.plainShape(schema, types, path) : this.unionOf(options, path)
    return isNullable ? { ...shape, isNullable } : shape
  }

  membersOf(schema: JsonSchema, path: string): Member[] {
    return Object.entries(schema.properties ?? {}).map(([name, member]) => ({
      name,
      shape: this.shapeOf(member, `${path}${pascalCase(name)}`),
      isRequired: schema.required?.includes(name) === true,
      isReadOnly: member.readOnly === true,
      description: member.description ?? '',
    }))
  }

  /** The members of an object, or of every form of a union; those that not every form requires are optional. */
  membersOfForms(shape: Shape): Member[] {
    if (shape.kind === 'union') return mergeForms(shape.of.map((form) => this.membersOfForms(form)))
    const model = shape.kind === 'model' ? this.models.get(shape.name) : undefined
    if (model === undefined) return []
    return 'alias' in model ? this.membersOfForms(model.alias) : [...model.members]
  }

  private plainShape(schema: JsonSchema, types: string[], path: string): Shape {
    if (schema.$ref !== undefined) return this.modelOf(nameOf(schema.$ref))
    const [type] = types.filter((name) => name !== 'null')
    if (typeof schema.const === 'boolean' || typeof schema.const === 'number')
      return { kind: 'literal', value: schema.const }
    if (type === 'string') return stringShape(schema)
    if (type === 'boolean') return { kind: type }
    if (type === 'integer' || type === 'number') return numberShape(schema, type)
    if (type === 'array') return { kind: 'list', of: this.shapeOf(schema.items ?? {}, `${path}Item`) }
    if (type === 'object') return this.objectShape(schema, path)
    return { kind: schema.contentMediaType === undefined ? 'unknown' : 'bytes' }
  }

  private modelOf(name: string): Shape {
    const { type, properties } = this.#schemas[name] ?? {}
    const isCollection = type === 'array' || (type === 'object' && properties === undefined)
    return { kind: 'model', name, ...(isCollection ? { isCollection } : {}) }
  }

  private objectShape(schema: JsonSchema, path: string): Shape {
    if (hasMembers(schema)) {
      this.addObject(path, schema)
      return { kind: 'model', name: path }
    }
    const [pattern] = Object.values(schema.patternProperties ?? {})
    const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : pattern
    return { kind: 'map', of: values === undefined ? { kind: 'unknown' } : this.shapeOf(values, `${path}Value`) }
  }

  private unionOf(options: readonly JsonSchema[], path: string): Shape {
    const forms = options.filter(({ type }) => type !== 'null')
    const isOne = forms.length === 1
    const shapes = forms.map((form, index) => this.shapeOf(form, isOne ? path : `${path}Form${index + 1}`))
    if (isOne && shapes[0] !== undefined) return shapes[0]
    // Any text includes the texts that other forms list.
    const hasText = shapes.some((shape) => shape.kind === 'string' && shape.values === undefined)
    const distinct = hasText ? shapes.filter((shape) => shape.kind !== 'string' || shape.values === undefined) : shapes
    const [first] = distinct
    return first !== undefined && distinct.every(({ kind }) => kind === 'string' && hasText)
      ? first
      : { kind: 'union', of: distinct }
  }

  private addObject(name: string, schema: JsonSchema): void {
    const { description = '', additionalProperties, patternProperties } = schema
    // An object that allows no others is closed; a schema of a response that says nothing is as good as closed.
    const isExtensible = additionalProperties === true || patternProperties !== undefined
    this.addModel({ name, description, members: this.membersOf(schema, name), isExtensible })
  }

  private addModel(model: Model): void {
    if (this.models.has(model.name)) throw new Error(`Two models of the document would be named ${model.name}`)
    this.models.set(model.name, model)
  }
}

function hasMembers({ properties }: JsonSchema): boolean {
  return Object.keys(properties ?? {}).length > 0
}

function stringShape({ format, contentMediaType, enum: values, const: value }: JsonSchema): Shape {
  if (format === 'binary' || contentMediaType !== undefined) return { kind: 'bytes' }
  const allowed = typeof value === 'string' ? [value] : values?.filter((each) => typeof each === 'string')
  return allowed === undefined ? { kind: 'string' } : { kind: 'string', values: allowed }
}

function numberShape({ enum: values }: JsonSchema, kind: 'integer' | 'number'): Shape {
  const numbers = values?.filter((each) => typeof each === 'number')
  return numbers === undefined ? { kind } : { kind: 'union', of: numbers.map((value) => ({ kind: 'literal', value })) }
}

function mergeForms(forms: Member[][]): Member[] {
  const merged = new Map<string, Member[]>()
  for (const member of forms.flat()) merged.set(member.name, [...(merged.get(member.name) ?? []), member])
  return [...merged.values()].map((members) => {
    const [first] = members
    if (first === undefined) throw new Error('A member of no form')
    const isInEveryForm = members.length === forms.length && members.every(({ isRequired }) => isRequired)
    return { ...first, shape: mergeShapes(members.map(({ shape }) => shape)), isRequired: isInEveryForm }
  })
}

/** One shape for a member that forms declare differently: their values together, or a union. */
function mergeShapes(shapes: Shape[]): Shape {
  const distinct = [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()]
  const [first] = distinct
  if (first === undefined || distinct.length === 1) return first ?? { kind: 'unknown' }
  const values = distinct.flatMap((shape) => (shape.kind === 'string' ? [shape.values] : [undefined]))
  if (values.every((list) => list !== undefined)) return { kind: 'string', values: [...new Set(values.flat())] }
  if (distinct.every(({ kind }) => kind === 'string')) return { kind: 'string' }
  return { kind: 'union', of: distinct }
}
