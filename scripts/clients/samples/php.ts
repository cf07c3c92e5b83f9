import type { Operation } from '../api.ts'
import { type Notation, enclose, literal } from './literals.ts'
import type { SampleInput } from './values.ts'

const notation: Notation = {
  words: { null: 'null', true: 'true', false: 'false' },
  quote: (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`,
  list: ['[', ']'],
  object: ['[', ']'],
  emptyObject: 'new \\stdClass()',
  indent: '    ',
  member: (name, value) => `'${name}' => ${value}`,
}

const clients = {
  key: 'new Svc()',
  none: 'new Svc()',
  token: "new Svc(new ClientOptions(pluginToken: getenv('PLUGIN_TOKEN')))",
  session: "new Svc(new ClientOptions(pluginToken: getenv('PLUGIN_TOKEN'), sessionId: getenv('PLUGIN_SESSION')))",
}

export function phpSample({ resource, name, result, auth }: Operation, inputs: readonly SampleInput[]): string {
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
    ...(auth === 'token' || auth === 'session' ? ['ClientOptions'] : []),
    'Svc',
    ...(inputs.some(({ value }) => value === undefined) ? ['Upload'] : []),
  ].map((each) => `use Svc\\Client\\${each};\n`)
  return `<?php\n\nrequire 'svc-client/autoload.php';\n\n${classes.join('')}\n$svc = ${clients[auth]};\n${uses[result]}\n`
}
