/** Images of hosts that misbehave, in every format that holds images. */
import { beforeAll, expect, test } from 'bun:test'
import { limits } from '../../../src/kernel/limits.ts'
import type { Export } from '../../../src/surfaces/exports/contract.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'

let service: TestService
let html = ''
/** What is wrong with each image, by the end of its address. */
const reasons: Record<string, RegExp> = {
  '/broken.png': /its host responded with 404/,
  '/page.png': /not a PNG, JPEG, GIF or WebP/,
  '/huge.png': /larger than|more than|at most/i,
  '/cut.png': /could not be fetched|cannot be decoded|not a PNG/,
  '/loop.png': /responded with 302/,
  '10.0.0.1/private.png': /not public|not allowed|private/i,
  ':9/closed.png': /could not be fetched/,
}

beforeAll(async () => {
  service = await startService({ dialect: 'sqlite', environment: { SVC_NET_ALLOW: '127.0.0.1/32' } })
  const host = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/page.png')
        return new Response('<html>Sign in</html>', { headers: { 'Content-Type': 'image/png' } })
      if (pathname === '/huge.png') return new Response(new Uint8Array(limits.exportImageBytes + 1))
      if (pathname === '/cut.png') return new Response(new Uint8Array([0x89, 0x50, 0x4e, 0x47]))
      if (pathname === '/loop.png') return Response.redirect(request.url)
      return new Response('none', { status: 404 })
    },
  })
  cleanUp(() => host.stop(true))
  const own = ['broken', 'page', 'huge', 'cut', 'loop'].map((name) => `http://127.0.0.1:${host.port}/${name}.png`)
  const images = [...own, 'http://10.0.0.1/private.png', 'http://127.0.0.1:9/closed.png']
  html = `<p>Words</p>${images.map((src) => `<img src="${src}" width="40" height="40" alt="">`).join('')}`
})

const formats = [
  { format: 'zip' },
  { format: 'eml', options: { images: 'zip' } },
  { format: 'html', options: { images: 'data' } },
  { format: 'pdf' },
  { format: 'png' },
  { format: 'esp', target: 'mailchimp' },
]
for (const { options = {}, ...input } of formats) {
  test(`are a warning each in ${input.format}, and refused under strict`, async () => {
    const { body, status } = await ask(service, { call: 'POST /v1/export', send: { html, options, ...input } })
    expect(status).toBe(200)
    const { files, warnings } = body as Export
    expect(files[0]?.bytes).toBeGreaterThan(300)
    for (const [end, because] of Object.entries(reasons)) {
      const [about, ...more] = warnings.filter(({ path }) => path?.endsWith(end))
      expect({ end, more, about }).toMatchObject({ more: [], about: { message: expect.stringMatching(because) } })
    }
    const strict = { html, options: { ...options, strict: true }, ...input }
    const refused = await ask(service, { call: 'POST /v1/export', send: strict })
    expect(refused).toMatchObject({ status: 422 })
    expect((refused.body as { issues: unknown[] }).issues.length).toBeGreaterThanOrEqual(1)
  })
}
