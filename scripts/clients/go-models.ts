import type { Api } from './api.ts'
import { pascalCase } from './names.ts'
import type { Member, Model, Shape } from './shapes.ts'

/** Structs whose `Extra` has the members of a newer service, and unions as the JSON that they are. */
export function goModels(api: Api): string {
  const results = api.operations.flatMap(({ resource, name, resultShape }) => {
    const union = resultShape?.kind === 'union' ? `${pascalCase(resource)}${pascalCase(name)}Result` : undefined
    return resultShape !== undefined && union !== undefined
      ? [{ name: union, description: '', alias: resultShape }]
      : []
  })
  return [...api.models, ...results].map(modelText).join('\n')
}

function modelText(model: Model): string {
  const comment = goDoc(model.name, model.description)
  if ('members' in model) return `${comment}${goStruct(model.name, model.members, true)}`
  const forms = formsOf(model.alias)
  if (forms === undefined) return `${comment}type ${model.name} = ${goType(model.alias)}\n`
  const methods = forms.map(
    (form) =>
      `\n// As${form} reads the value as this form; Extra has what the form has not.\nfunc (u ${model.name}) As${form}() (value ${form}, err error) {\n\terr = json.Unmarshal(u.RawMessage, &value)\n\treturn value, err\n}\n`,
  )
  return `${comment}//\n// It is one of several forms: JSON as it was received, or JSON(value) of a form.\ntype ${model.name} struct{ json.RawMessage }\n${methods.join('')}`
}

/** The names of the models that a union consists of; undefined for other shapes. */
function formsOf(shape: Shape): string[] | undefined {
  if (shape.kind !== 'union') return undefined
  const names = shape.of.flatMap((form) => (form.kind === 'model' ? [form.name] : []))
  return names.length === shape.of.length ? names : undefined
}

/** `isModel` adds what keeps unknown members. */
export function goStruct(name: string, members: readonly Member[], isModel: boolean): string {
  const fields = members.map((member) => {
    const tag = `\`json:"${member.name}${member.isRequired ? '' : ',omitempty'}"\``
    const comment = member.description === '' ? '' : `\t// ${member.description.replaceAll('\n', '\n\t// ')}\n`
    return `${comment}\t${goField(member.name)} ${goMemberType(member)} ${tag}\n`
  })
  if (!isModel) return `type ${name} struct {\n${fields.join('\n')}}\n`
  const extra =
    '\t// Extra has members that this version of the library has no field for.\n\tExtra map[string]json.RawMessage `json:"-"`\n'
  return [
    `type ${name} struct {\n${[...fields, extra].join('\n')}}\n`,
    `\n// UnmarshalJSON keeps unknown members in Extra.\nfunc (m *${name}) UnmarshalJSON(data []byte) error {\n\ttype plain ${name}\n\treturn readModel(data, (*plain)(m), &m.Extra)\n}\n`,
    `\n// MarshalJSON writes the members of Extra too.\nfunc (m ${name}) MarshalJSON() ([]byte, error) {\n\treturn writeModel(m, m.Extra)\n}\n`,
  ].join('')
}

export function goMemberType({ shape, isRequired }: Member): string {
  const type = goType({ ...shape, isNullable: false })
  const isReference = isCollection(shape) || /^(?:\[\]|map\[|any$|json\.RawMessage$)/.test(type)
  if (shape.isNullable === true) return isRequired ? (isReference ? type : `*${type}`) : `*Nullable[${type}]`
  return isRequired || isReference ? type : `*${type}`
}

// A nil slice or map is none already.
function isCollection(shape: Shape): boolean {
  return shape.kind === 'model' && shape.isCollection === true
}

const initialisms = new Set([
  'id',
  'url',
  'html',
  'css',
  'ip',
  'mx',
  'dns',
  'json',
  'smtp',
  'api',
  'spf',
  'dkim',
  'utm',
])

/** `folder_id` and `pluginId` → `FolderID`, `PluginID`. */
export function goField(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').split('_')
  const text = words.map(capitalize).join('')
  return /^[A-Z]/.test(text) ? text : `N${text}`
}

/** `id` → `ID`, `ids` → `IDs`. */
function capitalize(word: string): string {
  const [, singular = '', plural = ''] = /^(.*?)(s?)$/.exec(word.toLowerCase()) ?? []
  if (initialisms.has(word.toLowerCase())) return word.toUpperCase()
  return initialisms.has(singular) ? `${singular.toUpperCase()}${plural}` : pascalCase(word)
}

export function goType(shape: Shape): string {
  const text = plainType(shape)
  const isReference = isCollection(shape) || /^(?:\[\]|map\[|any$)/.test(text)
  return shape.isNullable === true && !isReference ? `*${text}` : text
}

function plainType(shape: Shape): string {
  switch (shape.kind) {
    case 'string':
      return 'string'
    case 'integer':
      return 'int64'
    case 'number':
      return 'float64'
    case 'boolean':
      return 'bool'
    case 'literal':
      return typeof shape.value === 'boolean' ? 'bool' : 'float64'
    case 'bytes':
      return 'Upload'
    case 'model':
      return shape.name
    case 'list':
      return `[]${goType(shape.of)}`
    case 'map':
      return `map[string]${goType(shape.of)}`
    case 'unknown':
    case 'union':
      return 'any'
  }
}

function goDoc(name: string, description: string): string {
  const text = description === '' ? `${name} is a model of the API.` : `${name}: ${description}`
  return (
    text
      .split('\n')
      .map((line) => `// ${line}`.trimEnd())
      .join('\n') + '\n'
  )
}
