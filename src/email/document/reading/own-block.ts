import type { Issue } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { nearest } from '../../../kernel/spelling/index.ts'
import { compile } from './compile.ts'
import { type Reader, Reading, isRecord, quoted } from './reading.ts'
import { readTaggedText, readUrl } from './text.ts'
import {
  type OwnBlock,
  type OwnBlockDeclaration,
  type OwnField,
  ownBlockSchema,
  ownDeclarationSchema,
} from '../own-blocks/schema.ts'
import { parseTemplate } from '../own-blocks/template.ts'
import { expandOwnBlock } from '../own-blocks/values.ts'

/** Reads an HTML block that is the block of a host: checks declaration and values, and derives `html`. */
export function readOwnBlock(read: Reader, value: Record<string, unknown>, reading: Reading): unknown {
  const known = reading.issues.length
  const block = read(value, reading)
  if (!isRecord(block) || reading.issues.length > known) return block
  const own = block['own'] as OwnBlock
  reading.path.push('own')
  checkDeclaration(own.declaration, reading)
  if (reading.issues.length === known) checkValues(own, reading)
  const html = reading.issues.length === known ? derive(own, reading) : undefined
  reading.path.pop()
  return html === undefined || html === block['html'] ? block : { ...block, html }
}

function derive(own: OwnBlock, reading: Reading): string | undefined {
  const html = expandOwnBlock(own)
  if (html === undefined)
    return reading.problem(`is more than ${limits.ownBlockHtml} characters of HTML with its values`, 'values')
  reading.derived += html.length
  if (reading.derived > limits.contentBytes)
    return reading.tooLarge(`The blocks of host pages have more than ${limits.contentBytes} characters of HTML`)
  return reading.options.cleanHtml?.(html) ?? html
}

/** Problems of declarations from a host page; paths begin with the index. */
export function checkOwnDeclarations(declarations: readonly unknown[]): Issue[] {
  const reading = new Reading(new Map())
  const names = new Set<unknown>()
  for (const [index, declaration] of declarations.entries()) {
    reading.path.push(index)
    const known = reading.issues.length
    const read = readDeclaration(declaration, reading)
    if (reading.issues.length === known) {
      checkDeclaration(read as OwnBlockDeclaration, reading)
      const { name } = read as OwnBlockDeclaration
      if (names.has(name)) reading.problem(`${name} is declared twice`, 'name')
      names.add(name)
    }
    reading.path.pop()
  }
  return reading.issues
}

/** True for declaration and values that a document may contain. */
export function isOwnBlock(value: unknown): value is OwnBlock {
  if (!isRecord(value)) return false
  const reading = new Reading(new Map())
  readOwn ??= compile(ownBlockSchema, (_, shape) => shape())
  const read = readOwn(value, reading)
  if (reading.issues.length === 0) checkDeclaration((read as OwnBlock).declaration, reading)
  return reading.issues.length === 0
}

let readOwn: Reader | undefined
let compiled: Reader | undefined
const readDeclaration: Reader = (value, reading) =>
  (compiled ??= compile(ownDeclarationSchema, (_, shape) => shape()))(value, reading)

function checkDeclaration(declaration: OwnBlockDeclaration, reading: Reading): void {
  const { path } = reading
  const depth = path.length
  if (path.at(-1) === 'own') path.push('declaration')
  const names = new Set<string>()
  for (const [index, field] of declaration.fields.entries()) {
    path.push('fields', index)
    if (names.has(field.name)) reading.problem(`${field.name} is declared twice`, 'name')
    names.add(field.name)
    if ((field.kind === 'choice') !== (field.options !== undefined))
      reading.problem(
        field.kind === 'choice' ? 'is required for the kind choice' : 'is only for fields of the kind choice',
        'options',
      )
    else if (field.default !== undefined) checkValue(field, field.default, 'default', reading)
    path.length -= 2
  }
  for (const problem of parseTemplate(declaration).problems) reading.problem(problem, 'template')
  path.length = depth
}

function checkValues({ declaration, values }: OwnBlock, reading: Reading): void {
  const fields = new Map(declaration.fields.map((field) => [field.name, field]))
  reading.path.push('values')
  for (const [name, value] of Object.entries(values)) {
    const field = fields.get(name)
    if (field !== undefined) checkValue(field, value, name, reading)
    else {
      const meant = nearest(name, fields.keys())
      const hint = meant === undefined ? `its fields are ${[...fields.keys()].join(', ')}` : `did you mean ${meant}?`
      reading.problem(`is not a field of ${declaration.name}; ${hint}`, name)
    }
  }
  reading.path.pop()
}

const color = /^(?:#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})|transparent)$/

function checkValue(field: OwnField, value: unknown, member: string, reading: Reading): void {
  const expected = expectedOf(field, value)
  if (expected !== undefined) reading.problem(`expected ${expected}, not ${quoted(value)}`, member)
  if (expected !== undefined || typeof value !== 'string') return
  reading.path.push(member)
  if (field.kind === 'text' || field.kind === 'textarea') readTaggedText(value, reading)
  else if (field.kind === 'link' || field.kind === 'image') readUrl(value, reading)
  reading.path.pop()
}

/** Undefined for a value of the field's kind. */
function expectedOf({ kind, max = Infinity, min = -Infinity, options = [] }: OwnField, value: unknown) {
  switch (kind) {
    case 'switch':
      return typeof value === 'boolean' ? undefined : 'true or false'
    case 'number':
      if (typeof value === 'number' && value >= min && value <= max) return undefined
      return `a number${min === -Infinity ? '' : ` from ${min}`}${max === Infinity ? '' : ` to ${max}`}`
    case 'choice':
      if (options.some((option) => option.value === value)) return undefined
      return `one of ${options.map((option) => option.value).join(', ')}`
    case 'color':
      return typeof value === 'string' && color.test(value) ? undefined : 'a color such as #1a73e8, or transparent'
    default:
      return typeof value === 'string' ? undefined : 'a text'
  }
}
