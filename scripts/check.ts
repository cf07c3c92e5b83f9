/** Format, types, lint and the rules of the service; every step runs, and one that fails fails the whole. */
import { root } from './compile.ts'
import { report } from './report.ts'

const steps: [string, string[]][] = [
  ['format', ['bun', 'fmt', '--check', ...writtenFiles()]],
  ['types', ['bun', 'check', '--no-script']],
  ['lint', ['oxlint', '--type-aware', '--deny-warnings', 'src', 'sdk', 'test', 'scripts', 'bench']],
  ['architecture', ['bun', 'test', '--timeout', '60000', './test/architecture']],
]

const failed: string[] = []
for (const [name, command] of steps) {
  report(`check: ${name}`)
  const code = await Bun.spawn(command, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).exited
  if (code !== 0) failed.push(name)
}
report(failed.length === 0 ? 'check: passed' : `check: ${failed.join(', ')} failed`)
process.exitCode = failed.length === 0 ? 0 : 1

/** What people write. Golden files are someone's output, and stay as they are, and so do generated files. */
function writtenFiles(): string[] {
  return [...new Bun.Glob('{src,sdk,test,scripts,bench}/**/*.{ts,tsx,css}').scanSync(root)].filter(
    (path) =>
      !path.includes('/golden/') && !path.includes('/fixtures/') && !path.startsWith('sdk/typescript/src/generated/'),
  )
}
