/** A first start as a person sees it: the executable on a terminal of 80 columns and 24 rows. */
import { describe, expect, test } from 'bun:test'
import { cleanUp } from '../support/clean-up.ts'
import { freePort } from '../support/free-port.ts'
import { temporaryDirectory } from '../support/store.ts'
import { until } from '../support/until.ts'
import { builtExecutable } from './binary.ts'
import { openBrowser } from './browser.ts'

const [columns, rows] = [80, 24]

async function startOnTerminal(environment: Record<string, string> = {}, flags: readonly string[] = []) {
  const cwd = temporaryDirectory()
  const port = freePort()
  const decoder = new TextDecoder()
  let written = ''
  const child = Bun.spawn([builtExecutable(), 'serve', '--port', String(port), ...flags], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', TERM: 'xterm-256color', ...environment },
    terminal: { cols: columns, rows, data: (_, data) => void (written += decoder.decode(data, { stream: true })) },
  })
  cleanUp(() => child.kill('SIGKILL'))
  await until(() => written.includes('listening') || child.exitCode !== null, 'the lines')
  return {
    url: `http://localhost:${port}`,
    written: () => written,
    /** Lines of the terminal, long ones wrapped, colors taken away; what is above the last 24 has scrolled off. */
    screen: () =>
      Bun.stripANSI(written)
        .split(/\r?\n/)
        .flatMap((line) => line.match(new RegExp(`.{1,${columns}}`, 'g')) ?? [''])
        .slice(-rows)
        .join('\n'),
    async stop() {
      child.kill('SIGTERM')
      return child.exited
    },
  }
}

describe('on a terminal', () => {
  test('credentials and setup link stay on the screen during a visit to /demo and /docs', async () => {
    const service = await startOnTerminal()
    const page = await (await openBrowser()).newPage()
    await page.goto(`${service.url}/demo`)
    await page.frameLocator('iframe').frameLocator('iframe').getByText('Pull up a chair').waitFor()
    await page.goto(`${service.url}/docs`, { waitUntil: 'networkidle' })
    await page.close()
    await fetch(`${service.url}/v1/templates/my`, { headers: { 'svc-api-auth': 'wrong' } })
    await until(() => service.screen().includes('GET /v1/templates/my 401'), 'the lines')
    const screen = service.screen().replaceAll('\n', '')
    expect(screen).toMatch(/API key {8}svc_[0-9a-f]{48}/)
    expect(screen).toMatch(/Secret Key {5}\S{40}/)
    expect(screen).toContain(`/setup?token=`)
    expect(screen).toContain('Next: open the First account link')
    expect(service.written()).not.toContain('{"time"')
    expect(service.written()).toContain('\u001b[')
    expect(await service.stop()).toBe(0)
    expect(service.screen()).toContain('stopped  clean=true')
  })

  test('NO_COLOR is respected, and SVC_LOG_FORMAT=json keeps the lines for programs', async () => {
    const plain = await startOnTerminal({ NO_COLOR: '1' })
    await plain.stop()
    expect(plain.written()).not.toContain('\u001b[')
    const json = await startOnTerminal({ SVC_LOG_FORMAT: 'json' })
    await json.stop()
    const lines = json.written().split(/\r?\n/)
    const listening = JSON.parse(lines.find((line) => line.includes('"listening"')) ?? '') as object
    expect(Object.keys(listening)).toEqual(['time', 'level', 'message', 'address', 'version', 'storage'])
  })

  test('on every interface, the link comes with what to write on other machines', async () => {
    const service = await startOnTerminal({}, ['--host', '0.0.0.0'])
    expect(service.screen()).toContain('On other machines use this machine’s address')
    await service.stop()
  })
})
