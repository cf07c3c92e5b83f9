/** Processes whose event loop is blocked: the watchdog ends them, and nothing else. */
import { expect, test } from 'bun:test'
import { closeSync, openSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { blockedExitCode } from '../../src/platform/watchdog/index.ts'
import { cleanUp } from '../support/clean-up.ts'
import { freePort } from '../support/free-port.ts'
import { serverKey } from '../support/server.ts'
import { temporaryDirectory } from '../support/store.ts'
import { until } from '../support/until.ts'

const children = join(import.meta.dir, 'children')

/** Starts a script under a watchdog of that limit. */
function startWatched(limitMs: number) {
  const child = Bun.spawn([process.execPath, join(children, 'watched.ts'), String(limitMs)], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  cleanUp(() => child.kill('SIGKILL'))
  let printed = ''
  void (async () => {
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) printed += chunk
  })()
  const say = (line: string) => {
    void child.stdin.write(`${line}\n`)
    void child.stdin.flush()
  }
  return { child, say, listens: (line: string) => until(() => printed.includes(line), `the line ${line}`) }
}

test('a blocked loop ends the process with its own exit code, and a log line', async () => {
  const { child, say, listens } = startWatched(1000)
  await listens('started')
  say('block')
  expect(await child.exited).toBe(blockedExitCode)
  const line = JSON.parse(await new Response(child.stderr).text()) as Record<string, unknown>
  expect(line).toMatchObject({ level: 'error', message: expect.stringContaining('event loop blocked'), exit_code: 70 })
  expect(line['blocked_ms']).toBeGreaterThanOrEqual(800)
})

test('a process that was stopped and continued keeps running', async () => {
  const { child, say, listens } = startWatched(1000)
  await listens('started')
  for (const round of ['first', 'second', 'third']) {
    child.kill('SIGSTOP')
    const stoppedAt = performance.now()
    await until(() => performance.now() - stoppedAt > 2500, 'the time in which it is stopped')
    child.kill('SIGCONT')
    say(round)
    await listens(round)
  }
  expect(child.exitCode).toBeNull()
  say('block')
  expect(await child.exited).toBe(blockedExitCode)
})

test('a process blocked on a full standard error ends without its log line', async () => {
  const path = join(temporaryDirectory(), 'full')
  Bun.spawnSync(['mkfifo', path])
  // Open for both, so that there is a reader who never reads.
  const full = openSync(path, 'r+')
  cleanUp(() => closeSync(full))
  const child = Bun.spawn([process.execPath, join(children, 'watched.ts'), '1000'], {
    stdio: ['pipe', 'ignore', full],
  })
  cleanUp(() => child.kill('SIGKILL'))
  void child.stdin.write('fill\n')
  void child.stdin.flush()
  expect(await child.exited).toBe(blockedExitCode)
})

test('the service names the request that runs while its loop is blocked, and ends on SIGTERM within the drain deadline', async () => {
  const port = freePort()
  const child = Bun.spawn([process.execPath, join(children, 'blocked-server.ts')], {
    env: {
      SVC_PORT: String(port),
      SVC_DATA_DIR: temporaryDirectory(),
      SVC_BOOTSTRAP_API_KEY: serverKey,
      SVC_LOG: 'error',
    },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  cleanUp(() => child.kill('SIGKILL'))
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(isUp, 'the service')
  // The body of this request never arrives.
  const socket = connect(port, '127.0.0.1')
  cleanUp(() => socket.destroy())
  const answered = new Promise((resolve) => socket.once('data', resolve))
  socket.write(
    `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nPOST /v1/templates HTTP/1.1\r\nHost: x\r\nSVC-API-AUTH: ${serverKey}\r\nX-Request-Id: the-one\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  )
  // Both requests arrive at once, so the first answer and a later one say that the service has seen the second.
  await answered
  await until(isUp, 'another answer')
  child.kill('SIGUSR2')
  child.kill('SIGTERM')
  expect(await child.exited).toBe(blockedExitCode)
  const line = JSON.parse((await new Response(child.stderr).text()).trim()) as Record<string, unknown>
  expect(line['in_flight']).toEqual([expect.objectContaining({ id: 'the-one', operation: 'templates.create' })])
})
