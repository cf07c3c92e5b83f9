import { describe, expect, test } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readZip } from '../support/read-zip.ts'
import { temporaryDirectory } from '../support/store.ts'
import { freePort } from '../support/free-port.ts'
import { runBinary, startBinary } from './binary.ts'

type Listed = { data: { id: string; name: string }[] }

describe('the executable in an empty directory', () => {
  test('serves the story of the README: starter, HTML, generation, ZIP', async () => {
    const service = await startBinary()
    expect(service.apiKey).toMatch(/^svc_[0-9a-f]{48}$/)
    const call = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      fetch(`${service.url}/v1${path}`, {
        headers: {
          'svc-api-auth': service.apiKey ?? '',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      })

    const starters = (await (await call('/templates/public')).json()) as Listed
    expect(starters.data).toHaveLength(8)
    const made = await call(`/templates/${starters.data[0]?.id}/duplicate`, { name: 'My first' })
    expect(made.status).toBe(201)
    const { id } = (await made.json()) as { id: string }

    const page = await call(`/templates/${id}/html?data=sample`, undefined, { accept: 'text/html' })
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(await page.text()).toContain('<!--[if mso')

    const generated = (await (await call('/templates/generate', { template_id: id, data: {} })).json()) as {
      html: string
    }
    expect(generated.html).not.toContain('{{')

    // The validator is inside the executable too, and a thread finds it.
    const amp = (await (await call('/templates/generate', { template_id: id, outputs: ['amp'] })).json()) as {
      amp: string
      report: { warnings: { code: string }[] }
    }
    expect(amp.amp).toContain('⚡4email')
    expect(amp.report.warnings.map(({ code }) => code)).not.toContain('AMP_INVALID')

    const exported = (await (await call('/export', { template_id: id, format: 'zip' })).json()) as {
      files: { url: string }[]
    }
    const zip = await fetch(exported.files[0]?.url ?? '')
    expect(zip.status).toBe(200)
    const names = readZip(new Uint8Array(await zip.arrayBuffer())).map(({ name }) => name)
    expect(names.some((name) => name.endsWith('.html'))).toBe(true)
    expect(names.some((name) => /\.(png|jpe?g)$/.test(name))).toBe(true)
    expect(await service.stop()).toBe(0)
  })

  test('writes nothing outside its data directory', async () => {
    const service = await startBinary()
    await fetch(service.url)
    await service.stop()
    expect(readdirSync(dirname(service.dataDir))).toEqual(['data'])
    expect(statSync(join(service.dataDir, 'secret')).mode & 0o077).toBe(0)
  })

  test('shows the key once, and the link until somebody has an account', async () => {
    const first = await startBinary()
    await first.stop()
    const second = await startBinary({ dataDir: first.dataDir })
    expect(second.apiKey).toBeUndefined()
    expect(second.setupUrl).toBeDefined()
    expect(second.setupUrl).not.toBe(first.setupUrl)
    for (const secret of [first.apiKey, first.setupUrl]) expect(first.log()).not.toContain(secret ?? 'nothing')
    await second.stop()
  })

  test('names the demo in its first words on this machine, and not with the settings of a public service', async () => {
    const local = await startBinary()
    expect(local.printed).toContain(`Editor demo    ${local.url}/demo`)
    await local.stop()
    const behindProxy = await startBinary({ environment: { SVC_BASE_URL: 'https://mail.example.com' } })
    expect(behindProxy.printed).toContain('First account  https://mail.example.com/setup')
    expect(behindProxy.printed).not.toContain('demo')
    expect((await fetch(`${behindProxy.url}/demo`)).status).toBe(404)
    await behindProxy.stop()
  })

  test('takes the key of the operator', async () => {
    const key = `svc_${'ab12'.repeat(12)}`
    const service = await startBinary({ environment: { SVC_BOOTSTRAP_API_KEY: key } })
    expect(service.printed).not.toContain(key)
    expect((await fetch(`${service.url}/v1/templates/my`, { headers: { 'svc-api-auth': key } })).status).toBe(200)
    await service.stop()
  })

  test('who mistypes an address is told so as a page, and a program as JSON', async () => {
    const service = await startBinary()
    const asked = async (path: string, accept: string) => {
      const answer = await fetch(`${service.url}${path}`, { headers: { accept } })
      return `${answer.status} ${answer.headers.get('content-type')}`
    }
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    expect(await asked('/console', browser)).toBe('404 text/html; charset=utf-8')
    expect(await asked('/console', '*/*')).toBe('404 application/problem+json')
    expect(await asked('/v1/templatez', browser)).toBe('404 application/problem+json')
    await service.stop()
  })

  test('every link of the first page leads somewhere', async () => {
    const service = await startBinary()
    const page = await (await fetch(service.url)).text()
    const links = [...page.matchAll(/href="(\/[^"]*)"/g)].map((match) => match[1] ?? '')
    expect(links.length).toBeGreaterThan(3)
    for (const link of links) expect(`${link} ${(await fetch(service.url + link)).status}`).toBe(`${link} 200`)
    await service.stop()
  })
})

describe('starting and stopping', () => {
  test('a second server on the same data is refused with words', async () => {
    const service = await startBinary()
    const second = await runBinary(['serve', '--port', String(freePort()), '--data-dir', service.dataDir])
    expect(second.code).toBe(1)
    expect(second.err).toMatch(/svc: .*(in use|another|already)/i)
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
    await service.stop()
  })

  test('administration works beside the running server', async () => {
    const service = await startBinary()
    const made = await runBinary(['keys', 'create', '--name', 'Beside', '--data-dir', service.dataDir])
    expect(made.code).toBe(0)
    const answer = await fetch(`${service.url}/v1/templates/my`, { headers: { 'svc-api-auth': made.out.trim() } })
    expect(answer.status).toBe(200)
    await service.stop()
  })

  test('a taken port is refused with words, before a key is made that nobody would see', async () => {
    const other = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } })
    const folder = temporaryDirectory()
    const refused = await runBinary(['serve', '--port', String(other.port)], folder)
    other.stop(true)
    expect({ code: refused.code, out: refused.out }).toEqual({ code: 1, out: '' })
    // The key is not lost to a start that failed: the next one makes it and shows it.
    const next = await startBinary({ dataDir: join(folder, 'data') })
    expect(next.apiKey).toMatch(/^svc_/)
    await next.stop()
    expect(refused.err).toContain(`Port ${other.port} on 127.0.0.1 is in use.`)
  })

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    test(`${signal} ends it with 0`, async () => {
      const service = await startBinary()
      service.signal(signal)
      expect(await service.exited).toBe(0)
    })

  test('a second signal ends it at once, though a request is still being sent', async () => {
    const service = await startBinary()
    const { port } = new URL(service.url)
    const head = `POST /sign-in HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 99\r\n\r\nemail=`
    const socket = await Bun.connect({ hostname: '127.0.0.1', port: Number(port), socket: { data: () => undefined } })
    socket.write(head)
    await fetch(`${service.url}/healthz`)
    service.signal('SIGTERM')
    await service.logged('"stopping"')
    service.signal('SIGTERM')
    expect(await service.exited).toBe(143)
    socket.terminate()
  })

  test('a stray .env in the working directory is not obeyed', async () => {
    const folder = temporaryDirectory()
    await Bun.write(join(folder, '.env'), 'SVC_PLAN=nonsense\n')
    expect((await runBinary(['openapi'], folder)).err).toBe('')
  })

  test('the probe of the container tells life from death', async () => {
    const service = await startBinary()
    const port = new URL(service.url).port
    expect((await runBinary(['doctor', '--probe', '--port', port])).code).toBe(0)
    await service.stop()
    expect((await runBinary(['doctor', '--probe', '--port', port])).code).toBe(1)
  })

  test('the contract of the command is the contract of the service', async () => {
    const service = await startBinary()
    const served: unknown = await (await fetch(`${service.url}/openapi.json`)).json()
    const printed: unknown = JSON.parse((await runBinary(['openapi', '--base-url', service.url])).out)
    expect(printed).toEqual(served)
    await service.stop()
  })

  test('the contract can be printed for any public address', async () => {
    const { out } = await runBinary(['openapi', '--base-url', 'https://mail.example.com'])
    expect(JSON.parse(out)).toMatchObject({ servers: [{ url: 'https://mail.example.com' }] })
  })
})
