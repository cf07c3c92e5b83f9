/** The templates bench in its short form: it fills a store from outside the service, so it has to know what a store needs. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { root } from '../../scripts/compile.ts'
import { isBuildStale } from '../../scripts/stale-build.ts'

test.skipIf(isBuildStale())('the templates bench fills a store that the service serves', async () => {
  const words = [join(root, 'bench/templates/bench.ts'), 'sqlite', '--short']
  const child = Bun.spawn([process.execPath, ...words], { stdout: 'pipe', stderr: 'pipe' })
  const [printed, problems] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect({ code: await child.exited, problems }).toEqual({ code: 0, problems: '' })
  expect(printed).toStartWith('sqlite')
})
