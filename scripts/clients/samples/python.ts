import type { Operation } from '../api.ts'
import { snakeCase } from '../names.ts'
import { safeName } from '../python.ts'
import { enclose, literal, notations } from '../../../src/console/programs/literals.ts'
import type { SampleInput } from './values.ts'

const notation = notations.python

const clients = {
  inline: 'Svc(base_url="BASE_URL", api_key="svc_…")',
  key: 'Svc()',
  none: 'Svc()',
  token: 'Svc(plugin_token=os.environ["PLUGIN_TOKEN"])',
  session: 'Svc(plugin_token=os.environ["PLUGIN_TOKEN"], session_id=os.environ["PLUGIN_SESSION"])',
}

export function pythonSample(
  { resource, name, result, auth }: Operation,
  inputs: readonly SampleInput[],
  client: keyof typeof clients = auth,
): string {
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
  return `${standard}from svc_client import Svc\n\nsvc = ${clients[client]}\n${uses[result]}\n`
}
