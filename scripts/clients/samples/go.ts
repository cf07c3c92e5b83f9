import type { Api, Operation } from '../api.ts'
import type { Json } from '../document.ts'
import { goInputName } from '../go.ts'
import { goField, goMemberType } from '../go-models.ts'
import { pascalCase } from '../names.ts'
import type { Member, Model, Shape } from '../shapes.ts'
import { enclose, goLiteral, indentText } from '../../../src/console/programs/literals.ts'
import type { SampleInput } from './values.ts'

const options = {
  inline: '{BaseURL: "BASE_URL", APIKey: "svc_…"}',
  key: '{}',
  none: '{}',
  token: '{PluginToken: os.Getenv("PLUGIN_TOKEN")}',
  session: '{PluginToken: os.Getenv("PLUGIN_TOKEN"), SessionID: os.Getenv("PLUGIN_SESSION")}',
}

/** Samples in Go, whose values have types. */
export class GoSamples {
  readonly #models: ReadonlyMap<string, Model>

  constructor({ models }: Pick<Api, 'models'>) {
    this.#models = new Map(models.map((model) => [model.name, model]))
  }

  sample(operation: Operation, inputs: readonly SampleInput[], client: keyof typeof options = operation.auth): string {
    const fields = inputs.map(({ member, value }) => this.field(member, value))
    const params = operation.inputs.length === 0 ? '' : `, ${struct(goInputName(operation), fields)}`
    const call = `client.${pascalCase(operation.resource)}.${pascalCase(operation.name)}(context.Background()${params})`
    const failed = 'if err != nil {\n\tlog.Fatal(err)\n}\n'
    const uses = {
      none: `if err := ${call}; err != nil {\n\tlog.Fatal(err)\n}\n`,
      json: `result, err := ${call}\n${failed}fmt.Printf("%+v\\n", result)\n`,
      bytes: `download, err := ${call}\n${failed}defer download.Close()\nbytes, err := io.Copy(io.Discard, download)\n${failed}fmt.Println(download.ContentType, bytes)\n`,
      events: `events, err := ${call}\n${failed}defer events.Close()\nfor events.Next() {\n\tfmt.Println(events.Value())\n}\n`,
    }
    const body = `client, err := svc.New(svc.Options${options[client]})\n${failed}${uses[operation.result]}`
    const names = ['context', 'encoding/json', 'fmt', 'io', 'log', 'os', 'strings']
    const imports = names.filter((name) => new RegExp(`\\b${name.split('/').at(-1)}\\.[A-Z]`).test(body))
    return `package main\n\nimport (\n${imports.map((name) => `\t"${name}"\n`).join('')}\n\tsvc "svc.example/client"\n)\n\nfunc main() {\n${indentText(body, '\t')}}\n`
  }

  private field(member: Member, value: Json | undefined): string {
    const type = goMemberType(member)
    const text = this.value(member.shape, value)
    if (value === null)
      return `${goField(member.name)}: ${type.startsWith('*Nullable') ? `svc.Null[${qualified(type.slice(10, -1))}]()` : 'nil'}`
    if (type.startsWith('*Nullable[')) return `${goField(member.name)}: svc.Value(${typed(type.slice(10, -1), text)})`
    if (!type.startsWith('*')) return `${goField(member.name)}: ${text}`
    return `${goField(member.name)}: ${text.startsWith('svc.') && text.endsWith('}') ? `&${text}` : `svc.Ptr(${typed(type.slice(1), text)})`}`
  }

  private value(shape: Shape, value: Json | undefined): string {
    if (value === undefined) return 'svc.Upload{Content: strings.NewReader("Opening hours"), Name: "hours.txt"}'
    if (shape.kind === 'list' && Array.isArray(value))
      return enclose(
        value.map((each) => this.value(shape.of, each)),
        [`[]${elementType(shape.of)}{`, '}'],
        { indent: '\t' },
      )
    if (shape.kind === 'map' && isObject(value))
      return enclose(
        Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${this.value(shape.of, each)}`),
        [`map[string]${elementType(shape.of)}{`, '}'],
        { indent: '\t' },
      )
    const model = shape.kind === 'model' ? this.#models.get(shape.name) : undefined
    if (model !== undefined && isObject(value)) return this.model(model, value)
    return goLiteral(value)
  }

  /** A union is the JSON of one of its forms; so is what has members beyond its schema. */
  private model(model: Model, value: Record<string, Json>): string {
    if ('alias' in model) {
      const isUnion = model.alias.kind === 'union' && model.alias.of.every(({ kind }) => kind === 'model')
      return isUnion ? `svc.${model.name}{RawMessage: svc.JSON(${goLiteral(value)})}` : this.value(model.alias, value)
    }
    const members = model.members.filter(({ name }) => name in value)
    return struct(
      model.name,
      members.map((member) => this.field(member, value[member.name])),
    )
  }
}

function struct(name: string, fields: readonly string[]): string {
  return enclose(fields, [`svc.${name}{`, '}'], { indent: '\t' })
}

/** A number as an argument would otherwise be an int. */
function typed(type: string, text: string): string {
  return type === 'int64' || type === 'float64' ? `${type}(${text})` : text
}

function elementType(shape: Shape): string {
  return qualified(goMemberType({ name: '', shape, isRequired: true, isReadOnly: false, description: '' }))
}

function qualified(type: string): string {
  return type.replaceAll(/\b[A-Z]\w*/g, (name) => `svc.${name}`)
}

function isObject(value: Json | undefined): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
