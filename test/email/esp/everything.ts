/** One email with everything of the data language in it, and how a provider writes it. */
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type EmailDocument, readDocument } from '../../../src/email/document/index.ts'
import {
  type LanguageOptions,
  type Provider,
  ProviderLanguage,
  adaptPage,
  missingIn,
} from '../../../src/email/esp/index.ts'
import { renderEmail } from '../../../src/email/render/index.ts'

const text = (html: string, more: object = {}) => ({ type: 'text', text: `<p>${html}</p>`, ...more })

const nothing = text('No items.')

/** Fields, fallbacks, filters, every condition, loops with an else and a limit, a button, code and the system links. */
export const everything = read([
  { type: 'heading', text: 'Hello {{ first_name | default: "you & me" }}' },
  text('City {{ city }}.', { when: { op: 'exists', path: 'city' } }),
  text('No city.', { when: { op: 'empty', path: 'city' } }),
  text('Gold.', { when: { op: 'eq', path: 'plan', value: 'gold' } }),
  text('Not gold.', { when: { op: 'ne', path: 'plan', value: 'gold' } }),
  text('Rich.', { when: { op: 'gt', path: 'points', value: 100 } }),
  text('Poor.', { when: { op: 'lte', path: 'points', value: 100 } }),
  text('Both.', {
    when: {
      op: 'and',
      of: [
        { op: 'exists', path: 'city' },
        { op: 'eq', path: 'plan', value: 'gold' },
      ],
    },
  }),
  text('Either.', {
    when: {
      op: 'or',
      of: [
        { op: 'exists', path: 'city' },
        { op: 'empty', path: 'plan' },
      ],
    },
  }),
  text('Neither.', {
    when: {
      op: 'not',
      of: {
        op: 'or',
        of: [
          { op: 'exists', path: 'city' },
          { op: 'eq', path: 'plan', value: 'gold' },
        ],
      },
    },
  }),
  text('{{ item.title | default: "untitled" }} for {{ first_name }};', {
    each: { in: 'items', as: 'item', else: [nothing] },
  }),
  text('First {{ item.title }}.', { each: { in: 'items', as: 'item', limit: 1 } }),
  text('Has {{ item.title }}.', { each: { in: 'items', as: 'item' }, when: { op: 'exists', path: 'item.title' } }),
  { type: 'button', label: 'Go, {{ last_name }}', href: 'https://example.com/?e={{ email }}' },
  text('مرحبا {{ first_name | upcase }}, {{ bio | raw }}'),
  { type: 'code', code: '{{ a }} {% b %} *|C|* %%d%% [e] {f} #if(g) ${h} <%= i %>' },
  text('<a href="{{ unsubscribe_url }}">Unsubscribe</a> <a href="{{ view_url }}">View</a>'),
])

/** A document of one column of blocks. */
export function read(blocks: object[]): EmailDocument {
  return readRows([{ type: 'section', columns: [{ blocks }] }])
}

/** A document of rows, whose data has the lists `items` and `metrics`. */
export function readRows(rows: object[], subject = 'Hi {{ first_name | default: "there" }}'): EmailDocument {
  const meta = { title: 'All', subject, preheader: 'For {{ email }}' }
  const fields = [
    { path: 'items', type: 'list', sample: [{ title: 'Tea' }, { title: 'Cups' }] },
    { path: 'metrics', type: 'list' },
  ]
  const found = readDocument({ meta, fields, rows }, blockTypes)
  if (!('document' in found)) throw new Error(JSON.stringify(found.issues))
  return found.document
}

/** A document in the language of a provider. */
export function write(document: EmailDocument, provider: Provider, options?: LanguageOptions) {
  const language = new ProviderLanguage(provider, options)
  const rendered = renderEmail(document, blockTypes, { target: 'passthrough', language })
  const html = adaptPage(language.finish(rendered.html ?? ''), provider, options?.editable)
  return {
    html,
    /** Without what is in the head and in styles. */
    body: html.slice(html.indexOf('<div role="article"'), html.lastIndexOf('</body>')),
    marked: rendered.html ?? '',
    text: language.finish(rendered.text ?? ''),
    subject: language.finish(rendered.subject ?? ''),
    warnings: rendered.report.warnings,
    codes: rendered.report.warnings.map(({ code }) => code as string),
    missing: missingIn(html, provider),
  }
}
