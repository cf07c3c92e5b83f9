/**
 * `bun scripts/contract/python-client.ts` generates a client with openapi-python-client, with the setting of docs/api.md, and
 * fails if the generator leaves anything out. It needs Python and installs the generator from PyPI, so it is no test.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiDocument } from '../api-document.ts'
import { root } from '../compile.ts'
import { report } from '../report.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-python-client-'))
const guide = await Bun.file(join(root, 'docs/api.md')).text()
await Bun.write(join(folder, 'config.yml'), /```yaml\n([^]*?)```/.exec(guide)?.[1] ?? '')
await Bun.write(join(folder, 'openapi.json'), await apiDocument())

run('python3', '-m', 'venv', 'python')
run('python/bin/pip', 'install', '--quiet', 'openapi-python-client==0.29.1')
const generate = 'generate --path openapi.json --config config.yml --output-path client --meta none'
const output = run('python/bin/openapi-python-client', ...generate.split(' '))
const isWhole = !/WARNING|Unable to|ERROR/.test(output)
report(isWhole ? `the client is in ${folder}/client` : output)
process.exitCode = isWhole ? 0 : 1

function run(...command: string[]): string {
  const PATH = `${join(folder, 'python/bin')}:${process.env['PATH'] ?? ''}`
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: folder, env: { ...process.env, PATH } })
  const text = `${stdout.toString()}${stderr.toString()}`
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${text}`)
  return text
}
