/** The programs that the console shows: with any values they are valid, and pass exactly these values. */
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { fillCall } from '../../src/console/programs/fill-call.ts'
import { type Json, goLiteral, literal, notations } from '../../src/console/programs/literals.ts'
import { isAvailable } from '../support/missing.ts'
import { temporaryDirectory } from '../support/store.ts'

const data: Json = {
  customer: { first_name: 'O\'Brien "Ada" $1 $& \\ #{x} BASE_URL', 'a-b': [1, 2.5, true, null], empty: {}, none: [] },
  "it's": 'line\nbreak\t$x 🌱 <?php ?>',
  long: Array.from({ length: 4 }, (_, index) => ({ id: index, name: 'A name that fills the line' })),
}

/** A program of each language that prints a literal as JSON. */
const printers: Record<string, { tool: string; file: string; program: string; command: (file: string) => string[] }> = {
  TypeScript: {
    tool: 'bun',
    file: 'value.ts',
    program: `console.log(JSON.stringify(${literal(data, notations.typescript)}))`,
    command: (file) => [process.execPath, file],
  },
  Python: {
    tool: 'python3',
    file: 'value.py',
    program: `import json\nprint(json.dumps(${literal(data, notations.python)}))`,
    command: (file) => ['python3', file],
  },
  Go: {
    tool: 'go',
    file: 'value.go',
    program: `package main\n\nimport (\n"encoding/json"\n"os"\n)\n\nfunc main() {\njson.NewEncoder(os.Stdout).Encode(${goLiteral(data)})\n}\n`,
    command: (file) => ['go', 'run', file],
  },
  PHP: {
    tool: 'php',
    file: 'value.php',
    program: `<?php echo json_encode(${literal(data, notations.php)});`,
    command: (file) => ['php', file],
  },
  Ruby: {
    tool: 'ruby',
    file: 'value.rb',
    program: `require "json"\nputs JSON.generate(${literal(data, notations.ruby)})`,
    command: (file) => ['ruby', file],
  },
}

describe('literals of', () => {
  for (const [name, { command, file, program, tool }] of Object.entries(printers)) {
    const has = tool === 'bun' || isAvailable(tool, Bun.which(tool) !== null, `install ${tool}`)
    test.skipIf(!has)(`${name} are the value`, async () => {
      const path = join(temporaryDirectory(), file)
      await Bun.write(path, program)
      const child = Bun.spawn(command(path), { stdout: 'pipe', stderr: 'pipe' })
      const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
      expect([await child.exited, err]).toEqual([0, ''])
      expect(JSON.parse(out)).toEqual(data)
    })
  }
})

test('each language has the URL, the template and the data in its place', () => {
  const values = { baseUrl: 'https://mail.example.com', templateId: 'tpl_1', data }
  const programs = fillCall('templates.generate', values)
  expect(programs.map(({ title }) => title)).toEqual(['TypeScript', 'Python', 'Go', 'PHP', 'Ruby'])
  for (const { title, code } of programs) {
    expect([title, code.match(/https:\/\/mail\.example\.com|tpl_1/g)]).toEqual([
      title,
      ['https://mail.example.com', 'tpl_1'],
    ])
    // The value that looks like a slot stays as it is.
    expect([title, code.match(/BASE_URL|TEMPLATE_ID|["']DATA["']/g)]).toEqual([title, ['BASE_URL']])
  }
})
