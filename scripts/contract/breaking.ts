import type { Content, Contract, Operation, Parameter, Schema } from './contract.ts'

/**
 * What of a contract breaks clients that were generated from an earlier one, a sentence for each: operations, parameters and
 * members that are gone, what is newly required, values that are accepted no longer, and other successful responses. New members of responses,
 * new events and wider requests break nobody.
 */
export function breakingChanges(before: Contract, after: Contract): string[] {
  const found = new Set<string>()
  for (const [call, operation] of Object.entries(before.operations)) {
    const now = after.operations[call]
    if (now === undefined) found.add(`${operation.id}: ${call} is gone`)
    else for (const change of changesOf(operation, now, { before, after })) found.add(`${operation.id}: ${change}`)
  }
  for (const [name, payload] of Object.entries(before.events)) {
    const now = after.events[name]
    if (now === undefined) found.add(`event ${name} is gone`)
    else for (const change of responseChanges(payload, now, { before, after })) found.add(`event ${name}: ${change}`)
  }
  return [...found]
}

interface Contracts {
  before: Contract
  after: Contract
}

function* changesOf(before: Operation, after: Operation, contracts: Contracts): Iterable<string> {
  if (before.id !== after.id) yield `is named ${after.id}`
  // The contract of a release before scopes were part of it has none.
  if (before.scope !== undefined && before.scope !== after.scope) yield `requires the scope ${after.scope ?? 'none'}`
  yield* parameterChanges(before.parameters, after.parameters, contracts)
  yield* bodyChanges(before, after, contracts)
  for (const [status, { headers, content }] of Object.entries(before.responses)) {
    const now = after.responses[status]
    if (now === undefined) {
      yield `response ${status} is gone`
      continue
    }
    for (const header of headers) if (!now.headers.includes(header)) yield `response ${status} has no ${header}`
    for (const [type, schema] of Object.entries(content)) {
      const next = now.content[type]
      if (next === undefined) yield `response ${status} is not ${type}`
      else for (const change of responseChanges(schema, next, contracts)) yield `response ${status} ${change}`
    }
  }
  for (const status of Object.keys(after.responses))
    if (status.startsWith('2') && before.responses[status] === undefined) yield `may respond with ${status}`
}

function* parameterChanges(before: Parameter[], after: Parameter[], contracts: Contracts): Iterable<string> {
  const named = ({ name, in: place }: Parameter) => `${place} parameter ${name}`
  for (const parameter of before) {
    const now = after.find((each) => named(each) === named(parameter))
    if (now === undefined) yield `${named(parameter)} is gone`
    else {
      if (now.required && !parameter.required) yield `${named(parameter)} is required`
      // A parameter that may be repeated now is written by earlier clients as before: `tag=a`.
      const isRepeated = parameter.in === 'query' && parameter.schema.type !== 'array' && now.schema.type === 'array'
      const schema = isRepeated ? (now.schema.items ?? {}) : now.schema
      for (const change of requestChanges(parameter.schema, schema, contracts)) yield `${named(parameter)} ${change}`
    }
  }
  for (const parameter of after)
    if (parameter.required && !before.some((each) => named(each) === named(parameter)))
      yield `${named(parameter)} is new and required`
}

function* bodyChanges({ body: before }: Operation, { body: after }: Operation, contracts: Contracts): Iterable<string> {
  if (before === undefined) {
    if (after?.required === true) yield 'body is new and required'
    return
  }
  if (after === undefined) return void (yield 'body is gone')
  if (after.required && !before.required) yield 'body is required'
  for (const [type, schema] of Object.entries<Content[string]>(before.content)) {
    const now = after.content[type]
    if (now === undefined) yield `body may not be ${type}`
    else for (const change of requestChanges(schema, now, contracts)) yield `body ${change}`
  }
}

/** What callers could send before and may not send now. */
function requestChanges(before: Schema, after: Schema, contracts: Contracts): string[] {
  const side: Side = { wide: contracts.after, narrow: contracts.before, isResponse: false, compared: new Map() }
  return gaps(after, before, side).map(print)
}

/** What callers could count on in a response before and cannot now. */
function responseChanges(before: Schema, after: Schema, contracts: Contracts): string[] {
  const side: Side = { wide: contracts.before, narrow: contracts.after, isResponse: true, compared: new Map() }
  return gaps(before, after, side).map(print)
}

interface Side {
  wide: Contract
  narrow: Contract
  isResponse: boolean
  /** Results by the names of two schemas; empty while they are compared, as schemas may contain themselves. */
  compared: Map<string, Gap[]>
}

/** Why a value of one schema may not fit another, and of which member: `rows[].padding`, or nothing for the value itself. */
interface Gap {
  path: string
  why: string
}

function print({ path, why }: Gap): string {
  return path === '' ? why : `${path.replace(/^\./, '')} ${why}`
}

/** Why a value of the narrow schema may not fit the wide one. */
function gaps(wide: Schema, narrow: Schema, side: Side): Gap[] {
  if (wide.$ref === undefined || narrow.$ref === undefined) return unionGaps(wide, narrow, side)
  const pair = `${wide.$ref} ${narrow.$ref}`
  const known = side.compared.get(pair)
  if (known !== undefined) return known
  side.compared.set(pair, [])
  const found = unionGaps(wide, narrow, side)
  side.compared.set(pair, found)
  return found
}

/** Each variant of the narrow schema has to fit the variant of the wide one that it is nearest to. */
function unionGaps(wide: Schema, narrow: Schema, side: Side): Gap[] {
  const accepted = variantsOf(wide, side.wide)
  const variants = variantsOf(narrow, side.narrow)
  const members = new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)))
  return variants.flatMap((variant) => {
    const [best] = accepted
      .map((each) => variantGaps(each, variant, { ...side, members }))
      .toSorted((a, b) => distance(a) - distance(b))
    return best ?? [{ path: '', why: 'accepts nothing' }]
  })
}

/** Another type, or other members, means that it is another variant; all else is a change of the same one. */
function distance(found: readonly Gap[]): number {
  const isOther = ({ path, why }: Gap) =>
    path === '' ? /^may (?:not )?be /.test(why) : /^\.\w+$/.test(path) && /^is gone|required$/.test(why)
  return found.length + 1000 * found.filter(isOther).length
}

/** `members`: those of all variants; a member that one of them has is not gone. */
type VariantSide = Side & { members: ReadonlySet<string> }

function variantGaps(wide: Schema, narrow: Schema, side: VariantSide): Gap[] {
  const [to, from] = [wide.type, narrow.type]
  if (to !== undefined && to !== from && !(to === 'number' && from === 'integer'))
    return [{ path: '', why: `${side.isResponse ? 'may be' : 'may not be'} ${String(from ?? 'anything')}` }]
  const items = wide.items === undefined ? [] : gaps(wide.items, narrow.items ?? {}, side)
  return [
    ...(side.isResponse
      ? [...goneWords(wide, narrow), ...formatGaps(wide, narrow)]
      : [...wordGaps(wide, narrow), ...limitGaps(wide, narrow)]),
    ...memberGaps(wide, narrow, side),
    ...below('[]', items),
  ]
}

function below(step: string, found: Gap[]): Gap[] {
  return found.map(({ path, why }) => ({ path: step + path, why }))
}

/**
 * Words that clients may wait for and a response has no more. New words break nobody: clients have to expect words that they
 * do not know.
 */
function goneWords(wide: Schema, narrow: Schema): Gap[] {
  const [before, words] = [wordsOf(wide), wordsOf(narrow)]
  if (before === undefined || words === undefined) return []
  const gone = before.filter((word) => !words.includes(word))
  return gone.map((word) => ({ path: '', why: `is never ${word}` }))
}

/** Generated clients read texts of a format, such as times, into types of their own. */
function formatGaps(wide: Schema, narrow: Schema): Gap[] {
  return wide.format === undefined || wide.format === narrow.format
    ? []
    : [{ path: '', why: `has format ${String(narrow.format ?? 'none')}` }]
}

function wordGaps(wide: Schema, narrow: Schema): Gap[] {
  const [allowed, words] = [wordsOf(wide), wordsOf(narrow)]
  if (allowed === undefined) return []
  if (words === undefined) return [{ path: '', why: `may only be ${allowed.join(', ')}` }]
  return words.filter((word) => !allowed.includes(word)).map((word) => ({ path: '', why: `may not be ${word}` }))
}

function wordsOf({ const: only, enum: words }: Schema): string[] | undefined {
  const values = words ?? (only === undefined ? undefined : [only])
  return values?.map((value) => JSON.stringify(value))
}

const ceilings = ['maxLength', 'maximum', 'maxItems', 'maxProperties', 'exclusiveMaximum']
const floors = ['minLength', 'minimum', 'minItems', 'minProperties', 'exclusiveMinimum']
const rules = ['uniqueItems', 'pattern', 'multipleOf', 'format']

function limitGaps(wide: Schema, narrow: Schema): Gap[] {
  const bound = (schema: Schema, name: string, fallback: number) => (schema[name] as number | undefined) ?? fallback
  return [
    ...ceilings.filter((name) => bound(wide, name, Infinity) < bound(narrow, name, Infinity)),
    ...floors.filter((name) => bound(wide, name, -Infinity) > bound(narrow, name, -Infinity)),
    ...rules.filter((name) => wide[name] !== undefined && wide[name] !== narrow[name]),
  ].map((name) => ({ path: '', why: `has ${name} ${String(wide[name])}` }))
}

function memberGaps(wide: Schema, narrow: Schema, side: VariantSide): Gap[] {
  const [to, from] = [wide.properties ?? {}, narrow.properties ?? {}]
  const shared = Object.entries(to).flatMap(([name, member]) =>
    from[name] === undefined ? [] : below(`.${name}`, gaps(member, from[name], side)),
  )
  const [values, given] = [wide.additionalProperties, narrow.additionalProperties]
  const others = typeof values === 'object' && typeof given === 'object' ? gaps(values, given, side) : []
  return [
    ...(side.isResponse ? goneMembers(to, side) : refusedMembers(wide, narrow)),
    ...newlyRequired(wide, narrow, side),
    ...shared,
    ...below('{}', others),
  ]
}

function goneMembers(before: object, { members }: VariantSide): Gap[] {
  return Object.keys(before)
    .filter((name) => !members.has(name))
    .map((name) => ({ path: `.${name}`, why: 'is gone' }))
}

function refusedMembers({ additionalProperties, properties = {} }: Schema, narrow: Schema): Gap[] {
  if (additionalProperties !== false) return []
  const gone = Object.keys(narrow.properties ?? {}).filter((name) => properties[name] === undefined)
  const isClosed = narrow.type === 'object' && narrow.additionalProperties !== false
  return [
    ...(isClosed ? [{ path: '', why: 'has no other members' }] : []),
    ...gone.map((name) => ({ path: `.${name}`, why: 'is gone' })),
  ]
}

function newlyRequired({ required = [] }: Schema, narrow: Schema, { isResponse }: Side): Gap[] {
  const { properties = {}, required: before = [] } = narrow
  const missing = required.filter((name) => !before.includes(name))
  if (!isResponse)
    return missing.map((name) => ({
      path: `.${name}`,
      why: properties[name] === undefined ? 'is new and required' : 'is required',
    }))
  return missing
    .filter((name) => properties[name] !== undefined)
    .map((name) => ({ path: `.${name}`, why: 'may be missing' }))
}

/** Without the keywords that apply to texts only. */
function withoutTexts({ pattern: _, format: __, minLength: ___, maxLength: ____, ...rest }: Schema): Schema {
  return rest
}

/** The schemas of which a value fits one: references resolved, unions and lists of types taken apart. */
function variantsOf(schema: Schema, contract: Contract): Schema[] {
  const { $ref, anyOf, oneOf, allOf, ...own } = schema
  if ($ref !== undefined) return variantsOf(contract.schemas[$ref.split('/').at(-1) ?? ''] ?? {}, contract)
  const union = anyOf ?? oneOf
  if (union !== undefined) return union.flatMap((each) => variantsOf(each, contract))
  if (allOf !== undefined) return variantsOf(allOf[0] ?? {}, contract)
  if (!Array.isArray(own.type)) return [own]
  const { enum: words, ...rest } = own
  return own.type.map((type) => {
    const fitting = words?.filter((word) => (word === null) === (type === 'null'))
    return {
      ...(type === 'null' ? withoutTexts(rest) : rest),
      type,
      ...(fitting === undefined ? {} : { enum: fitting }),
    }
  })
}
