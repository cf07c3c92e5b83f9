/** Firefox over WebDriver BiDi, without a driver in between. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanUp, endProcess } from '../clean-up.ts'
import { isAvailable } from '../missing.ts'
import { type Engine, inputBy } from './engine.ts'

const program = Bun.which('firefox-esr') ?? Bun.which('firefox')

export const hasFirefox = isAvailable('Firefox', program !== null, 'on Debian: apt-get install firefox-esr')

// No page of its own, no welcome, no connection beyond this machine.
const preferences = {
  'browser.startup.page': 0,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.newtabpage.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
  'app.update.enabled': false,
  'app.normandy.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'services.settings.server': 'data:,',
  'remote.active-protocols': 1,
}

export async function startFirefox(size: { width: number; height: number }): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'svc-firefox-'))
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const running = Bun.spawn([program ?? '', ...args], {
    stdout: 'ignore',
    stderr: 'pipe',
    env: { ...process.env, HOME: profile },
  })
  cleanUp(async () => {
    running.kill('SIGKILL')
    await running.exited
    rmSync(profile, { recursive: true, force: true })
  })
  const socket = new WebSocket(`${await addressIn(running.stderr)}/session`)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error('Firefox accepts no connection.'))
  })
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>()
  socket.onmessage = ({ data }) => {
    const { id, error, message, result } = JSON.parse(String(data)) as Answer
    const call = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) call?.resolve(result)
    else call?.reject(new Error(`${error}: ${message}`))
  }
  let last = 0
  const call = (method: string, params: object): Promise<Record<string, unknown>> => {
    const id = ++last
    const answer = Promise.withResolvers<Record<string, unknown>>()
    waiting.set(id, answer)
    socket.send(JSON.stringify({ id, method, params }))
    return answer.promise
  }
  await call('session.new', { capabilities: {} })
  const { context } = await call('browsingContext.create', { type: 'tab' })
  await call('browsingContext.setViewport', { context, viewport: size })
  return {
    open: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
    async evaluate(expression) {
      const answer = await call('script.evaluate', {
        target: { context },
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value) ?? 'null')`,
        awaitPromise: true,
      })
      const { exceptionDetails, result } = answer as Evaluated
      if (result === undefined) throw new Error(exceptionDetails?.text)
      return JSON.parse(result.value)
    },
    ...inputBy(async (actions) => void (await call('input.performActions', { context, actions }))),
    async close() {
      socket.close()
      await endProcess(running)
    },
  }
}

interface Answer {
  id: number
  result: Record<string, unknown>
  error?: string
  message?: string
}

interface Evaluated {
  result?: { value: string }
  exceptionDetails?: { text: string }
}

async function addressIn(output: ReadableStream<Uint8Array>): Promise<string> {
  const reader = output.pipeThrough(new TextDecoderStream() as never).getReader() as ReadableStreamDefaultReader<string>
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    text += value ?? ''
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(text)?.[1]
    if (address !== undefined) return address
    if (done) throw new Error(`Firefox ended: ${text.slice(-500)}`)
  }
}
