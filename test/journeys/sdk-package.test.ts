/** The package of the SDK as a web developer gets it: npm, Node and a browser, from the executable alone. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { version } from '../../src/app/version.ts'
import { cleanUp } from '../support/clean-up.ts'
import { temporaryDirectory } from '../support/store.ts'
import { type Running, startBinary } from './binary.ts'
import { openBrowser } from './browser.ts'

/** Throws where a module touches what only browsers have. */
const imported = `
for (const name of ['window', 'document', 'location', 'navigator'])
  Object.defineProperty(globalThis, name, { get() { throw new Error('reads ' + name) } })
const { default: svc, createSvc, SvcError } = await import('svc-browser')
console.log(typeof svc.init, typeof createSvc().save, typeof SvcError)`
const required =
  "const svc = require('svc-browser'); console.log(typeof svc.init, typeof svc.createSvc().save, typeof svc.SvcError)"

async function run(cwd: string, ...command: string[]): Promise<string> {
  const child = Bun.spawn(command, { cwd, stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')}: ${err}${out}`)
  return out.trim()
}

describe('the package of the SDK', () => {
  let service: Running

  beforeAll(async () => {
    service = await startBinary()
  })

  test.skipIf(Bun.which('npm') === null)(
    'is installed by npm from the service, without a registry, and runs in Node',
    async () => {
      const folder = temporaryDirectory()
      const nowhere = ['--registry', 'http://127.0.0.1:9', '--fetch-retries', '0', '--cache', join(folder, '.npm')]
      const quiet = ['--no-audit', '--no-fund', '--no-update-notifier']
      await run(folder, 'npm', 'install', ...nowhere, ...quiet, `${service.url}/sdk/svc-browser.tgz`)
      const about = (await Bun.file(join(folder, 'node_modules/svc-browser/package.json')).json()) as {
        version: string
      }
      expect(about.version).toBe(version)
      await Bun.write(join(folder, 'module.mjs'), imported)
      await Bun.write(join(folder, 'required.cjs'), required)
      expect(await run(folder, 'node', 'module.mjs')).toBe('function function function')
      expect(await run(folder, 'node', 'required.cjs')).toBe('function function function')
    },
  )

  test('is served in every form, forever under its version', async () => {
    const names = [
      'svc.js',
      'svc.mjs',
      'svc.cjs',
      'svc-editor.js',
      'svc-editor.mjs',
      'svc.d.ts',
      'svc.d.mts',
      'svc.d.cts',
      'svc-browser.tgz',
    ]
    const { files } = (await (await fetch(`${service.url}/sdk/index.json`)).json()) as {
      files: Record<string, { integrity: string }>
    }
    expect(Object.keys(files)).toEqual([...names, `svc-browser-${version}.tgz`])
    for (const name of Object.keys(files)) {
      const answer = await fetch(`${service.url}/sdk/${name}?v=${version}`)
      expect([name, answer.headers.get('cache-control')]).toEqual([name, 'public, max-age=31536000, immutable'])
      const hash = new Bun.CryptoHasher('sha384').update(await answer.arrayBuffer()).digest('base64')
      expect([name, `sha384-${hash}`]).toEqual([name, files[name]?.integrity as string])
      const other = await fetch(`${service.url}/sdk/${name}?v=0.0.1`)
      expect(other.headers.get('cache-control')).toBe('public, max-age=3600')
    }
  })

  test('is loaded by a page with its integrity, as a script and as a module', async () => {
    const { files } = (await (await fetch(`${service.url}/sdk/index.json`)).json()) as {
      files: Record<string, { integrity: string }>
    }
    const host = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: () =>
        new Response(
          `<!doctype html><title>Host</title>
          <script src="${service.url}/sdk/svc.js?v=${version}" integrity="${files['svc.js']?.integrity}" crossorigin="anonymous"></script>
          <script type="module">
            import svc from '${service.url}/sdk/svc.mjs'
            window.module = svc
          </script>`,
          { headers: { 'content-type': 'text/html' } },
        ),
    })
    cleanUp(() => host.stop(true))
    const page = await (await openBrowser()).newPage()
    await page.goto(host.url.href)
    await page.waitForFunction('window.module !== undefined')
    expect(await page.evaluate('[typeof window.svc.init, typeof window.module.init]')).toEqual(['function', 'function'])
    await page.close()
  })
})
