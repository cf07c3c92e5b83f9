import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../../src/email/blocks/index.ts'
import { sampleData } from '../../../../src/email/data/index.ts'
import { type EmailDocument, readDocument } from '../../../../src/email/document/index.ts'
import { type RenderOptions, renderEmail } from '../../../../src/email/render/index.ts'
import { type Starter, starters } from '../../../../src/surfaces/templates/starters/index.ts'

const now = Date.UTC(2026, 10, 21, 10)
// What an ESP knows of itself; of the recipient nothing is known.
const mailing = {
  company: { address: '1 High Street, Leeds' },
  unsubscribe_url: 'https://example.com/unsubscribe',
  preferences_url: 'https://example.com/preferences',
  view_url: 'https://example.com/view',
  forward_url: 'https://example.com/forward',
}

function read(starter: Starter): EmailDocument {
  const result = readDocument(starter.document, blockTypes)
  if ('issues' in result) throw new Error(JSON.stringify(result.issues, null, 2))
  return result.document
}

function render(starter: Starter, options: RenderOptions) {
  const { html = '', text = '', ...rest } = renderEmail(read(starter), blockTypes, { now, ...options })
  return { html, text, ...rest }
}

function nodesOf(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf)
  if (typeof value !== 'object' || value === null) return []
  const node = value as Record<string, unknown>
  return [...(typeof node['type'] === 'string' ? [node] : []), ...Object.values(node).flatMap(nodesOf)]
}

function loopNames(document: EmailDocument): string[] {
  return nodesOf(document.rows).flatMap((node) => {
    const each = node['each'] as { as: string } | undefined
    return each === undefined ? [] : [each.as]
  })
}

test('there are eight, in the order in which they are shown', () => {
  expect(starters.map(({ key }) => key)).toEqual([
    'welcome',
    'newsletter',
    'product-launch',
    'order-confirmation',
    'password-reset',
    'event-invitation',
    'weekly-digest',
    'abandoned-cart',
  ])
})

test('together they show most of what a document can hold', () => {
  const used = new Set(starters.flatMap((starter) => nodesOf(read(starter).rows).map((node) => node['type'])))
  const wanted =
    'heading text image button divider spacer social menu list table video icons countdown product columns'.split(' ')
  expect(wanted.filter((type) => !used.has(type))).toEqual([])
})

describe.each(starters.map((starter) => [starter.key, starter] as const))('%s', (_key, starter) => {
  test('is read without issues, and what was read reads the same again', () => {
    const document = read(starter)
    expect(readDocument(document, blockTypes)).toEqual({ document })
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })

  test('renders its sample data without a warning, well below what mail clients cut off', () => {
    const { html, report } = render(starter, { data: starter.data })
    expect(report.warnings).toEqual([])
    expect(html).not.toContain('{{')
    expect(html).not.toContain('{%')
    expect(report.gmail_clipped).toBe(false)
    expect(report.bytes).toBeLessThan(40 * 1024)
    expect(report.style_bytes).toBeLessThan(16 * 1024)
  })

  test('declares every field it uses, and its data are the samples of the fields', () => {
    const document = read(starter)
    const declared = document.fields.map(({ path }) => path)
    const loops = loopNames(document)
    const used = [...JSON.stringify(starter.document).matchAll(/\{\{-?\s*([\w.]+)/g)].map((match) => match[1] ?? '')
    const undeclared = used.filter(
      (path) =>
        !loops.includes(path.split('.')[0] ?? '') &&
        !declared.some((one) => path === one || path.startsWith(`${one}.`)),
    )
    expect(undeclared).toEqual([])
    expect(document.fields.filter((field) => field.sample === undefined)).toEqual([])
    expect(sampleData(document.fields)).toEqual(starter.data)
  })

  test('leaves no hole when nothing is known of the recipient', () => {
    const { html, text, subject = '', preheader = '' } = render(starter, { data: mailing })
    for (const output of [html, text, subject, preheader]) {
      expect(output).not.toMatch(/\{\{|\{%|undefined|NaN|\[object/)
    }
    for (const line of [...text.split('\n'), subject, preheader])
      expect(line).not.toMatch(/(?<!^)\s[.,;]|\(\)|\S  [a-z]/)
    expect(html).not.toMatch(/<(p|h[1-4]|a|td|strong)[^>]*>\s*<\/\1>/)
    expect(html).not.toMatch(/(?:src|href)="(?:#|)"/)
  })

  test('keeps its merge tags when it is exported to another system', () => {
    const { html } = render(starter, { target: 'passthrough' })
    expect(html).toContain('{{')
  })

  test('has a subject and a preview line of a length that inboxes show', () => {
    const { subject = '', preheader = '' } = render(starter, { data: starter.data })
    expect(subject.length).toBeGreaterThanOrEqual(20)
    expect(subject.length).toBeLessThanOrEqual(70)
    expect(preheader.length).toBeGreaterThanOrEqual(40)
    expect(preheader.length).toBeLessThanOrEqual(130)
    expect(preheader).not.toBe(subject)
  })

  test('names the sender’s postal address, and lets the reader leave unless it is about something they did', () => {
    const source = JSON.stringify(read(starter))
    expect(source).toContain('"company.address"')
    const { html } = render(starter, { data: starter.data })
    if (starter.type === 'transactional') return expect(html).not.toContain('unsubscribe')
    expect(html).toContain('href="https://example.com/unsubscribe"')
    expect(html).toContain('href="https://example.com/preferences"')
  })

  test('has one main heading, and no heading skips a level', () => {
    const { html } = render(starter, { data: starter.data })
    const levels = [...html.matchAll(/<h([1-6])\b/g)].map((match) => Number(match[1]))
    expect(levels[0]).toBe(1)
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 1) + 1)).toEqual([])
  })

  test('has buttons that a thumb hits', () => {
    const { theme, rows } = read(starter)
    const buttons = nodesOf(rows).filter((node) => node['type'] === 'button')
    expect(buttons.length).toBeGreaterThan(0)
    for (const button of buttons) {
      const style = { ...theme.button, ...(button['style'] as object) }
      const [top, , bottom] = style.innerPadding ?? [0, 0, 0, 0]
      expect(top + bottom + (style.size ?? 16) * 1.2).toBeGreaterThanOrEqual(44)
    }
  })

  test('reads well as plain text', () => {
    const { text } = render(starter, { data: starter.data })
    expect(text).not.toContain('<')
    expect(text).not.toMatch(/\n{4,}/)
    expect(text.length).toBeGreaterThan(400)
    expect(text.split('\n').filter((line) => line.length > 160 && !line.includes('://'))).toEqual([])
  })
})
