/**
 * WebKitGTK over WebDriver. It needs a display: Xvfb where it is installed, else Broadway, the display of GTK in a browser,
 * which comes with GTK and runs with nobody connected.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanUp, endProcess } from '../clean-up.ts'
import { freePort } from '../free-port.ts'
import { isAvailable } from '../missing.ts'
import { until } from '../until.ts'
import { type Engine, inputBy } from './engine.ts'

const driver = Bun.which('WebKitWebDriver')
const libraries = '/usr/lib/x86_64-linux-gnu'
const browser = (existsSync(libraries) ? readdirSync(libraries) : [])
  .filter((name) => name.startsWith('webkit2gtk-4'))
  .map((name) => join(libraries, name, 'MiniBrowser'))
  .find((path) => existsSync(path))
const hasDisplay = Bun.which('Xvfb') !== null || (Bun.which('broadwayd') !== null && Bun.which('cc') !== null)

export const hasWebKit = isAvailable(
  'WebKit',
  driver !== null && browser !== undefined && hasDisplay,
  'on Debian: apt-get install webkit2gtk-driver xvfb',
)

export async function startWebKit(size: { width: number; height: number }): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-webkit-'))
  const port = freePort()
  const base = {
    ...process.env,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    NO_AT_BRIDGE: '1',
    // The driver of a software display has no use for it, and a container no right to it.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  }
  const display = Bun.which('Xvfb') === null ? await startBroadway(folder, base) : await startXvfb(base)
  const running = spawn([driver ?? '', `--port=${port}`], { ...base, ...display.environment })
  cleanUp(async () => {
    await endProcess(running)
    display.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}`
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: unknown }
    if (response.ok) return value
    const { error, message } = value as { error: string; message: string }
    throw new Error(`${error}: ${message}`)
  }
  await until(
    () =>
      fetch(`${url}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    'the driver of WebKit',
    10_000,
  )
  const options = { binary: browser, args: ['--automation'] }
  const created = await send('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })
  const session = `/session/${(created as { sessionId: string }).sessionId}`
  const evaluate = async (expression: string) => {
    const script = `const done = arguments[0]; Promise.resolve(${expression}).then((value) => done(JSON.stringify({ value })), (error) => done(JSON.stringify({ error: String(error) })))`
    const { error, value } = JSON.parse(
      String(await send('POST', `${session}/execute/async`, { script, args: [] })),
    ) as {
      error?: string
      value?: unknown
    }
    if (error !== undefined) throw new Error(error)
    return value
  }
  return {
    async open(address) {
      await send('POST', `${session}/window/rect`, { x: 0, y: 0, ...size })
      await send('POST', `${session}/url`, { url: address })
    },
    evaluate,
    ...inputBy(async (actions) => void (await send('POST', `${session}/actions`, { actions }))),
    async close() {
      await send('DELETE', session).catch(() => undefined)
    },
  }
}

type Environment = Record<string, string | undefined>

function spawn(command: string[], env: Environment) {
  return Bun.spawn(command, { stdout: 'ignore', stderr: 'ignore', env })
}

/** Broadway reports no resolution, and WebKit divides by it. */
const resolution = 'double gdk_screen_get_resolution(void *screen) { (void)screen; return 96; }\n'

async function startBroadway(folder: string, base: Environment) {
  const library = join(folder, 'resolution.so')
  const compiler = Bun.spawn(['cc', '-shared', '-fPIC', '-x', 'c', '-', '-o', library], {
    stdin: new TextEncoder().encode(resolution),
  })
  if ((await compiler.exited) !== 0) throw new Error('cc compiled nothing.')
  const command = ['broadwayd', ':1', `--port=${freePort()}`, '--address=127.0.0.1']
  const running = Bun.spawn(command, { stdout: 'pipe', stderr: 'ignore', env: base })
  // Its socket has no file.
  const { done } = await running.stdout.getReader().read()
  if (done) throw new Error('broadwayd ended.')
  return {
    environment: { GDK_BACKEND: 'broadway', BROADWAY_DISPLAY: ':1', LD_PRELOAD: library },
    stop: () => running.kill(),
  }
}

async function startXvfb(base: Environment) {
  const number = 100 + (process.pid % 900)
  const running = spawn(['Xvfb', `:${number}`, '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], base)
  await until(() => existsSync(`/tmp/.X11-unix/X${number}`), 'the display', 10_000)
  return { environment: { GDK_BACKEND: 'x11', DISPLAY: `:${number}` }, stop: () => running.kill() }
}
