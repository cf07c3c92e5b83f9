/** Exports that show an email as it is seen: PDF and PNG. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { PNG } from 'pngjs'
import type { Export } from '../../../src/surfaces/exports/contract.ts'
import { hasPoppler, linksOf, textOf } from '../../support/pdf.ts'
import { wholeChromiumPath, hasChromium } from '../../support/chromium.ts'
import { type Scenario, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'

const missing = 'https://127.0.0.1:1/none.png'

function documentWith(...blocks: object[]) {
  return {
    meta: { title: 'Spring', subject: 'Hello {{ name }}', lang: 'de' },
    fields: [{ path: 'name', type: 'string', sample: 'Ada' }],
    rows: [{ type: 'section', columns: [{ blocks }] }],
  }
}

const document = documentWith(
  { type: 'heading', text: 'Dear {{ name }}', level: 1 },
  { type: 'image', src: '/cdn/starters/welcome-mark.png', alt: 'Mark', width: 80 },
  { type: 'button', label: 'Go on', href: 'https://go.example' },
)

interface TestDesk extends TestService {
  ids: string[]
}

for (const dialect of dialects) {
  describe(dialect, () => {
    let testService: TestDesk

    beforeAll(async () => {
      const service = await startService({ dialect, listens: true })
      const names = ['One', 'Two']
      const ids = await Promise.all(names.map((name) => service.create({ name, type: 'newsletter', document })))
      testService = { ...service, ids }
    })

    const make = async (send: object) => (await ask(testService, { call: 'POST /v1/export', send })).body as Export
    const open = async (made: Export, index = 0) => {
      const file = made.files[index]
      const answer = await testService.handle(new Request(file?.url ?? ''))
      expect(answer.headers.get('content-type')).toBe(file?.mime ?? '')
      return answer.bytes()
    }

    test('a PDF shows the samples, its pictures and where its button leads', async () => {
      const made = await make({ template_id: testService.ids[0], format: 'pdf' })
      expect(made).toMatchObject({
        status: 'completed',
        files: [{ name: 'One.pdf', mime: 'application/pdf' }],
        warnings: [],
      })
      expect(made.content).toBeUndefined()
      const bytes = await open(made)
      expect((await linksOf(bytes)).map(({ uri }) => uri)).toEqual(['https://go.example/'])
      if (hasPoppler) expect(await textOf(bytes)).toContain('Dear Ada')
    })

    test('a PDF on paper is filled with data', async () => {
      const made = await make({ document, format: 'pdf', data: { name: 'Grace' }, options: { page: 'A4', margin: 50 } })
      expect(made.files[0]).toMatchObject({ name: 'Spring.pdf' })
      if (hasPoppler) expect(await textOf(await open(made))).toContain('Dear Grace')
    })

    test('several templates give a file each', async () => {
      const made = await make({ template_ids: testService.ids, format: 'pdf' })
      expect(made.files.map(({ name }) => name)).toEqual(['One.pdf', 'Two.pdf'])
    })

    test('a PNG is as wide as it is asked for, as a phone shows it', async () => {
      const desktop = PNG.sync.read(Buffer.from(await open(await make({ document, format: 'png' }))))
      expect(desktop.width).toBe(640)
      const options = { device: 'mobile', scheme: 'dark', width: 750 }
      const phone = PNG.sync.read(Buffer.from(await open(await make({ document, format: 'png', options }))))
      expect(phone.width).toBe(750)
      expect(phone.height).toBeGreaterThan(desktop.height)
    })

    test('HTML of the caller is drawn with its style sheet, and cleaned first', async () => {
      const made = await make({
        html: '<p class="a">Shown</p><script>alert(1)</script>',
        css: '.a{color:red}',
        format: 'pdf',
      })
      if (hasPoppler) expect((await textOf(await open(made))).trim()).toBe('Shown')
    })

    test('a picture that cannot be had leaves a grey field and a warning', async () => {
      const broken = `data:image/png;base64,${Buffer.from('no picture').toString('base64')}`
      const html = `<p>Text</p><img src="${missing}" width="80" height="40"><img src="${broken}" width="80" height="40">`
      for (const format of ['pdf', 'png']) {
        const made = await make({ html, format })
        expect(made.warnings).toMatchObject([
          { code: 'IMAGE_NOT_DRAWN', path: missing },
          { code: 'IMAGE_NOT_DRAWN', path: broken },
        ])
        expect((await open(made)).length).toBeGreaterThan(500)
      }
    })

    test.each([
      ['background:conic-gradient(#ff0080,#7928ca);color:#fff', 'background-image: conic-gradient(#ff0080,#7928ca)'],
      ['display:flex', 'In this email: display: flex.'],
      ['display:inline-grid', 'Grid containers'],
      ['position:absolute;top:0', 'Positioned elements'],
      ['transform:rotate(10deg)', 'In this email: transform: rotate(10deg).'],
      ['box-shadow:0 2px 4px #000', 'Shadows of boxes'],
      ['text-shadow:0 1px #000', 'Shadows of text'],
      ['filter:blur(3px)', 'Filters'],
    ])('CSS that is not painted is a warning: %s', async (style, feature) => {
      for (const format of ['pdf', 'png']) {
        const { warnings } = await make({ html: `<table><tr><td style="${style}">Words</td></tr></table>`, format })
        expect(warnings).toMatchObject([{ code: 'CSS_NOT_PAINTED', message: expect.stringContaining(feature) }])
        const inSheet = await make({ html: '<p class="a">Words</p>', css: `.a{${style}}`, format })
        expect(inSheet.warnings).toEqual(warnings)
      }
    })

    test('CSS of what is not displayed, or that changes nothing, is no warning', async () => {
      const html =
        '<div style="display:none"><p style="box-shadow:0 0 1px red">x</p></div><p style="transform:none;box-shadow:none;position:relative">Words</p>'
      expect((await make({ html, format: 'png' })).warnings).toEqual([])
    })

    test('text on a conic gradient is seen: its ground is the mean of the colors', async () => {
      const html = '<div style="background:conic-gradient(#ff0080,#7928ca);color:#fff;height:60px">Words</div>'
      const { width, data } = PNG.sync.read(Buffer.from(await open(await make({ html, format: 'png' }))))
      const at = (50 * width + 300) * 4
      expect([...data.subarray(at, at + 3)]).toEqual([188, 20, 165])
    })

    test('letters that no font has are a warning', async () => {
      const made = await make({ html: '<p>中文</p>', format: 'pdf' })
      expect(made.warnings).toMatchObject([{ code: 'LETTERS_NOT_DRAWN' }])
    })

    test('what is large is made in the background', async () => {
      const text = `<p>${'many words '.repeat(200)}</p>`
      const large = documentWith(...Array.from({ length: 250 }, () => ({ type: 'text', text })))
      const names = ['Large', 'Larger']
      const template_ids = await Promise.all(
        names.map((name) => testService.create({ name, type: 'newsletter', document: large })),
      )
      for (const format of ['pdf', 'png', 'zip']) {
        const answer = await ask(testService, { call: 'POST /v1/export', send: { template_ids, format } })
        expect(answer.status).toBe(202)
        expect(answer.headers.get('location')).toContain('/v1/jobs/job_')
      }
    })

    const rendered = (options: object, format = 'pdf') => ({ document, format, options })
    const refused = (name: string, send: object, path: string): Scenario<TestDesk> => ({
      name,
      call: 'POST /v1/export',
      send,
      status: 422,
      body: { code: 'VALIDATION_FAILED', issues: [{ path }] },
    })
    scenarios<TestDesk>(
      () => testService,
      [
        refused('pages are those of a PDF', rendered({ page: 'A4' }, 'png'), '/options/page'),
        refused('margins are those of a PDF', rendered({ margin: 10 }, 'html'), '/options/margin'),
        refused('a width is that of a PNG', rendered({ width: 500 }), '/options/width'),
        refused('a zip is not seen on a device', rendered({ device: 'mobile' }, 'zip'), '/options/device'),
        refused('a PDF holds its pictures itself', rendered({ images: 'data' }), '/options/images'),
        refused('there is no such paper', rendered({ page: 'A3' }), '/options/page'),
        refused('a PNG is not as wide as that', rendered({ width: 100_000 }, 'png'), '/options/width'),
        {
          name: 'Chromium draws only where there is one',
          call: 'POST /v1/export',
          send: rendered({ engine: 'chromium' }),
          status: 501,
          body: { code: 'NOT_CONFIGURED' },
        },
        {
          name: 'a picture that cannot be had is refused under strict',
          call: 'POST /v1/export',
          send: { html: `<img src="${missing}">`, format: 'png', options: { strict: true } },
          status: 422,
          body: { code: 'EXPORT_IMAGE_MISSING', issues: [{ path: missing }] },
        },
        {
          name: 'a picture of too many pixels is refused with what would help',
          call: 'POST /v1/export',
          send: { html: '<div style="height:9000px"></div>'.repeat(3), format: 'png', options: { width: 2560 } },
          status: 422,
          body: { code: 'EXPORT_TOO_LARGE', detail: expect.stringContaining('Reduce options.width') },
        },
        {
          name: 'both are among the formats',
          call: 'GET /v1/export/formats',
          status: 200,
          body: {
            data: expect.arrayContaining([
              expect.objectContaining({ id: 'pdf' }),
              expect.objectContaining({ id: 'png' }),
            ]),
          },
        },
      ],
    )
  })
}

test.skipIf(!hasChromium)('Chromium draws where it is configured', async () => {
  const service = await startService({ dialect: 'sqlite', environment: { SVC_CHROMIUM_PATH: wholeChromiumPath ?? '' } })
  const make = async (send: object) => (await ask(service, { call: 'POST /v1/export', send })).body as Export
  const [pdf] = (await make({ document, format: 'pdf', options: { engine: 'chromium', page: 'A4' } })).files
  const bytes = await (await service.handle(new Request(pdf?.url ?? ''))).bytes()
  expect((await linksOf(bytes)).map(({ uri }) => uri)).toEqual(['https://go.example/'])
  if (hasPoppler) expect(await textOf(bytes)).toContain('Dear Ada')
  const html = `<p>Text</p><img src="${missing}">`
  const made = await make({ html, format: 'png', options: { engine: 'chromium', device: 'mobile' } })
  expect(made).toMatchObject({ status: 'completed', warnings: [{ code: 'IMAGE_NOT_DRAWN' }] })
  const [png] = made.files
  const shot = PNG.sync.read(Buffer.from(await (await service.handle(new Request(png?.url ?? ''))).bytes()))
  expect(shot.width).toBe(375)
})

test('a browser that does not run is told as such, with what to do', async () => {
  const service = await startService({ dialect: 'sqlite', environment: { SVC_CHROMIUM_PATH: '/bin/false' } })
  for (const format of ['pdf', 'png']) {
    const send = { document, format, options: { engine: 'chromium' } }
    const { body, status } = await ask(service, { call: 'POST /v1/export', send })
    expect({ status, body }).toMatchObject({
      status: 503,
      body: { code: 'CHROMIUM_UNAVAILABLE', title: 'Chromium is busy or not running' },
    })
  }
})

test('a large PDF is made, and says so', async () => {
  const service = await startService({ dialect: 'sqlite' })
  const send = { template_ids: [] as string[], format: 'pdf', async: true }
  for (const name of ['A', 'B']) send.template_ids.push(await service.create({ name, type: 'other', document }))
  const { id } = (await ask(service, { call: 'POST /v1/export', send })).body as Export
  let made: Export | undefined
  const isDone = async () => {
    made = (await ask(service, { call: `GET /v1/export/${id}` })).body as Export
    return made.status === 'completed'
  }
  await until(isDone, 'the export')
  expect(made?.files.map(({ name }) => name)).toEqual(['A.pdf', 'B.pdf'])
})

test('a PDF that is being drawn ends when it is cancelled, and leaves no file', async () => {
  const service = await startService({ dialect: 'sqlite' })
  const text = `<p>${'many words '.repeat(200)}</p>`
  const large = documentWith(...Array.from({ length: 250 }, () => ({ type: 'text', text })))
  const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
  const template_ids = await Promise.all(names.map((name) => service.create({ name, type: 'other', document: large })))
  const send = { template_ids, format: 'pdf', options: { page: 'A4' } }
  const { id } = (await ask(service, { call: 'POST /v1/export', send })).body as Export
  const read = async () => (await ask(service, { call: `GET /v1/export/${id}` })).body as Export
  await until(async () => (await read()).status === 'running', 'the drawing')
  expect((await ask(service, { call: `DELETE /v1/export/${id}` })).status).toBe(204)
  await until(async () => (await read()).status === 'cancelled', 'its end')
  expect((await read()).files).toEqual([])
})
