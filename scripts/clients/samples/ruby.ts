import type { Operation } from '../api.ts'
import { snakeCase } from '../names.ts'
import { enclose, literal, notations } from '../../../src/console/programs/literals.ts'
import type { SampleInput } from './values.ts'

const notation = notations.ruby

const clients = {
  inline: 'Svc::Client.new(base_url: "BASE_URL", api_key: "svc_…")',
  key: 'Svc::Client.new',
  none: 'Svc::Client.new',
  token: 'Svc::Client.new(plugin_token: ENV.fetch("PLUGIN_TOKEN"))',
  session: 'Svc::Client.new(plugin_token: ENV.fetch("PLUGIN_TOKEN"), session_id: ENV.fetch("PLUGIN_SESSION"))',
}

export function rubySample(
  { resource, name, result, auth }: Operation,
  inputs: readonly SampleInput[],
  client: keyof typeof clients = auth,
): string {
  const given = inputs.map(
    ({ member, value }) => `${member.name}: ${value === undefined ? 'Pathname("file")' : literal(value, notation)}`,
  )
  const parameters = given.length === 0 ? '' : enclose(given, ['(', ')'], notation).replace(/,\n\)$/, '\n)')
  const call = `svc.${snakeCase(resource)}.${snakeCase(name)}${parameters}`
  const uses = {
    none: call,
    json: `result = ${call}\np result`,
    bytes: `download = ${call}\nputs "#{download.content_type} #{download.read.bytesize}"`,
    events: `${call}.each { |event| p event }`,
  }
  return `require "svc/client"\n\nsvc = ${clients[client]}\n${uses[result]}\n`
}
