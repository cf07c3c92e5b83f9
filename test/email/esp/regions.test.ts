/** Regions that people may edit in the ESP, and AMP parts that it passes on. */
import { describe, expect, test } from 'bun:test'
import { minifyHtml } from '../../../src/email/formats/index.ts'
import { builderAsset, guardMustache, providers } from '../../../src/email/esp/index.ts'
import type { Provider } from '../../../src/email/esp/index.ts'
import { expectGolden, orphans } from '../render/golden.ts'
import { pretty } from '../render/pretty.ts'
import { read, write } from './everything.ts'

const document = read([
  { id: 'title', type: 'heading', text: 'Hello {{ first_name }}', name: 'The “title”' },
  { id: 'words', type: 'text', text: '<p>Words</p>' },
  { id: 'fixed', type: 'text', text: '<p>Fixed</p>', lock: { content: true } },
  { id: 'gold', type: 'text', text: '<p>Gold</p>', when: { op: 'exists', path: 'plan' } },
  { id: 'picture', type: 'image', src: 'https://cdn.example.com/a.png', alt: 'A picture' },
  { id: 'go', type: 'button', label: 'Go', href: 'https://example.com/' },
])
const editable = [...providers.values()].filter((provider) => provider.editable !== undefined)
const provider = (id: string) => providers.get(id) as Provider
const count = (text: string, part: string) => text.split(part).length - 1

describe('editable regions', () => {
  test('are defined for ten providers', () => {
    expect(editable.map(({ id }) => id).toSorted()).toEqual([
      'campaign-monitor',
      'dotdigital',
      'dynamics-365',
      'hubspot',
      'klaviyo',
      'mailchimp',
      'mandrill',
      'marketo',
      'pardot',
      'salesforce-marketing-cloud',
    ])
  })

  test.each(editable.map((each) => [each.id, each] as const))('enclose the unlocked content, in %s', (id, each) => {
    const { body, html } = write(document, each, { editable: true })
    const { editable: { row, text = row } = {} } = each
    const opening = text?.open.split(/(?<!\{%) |(?<!^)\{/)[0] ?? ''
    expect(count(body, `${opening} `)).toBeGreaterThanOrEqual(text === row ? 1 : 2)
    expect(body).not.toMatch(/\{(?:ID|LABEL)\}/)
    for (const name of ['table', 'tr', 'td', 'div', 'layout', 'repeater', 'multiline']) {
      const visible = html.replace(/<!--[\s\S]*?-->/g, '')
      expect(`${name} ${(visible.match(new RegExp(`<${name}[\\s>]`, 'g')) ?? []).length}`).toBe(
        `${name} ${(visible.match(new RegExp(`</${name}>`, 'g')) ?? []).length}`,
      )
    }
    const before = write(document, each).body
    const words = (html: string) => html.replace(/<[^>]+>|\{% (?:end_)?module.*?%\}/g, '')
    expect(words(body)).toBe(words(before))
    expect(minifyHtml(body).replace(/<[^>]+>/g, '').length).toBeGreaterThan(10)
    const readable = pretty(body).replace(
      / (?:style|role|cellpadding|cellspacing|border|width|height|valign|align|dir|lang)="[^"]*"/g,
      '',
    )
    expectGolden(`esp-regions/${id}.txt`, `${readable}\n`)
  })

  test('have no unused golden file', () => {
    expect(
      orphans(
        'esp-regions',
        editable.map(({ id }) => `${id}.txt`),
      ),
    ).toEqual([])
  })

  test('are not written around locked content, nor without the option', () => {
    const { body } = write(document, provider('mailchimp'), { editable: true })
    expect(body).toContain('mc:edit="words"')
    expect(body).toContain('<img mc:edit="picture" src=')
    expect(body).toContain('*|IF:PLAN|*')
    expect(body).not.toContain('mc:edit="fixed"')
    expect(write(document, provider('mailchimp')).body).not.toContain('mc:')
    expect(write(document, provider('brevo'), { editable: true }).body).toBe(write(document, provider('brevo')).body)
  })

  test('are announced in the head if the editor of the provider requires it', () => {
    const setting = 'value="marketing-designer-content-editor-document"'
    expect(write(document, provider('dynamics-365'), { editable: true }).html).toContain(`${setting}></head>`)
    expect(write(document, provider('dynamics-365')).html).not.toContain(setting)
  })
})

describe('an asset of Content Builder', () => {
  const page =
    '<body><p>Logo</p><div data-type="slot" data-key="n1" data-label="Top"><div>A<!--[if mso]><div><![endif]--></div>%%city%%</div>' +
    '<div data-type="slot" data-key="n2" data-label="Low">B</div><p>End</p></body>'
  const parts = { name: 'Sale', text: 'T', subject: 'S', preheader: 'P' }

  test('has the content of sections in slots, each with a block', () => {
    const { assetType, views } = builderAsset({ ...parts, html: page })
    expect(assetType).toEqual({ id: 207, name: 'templatebasedemail' })
    expect(views.html.content).toBe(
      '<body><p>Logo</p><div data-type="slot" data-key="n1" data-label="Top"></div>' +
        '<div data-type="slot" data-key="n2" data-label="Low"></div><p>End</p></body>',
    )
    const block = (content: string) => ({ assetType: { id: 197, name: 'htmlblock' }, content })
    expect(views.html.slots).toEqual({
      n1: {
        content: '<div data-type="block" data-key="n1-1"></div>',
        blocks: { 'n1-1': block('<div>A<!--[if mso]><div><![endif]--></div>%%city%%') },
      },
      n2: { content: '<div data-type="block" data-key="n2-1"></div>', blocks: { 'n2-1': block('B') } },
    })
  })

  test('is an email of HTML without sections to edit', () => {
    expect(builderAsset({ ...parts, html: '<p>x</p>' })).toMatchObject({
      assetType: { id: 208 },
      views: { html: { content: '<p>x</p>' }, subjectline: { content: 'S' }, text: { content: 'T' } },
    })
  })

  test('contains the complete email', () => {
    const { html } = write(document, provider('salesforce-marketing-cloud'), { editable: true })
    const { content, slots = {} } = builderAsset({ ...parts, html }).views.html
    const whole = Object.entries(slots).reduce((all, [key, { blocks }]) => {
      const [block] = Object.values(blocks)
      return all.replace(new RegExp(`(data-key="${key}"[^>]*>)`), (tag) => tag + (block?.content ?? ''))
    }, content)
    expect(whole).toBe(html)
    expect(Object.keys(slots)).toHaveLength(1)
  })
})

describe('mustache in an AMP part', () => {
  const amp = '<template type="amp-mustache">{{name}} {{#on}}zq1qz{{/on}}</template>'

  test('is escaped for targets that would evaluate it', () => {
    expect(guardMustache(amp, provider('customerio'))).toBe(
      '<template type="amp-mustache">{% raw %}{{name}}{% endraw %} {% raw %}{{#on}}{% endraw %}zq1qz{% raw %}{{/on}}{% endraw %}</template>',
    )
    expect(guardMustache(amp, provider('klaviyo'))).toContain('{% verbatim %}{{name}}{% endverbatim %}')
    expect(guardMustache(amp, provider('sendgrid'))).toBeUndefined()
    expect(guardMustache(amp, provider('mailchimp'))).toBe(amp)
    expect(guardMustache('<p>zq1qz</p>', provider('sendgrid'))).toBe('<p>zq1qz</p>')
  })
})
