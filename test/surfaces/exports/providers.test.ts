/** Exports to ESPs, through the API. */
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Export } from '../../../src/surfaces/exports/contract.ts'
import PostalMime from 'postal-mime'
import { readZip } from '../../support/read-zip.ts'
import { type Scenario, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

const document = {
  meta: { title: 'Sale', subject: 'Hi {{ first_name | default: "there" }}', preheader: 'For {{ customer.tier }}' },
  rows: [
    {
      type: 'section',
      columns: [
        {
          blocks: [
            { type: 'text', text: '<p>Hello {{ first_name | default: "friend" }}</p>' },
            { id: 'gold', type: 'text', text: '<p>Gold</p>', when: { op: 'eq', path: 'customer.tier', value: 'gold' } },
            { type: 'image', src: '/cdn/starters/welcome-mark.png', alt: 'Mark' },
            { type: 'text', text: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>' },
          ],
        },
      ],
    },
  ],
}

for (const dialect of dialects) {
  describe(dialect, () => {
    let testService: TestService & { template: string }

    beforeAll(async () => {
      const service = await startService({ dialect })
      testService = { ...service, template: await service.create({ name: 'Sale', type: 'promotional', document }) }
    })

    const refusals: Scenario<TestService & { template: string }>[] = [
      {
        name: 'format esp without a target',
        call: 'POST /v1/export',
        send: { document, format: 'esp' },
        status: 422,
        body: { code: 'VALIDATION_FAILED', issues: [{ path: '/target' }] },
      },
      {
        name: 'a target nobody knows',
        call: 'POST /v1/export',
        send: { document, format: 'esp', target: 'mailchump' },
        status: 422,
        body: { code: 'EXPORT_TARGET_UNKNOWN', detail: expect.stringContaining('Did you mean mailchimp?') },
      },
      {
        name: 'a target with another format',
        call: 'POST /v1/export',
        send: { document, format: 'html', target: 'mailchimp' },
        status: 422,
        body: { code: 'VALIDATION_FAILED', issues: [{ path: '/target' }] },
      },
      {
        name: 'data, which the provider fills in',
        call: 'POST /v1/export',
        send: { document, format: 'esp', target: 'mailchimp', data: {} },
        status: 422,
        body: { code: 'VALIDATION_FAILED', issues: [{ path: '/data' }] },
      },
      {
        name: 'under strict, what the provider has no words for',
        call: 'POST /v1/export',
        send: { document, format: 'esp', target: 'postmark', options: { strict: true } },
        status: 422,
        body: { code: 'EXPORT_NOT_EXPRESSIBLE', issues: [{ path: '/nodes/gold' }] },
      },
      {
        name: 'a campaign parameter with a broken merge tag',
        call: 'POST /v1/export',
        send: { document, format: 'esp', target: 'klaviyo', options: { utm: { term: '{{ tier' } } },
        status: 422,
        body: { code: 'VALIDATION_FAILED', issues: [{ path: '/options/utm/term' }] },
      },
      {
        name: 'campaign parameters in the document itself',
        call: 'POST /v1/export',
        send: { document, format: 'json', options: { utm: { term: 'a' } } },
        status: 422,
        body: { code: 'VALIDATION_FAILED', issues: [{ path: '/options/utm' }] },
      },
    ]
    describe('refuses', () => scenarios(() => testService, refusals))

    const make = async (target: string, options?: object) => {
      const send = { template_id: testService.template, format: 'esp', target, ...(options ? { options } : {}) }
      const { body, status } = await ask(testService, { call: 'POST /v1/export', send })
      expect(status).toBe(200)
      return body as Export
    }
    const fetchFile = async (made: Export, name: string) => {
      const file = made.files.find((each) => each.name === name)
      return testService.handle(new Request(file?.url ?? ''))
    }

    test('tags are the provider’s own, with the names that the call maps', async () => {
      const made = await make('klaviyo', { field_map: { 'customer.tier': 'Tier' } })
      expect(made).toMatchObject({ format: 'esp', target: 'klaviyo', level: 'verified', warnings: [] })
      expect(made.content).toContain("Hello {{ person.first_name|default:'friend' }}")
      expect(made.content).toContain("{% if person.Tier == 'gold' %}")
      expect(made.content).toContain('href="{% unsubscribe_link %}"')
      expect(made.files.map(({ name, mime }) => [name, mime])).toEqual([
        ['Sale.html', 'text/html'],
        ['Sale.txt', 'text/plain'],
        ['Sale.json', 'application/json'],
      ])
      const parts = (await (await fetchFile(made, 'Sale.json')).json()) as Record<string, string>
      expect(parts['subject']).toBe("Hi {{ person.first_name|default:'there' }}")
      expect(parts['preheader']).toBe('For {{ person.Tier }}')
      expect(parts['html']).toBe(made.content as string)
    })

    test('a provider that takes archives gets one with the images in it', async () => {
      const made = await make('mailchimp')
      expect(made.files.map(({ name }) => name)).toEqual(['Sale.zip', 'Sale.json'])
      const packed = readZip(new Uint8Array(await (await fetchFile(made, 'Sale.zip')).arrayBuffer()))
      const names = packed.map(({ name }) => name)
      expect(names.filter((name) => name.startsWith('index'))).toEqual(['index.html', 'index.txt'])
      expect(names.some((name) => name.startsWith('images/'))).toBe(true)
      expect(made.warnings.map(({ code }) => code)).toContain('TARGET_REQUIRES_TAG')
      expect(packed.find(({ name }) => name === 'index.html')?.text).toContain('src="images/')
      // What the API is given has nothing beside it.
      const { html } = (await (await fetchFile(made, 'Sale.json')).json()) as { html: string }
      expect(html).toMatch(/src="https?:\/\/[^"]*\/cdn\/starters\/welcome-mark\.png"/)
    })

    test('campaign parameters are added to links, also to those of the caller’s own HTML', async () => {
      const utm = { source: 'a&b', content: '{{ customer.tier }}' }
      const html =
        '<a href="https://x.example/?q=1#top">Go</a> <a href="*|UNSUB|*">No</a> <img src="https://x.example/i">'
      const send = { format: 'esp', target: 'mailchimp', options: { utm, field_map: { 'customer.tier': 'TIER' } } }
      const exported = async (content: object) => {
        const { body } = await ask(testService, { call: 'POST /v1/export', send: { ...send, ...content } })
        const made = body as Export
        return (await (await fetchFile(made, made.files.at(-1)?.name ?? '')).json()) as { html: string; text: string }
      }
      const own = await exported({ html })
      expect(own.html).toContain('href="https://x.example/?q=1&amp;utm_source=a%26b&amp;utm_content=*|URL:TIER|*#top"')
      expect(own.html).toContain('<a href="*|UNSUB|*">No</a> <img src="https://x.example/i">')
      const blocks = [{ type: 'button', label: 'Go', href: 'https://x.example/' }]
      const rows = [{ type: 'section', columns: [{ blocks }] }]
      const { html: page, text } = await exported({ document: { meta: { title: 'Sale' }, rows } })
      const url = 'https://x.example/?utm_source=a%26b&utm_content=*|URL:TIER|*'
      expect(page).toContain(`href="${url.replaceAll('&', '&amp;')}"`)
      expect(text).toContain(url)
    })

    test('what is minified keeps every tag to the byte', async () => {
      const [plain, small] = [await make('getresponse'), await make('getresponse', { minify: true })]
      const tags = (html = '') => html.match(/\{\{[^{}]*\}\}|\[\[[^[\]]*\]\]/g)
      expect(tags(small.content)).toEqual(tags(plain.content))
      expect(tags(plain.content)?.length).toBeGreaterThan(3)
    })

    test('what a provider cannot be asked is left out, or kept where the call says so', async () => {
      const dropped = await make('postmark')
      expect(dropped.content).not.toContain('Gold')
      expect(dropped.warnings.map(({ code, node_id }) => [code, node_id])).toContainEqual([
        'TARGET_NO_CONDITION',
        'gold',
      ])
      expect((await make('postmark', { policies: { condition: 'keep' } })).content).toContain('Gold')
    })

    test('a message opens in a mail program, with samples where fields were and its pictures inside', async () => {
      const fields = [{ path: 'first_name', type: 'string', sample: 'Ada' }]
      const send = { document: { ...document, fields }, format: 'eml', options: { images: 'zip' } }
      const { body } = await ask(testService, { call: 'POST /v1/export', send })
      const [file] = (body as Export).files
      expect(file).toMatchObject({ name: 'Sale.eml', mime: 'message/rfc822' })
      const message = await PostalMime.parse(
        await (await testService.handle(new Request(file?.url ?? ''))).arrayBuffer(),
      )
      expect(message.subject).toBe('Hi Ada')
      expect(message.text).toContain('Hello Ada')
      const [image] = message.attachments
      expect(image).toMatchObject({ mimeType: 'image/png', disposition: 'inline' })
      expect(message.html).toContain(`src="cid:${image?.contentId?.slice(1, -1)}"`)
    })

    test('an export says its target when it is read again', async () => {
      const { id } = await make('brevo')
      const { body } = await ask(testService, { call: `GET /v1/export/${id}` })
      expect(body).toMatchObject({ id, format: 'esp', target: 'brevo', level: 'verified' })
    })
  })
}
