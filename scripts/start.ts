/** Builds dist/svc when the sources are newer, then serves with the flags given; data goes to ./data. */
import { join } from 'node:path'
import { root } from './compile.ts'
import { isBuildStale } from './stale-build.ts'

if (isBuildStale()) await import('./build.ts')
const service = Bun.spawn([join(root, 'dist/svc'), 'serve', ...process.argv.slice(2)], {
  cwd: root,
  env: { SVC_DATA_DIR: join(root, 'data'), ...process.env },
  stdio: ['inherit', 'inherit', 'inherit'],
})
// A terminal sends Ctrl-C to both; a supervisor tells only this process.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => service.kill('SIGTERM'))
process.exitCode = await service.exited
