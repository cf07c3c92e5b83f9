import type { Operation } from '../api.ts'
import { snakeCase } from '../names.ts'
import { safeName } from '../python.ts'
import { type Notation, enclose, literal } from './literals.ts'
import type { SampleInput } from './values.ts'

const notation: Notation = {
  words: { null: 'None', true: 'True', false: 'False' },
  quote: (text) => JSON.stringify(text),
  list: ['[', ']'],
  object: ['{', '}'],
  emptyObject: '{}',
  indent: '    ',
  member: (name, value) => `${JSON.stringify(name)}: ${value}`,
}

const clients = {
  key: 'Svc()',
  none: 'Svc()',
  token: 'Svc(plugin_token=os.environ["PLUGIN_TOKEN"])',
  session: 'Svc(plugin_token=os.environ["PLUGIN_TOKEN"], session_id=os.environ["PLUGIN_SESSION"])',
}

export function pythonSample({ resource, name, result, auth }: Operation, inputs: readonly SampleInput[]): string {
  const given = inputs.map(
    ({ member, value }) =>
      `${safeName(member.name)}=${value === undefined ? 'Path("file")' : literal(value, notation)}`,
  )
  const call = `svc.${resource}.${snakeCase(safeName(name))}${enclose(given, ['(', ')'], notation)}`
  const uses = {
    none: call,
    json: `result = ${call}\nprint(result)`,
    bytes: `download = ${call}\nprint(download.content_type, len(download.read()))`,
    events: `for event in ${call}:\n    print(event)`,
  }
  const imports = [
    ...(auth === 'token' || auth === 'session' ? ['import os'] : []),
    ...(inputs.some(({ value }) => value === undefined) ? ['from pathlib import Path'] : []),
  ]
  const standard = imports.length === 0 ? '' : `${imports.join('\n')}\n\n`
  return `${standard}from svc_client import Svc\n\nsvc = ${clients[auth]}\n${uses[result]}\n`
}
