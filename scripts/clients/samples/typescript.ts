import type { Operation } from '../api.ts'
import { enclose, literal, notations } from '../../../src/console/programs/literals.ts'
import type { SampleInput } from './values.ts'

const notation = notations.typescript

const clients = {
  inline: "new Svc({ baseUrl: 'BASE_URL', apiKey: 'svc_…' })",
  key: 'new Svc()',
  none: 'new Svc()',
  token: 'new Svc({ pluginToken: process.env.PLUGIN_TOKEN })',
  session: 'new Svc({ pluginToken: process.env.PLUGIN_TOKEN, sessionId: process.env.PLUGIN_SESSION })',
}

export function typescriptSample(
  { resource, name, result, auth }: Operation,
  inputs: readonly SampleInput[],
  client: keyof typeof clients = auth,
): string {
  const members = inputs.map(({ member, value }) =>
    notation.member(member.name, value === undefined ? "await readFile('file')" : literal(value, notation)),
  )
  const call = `await svc.${resource}.${name}(${members.length === 0 ? '' : enclose(members, notation.object, notation)})`
  const uses = {
    none: call,
    json: `const result = ${call}\nconsole.log(result)`,
    bytes: `const download = ${call}\nconsole.log(download.contentType, (await download.bytes()).length)`,
    events: `for await (const event of ${call}) console.log(event)`,
  }
  const files = inputs.some(({ value }) => value === undefined) ? "import { readFile } from 'node:fs/promises'\n" : ''
  return `${files}import { Svc } from 'svc-client'\n\nconst svc = ${clients[client]}\n${uses[result]}\n`
}
