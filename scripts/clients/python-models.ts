import type { Api } from './api.ts'
import { returnedModels } from './returned-models.ts'
import type { Member, Model, Shape } from './shapes.ts'

/**
 * Stubs of the models: typed dicts, because results are the JSON as it was received. Only type checkers read them, so importing the
 * client does not build hundreds of classes.
 */
export function pythonModels(api: Api): string {
  const returned = returnedModels(api)
  const models = api.models.map((model) => modelText(model, returned.has(model.name)))
  const events = `WebhookEvent = Union[${Object.values(api.events).join(', ')}]\n`
  return `from typing import Any, Dict, List, Sequence, Union\n\nfrom typing_extensions import Literal, NotRequired, TypeAlias, TypedDict\n\nfrom ._upload import Upload\n\n${models.join('\n')}\n${events}`
}

function modelText(model: Model, isOpen: boolean): string {
  if ('alias' in model) return `${model.name}: TypeAlias = ${quoted(pythonType(model.alias, isOpen, ''))}\n`
  // Blocks have the properties of their type, which typed dicts cannot declare.
  if (model.isExtensible) return `${model.name}: TypeAlias = "Dict[str, Any]"\n`
  if (model.members.some(({ name }) => !isIdentifier(name))) {
    const entries = model.members.map(
      (member) => `    ${JSON.stringify(member.name)}: ${quoted(memberType(member, isOpen))},\n`,
    )
    return `${model.name} = TypedDict("${model.name}", {\n${entries.join('')}})\n`
  }
  const members = model.members.map((member) => `    ${member.name}: ${memberType(member, isOpen)}\n`)
  const comment =
    model.description === '' ? '' : `    """${model.description.replaceAll('\\', '\\\\').replaceAll('"', "'")}"""\n`
  return `class ${model.name}(TypedDict):\n${comment}${members.join('')}`
}

function memberType({ shape, isRequired }: Member, isOpen: boolean): string {
  const type = pythonType(shape, isOpen, '')
  return isRequired ? type : `NotRequired[${type}]`
}

function quoted(type: string): string {
  return JSON.stringify(type.replaceAll('"', "'"))
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !/^(?:as|async|class|else|from|in|is|pass|import|not|or|and)$/.test(name)
}

/** `isOpen` adds any text to lists of values; `scope` precedes names of models. */
export function pythonType(shape: Shape, isOpen: boolean, scope: string): string {
  const text = plainType(shape, isOpen, scope)
  return shape.isNullable ? `Union[${text}, None]` : text
}

function plainType(shape: Shape, isOpen: boolean, scope: string): string {
  switch (shape.kind) {
    case 'string':
      return valuesType(shape.values, isOpen)
    case 'integer':
      return 'int'
    case 'number':
      return 'float'
    case 'boolean':
      return 'bool'
    case 'literal':
      return literalType(shape.value)
    case 'unknown':
      return 'Any'
    case 'bytes':
      return 'Upload'
    case 'model':
      return `${scope}${shape.name}`
    case 'list':
      return `${isOpen ? 'List' : 'Sequence'}[${pythonType(shape.of, isOpen, scope)}]`
    case 'map':
      return `Dict[str, ${pythonType(shape.of, isOpen, scope)}]`
    case 'union':
      return `Union[${[...new Set(shape.of.map((each) => pythonType(each, isOpen, scope)))].join(', ')}]`
  }
}

function literalType(value: boolean | number): string {
  if (typeof value === 'number') return 'float'
  return value ? 'Literal[True]' : 'Literal[False]'
}

function valuesType(values: readonly string[] | undefined, isOpen: boolean): string {
  if (values === undefined) return 'str'
  const text = `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`
  return isOpen && values.length > 1 ? `Union[${text}, str]` : text
}
