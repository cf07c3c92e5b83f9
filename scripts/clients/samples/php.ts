import type { Operation } from '../api.ts'
import { enclose, literal, notations } from '../../../src/console/programs/literals.ts'
import type { SampleInput } from './values.ts'

const notation = notations.php

const clients = {
  inline: "new Svc(new ClientOptions(baseUrl: 'BASE_URL', apiKey: 'svc_…'))",
  key: 'new Svc()',
  none: 'new Svc()',
  token: "new Svc(new ClientOptions(pluginToken: getenv('PLUGIN_TOKEN')))",
  session: "new Svc(new ClientOptions(pluginToken: getenv('PLUGIN_TOKEN'), sessionId: getenv('PLUGIN_SESSION')))",
}

export function phpSample(
  { resource, name, result, auth }: Operation,
  inputs: readonly SampleInput[],
  client: keyof typeof clients = auth,
): string {
  const given = inputs.map(
    ({ member, value }) => `${member.name}: ${value === undefined ? "Upload::file('file')" : literal(value, notation)}`,
  )
  const call = `$svc->${resource}->${name}${enclose(given, ['(', ')'], notation)}`
  const uses = {
    none: `${call};`,
    json: `$result = ${call};\nprint_r($result);`,
    bytes: `$download = ${call};\necho $download->contentType, ' ', strlen($download->bytes()), "\\n";`,
    events: `foreach (${call} as $event) {\n    print_r($event);\n}`,
  }
  const classes = [
    ...(clients[client].includes('ClientOptions') ? ['ClientOptions'] : []),
    'Svc',
    ...(inputs.some(({ value }) => value === undefined) ? ['Upload'] : []),
  ].map((each) => `use Svc\\Client\\${each};\n`)
  return `<?php\n\nrequire 'svc-client/autoload.php';\n\n${classes.join('')}\n$svc = ${clients[client]};\n${uses[result]}\n`
}
