import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type EmailDocument, readDocument } from '../../../src/email/document/index.ts'
import { type Finding, type Lint, type LintOptions, lintDocument } from '../../../src/email/lint/index.ts'
import { cleanCss, cleanHtml } from '../../../src/email/sanitize/index.ts'

/** What a test wants to be otherwise in an email that nothing is wrong with. */
export interface EmailParts {
  meta?: object
  theme?: object
  body?: object
  fields?: readonly object[]
  /** Instead of the blocks of its one column. */
  blocks?: readonly object[]
  /** Blocks beside those that are there. */
  more?: readonly object[]
  rows?: readonly object[]
  head?: object
  assets?: object
}

export const heading = { id: 'h', type: 'heading', level: 1, text: 'Your bread is ready' }
export const words = {
  id: 't',
  type: 'text',
  text: '<p>Dear {{ name }}, the loaves you asked for are on the shelf beside the door, wrapped and still warm. Come by before six, or ask somebody to.</p>',
}
export const button = { id: 'b', type: 'button', label: 'See the order', href: 'https://bakery.example.com/order' }
export const footer = {
  id: 'f',
  type: 'text',
  text: '<p>Bakery, 14 Orchard Lane, Dublin D08 X2Y9. <a data-role="unsubscribe">Unsubscribe</a></p>',
}

/** An email as the tests' author writes it: nothing is wrong with it until a part is replaced. */
export function email(parts: EmailParts = {}): object {
  const { assets, blocks, body, fields, head, meta, more = [], rows, theme } = parts
  return {
    meta: {
      title: 'Your bread is ready',
      subject: 'Your bread is ready to be fetched',
      preheader: 'It is on the shelf beside the door until six, wrapped and still warm.',
      lang: 'en',
      ...meta,
    },
    theme: {
      colors: {
        ink: { light: '#1f2328', dark: '#f0f2f4' },
        paper: { light: '#ffffff', dark: '#16181b' },
        link: { light: '#0b57d0', dark: '#a8c7fa' },
      },
      fonts: {},
      text: { color: '$color.ink' },
      headings: { 1: { color: '$color.ink' }, 2: { color: '$color.ink' } },
      link: { color: '$color.link' },
      button: { color: '#ffffff', background: '#1a4fd6' },
      ...theme,
    },
    body: { background: '$color.paper', ...body },
    fields: fields ?? [{ path: 'name', type: 'string', sample: 'Ada', default: 'friend' }],
    ...(head === undefined ? {} : { head }),
    ...(assets === undefined ? {} : { assets }),
    rows: rows ?? [section('s', ...(blocks ?? [heading, words, ...more, button, footer]))],
  }
}

export function section(id: string, ...blocks: readonly object[]): object {
  return { id, type: 'section', columns: [{ id: `${id}-c`, blocks }] }
}

export const html = (source: string) => ({ id: 'x', type: 'html', html: source })

/** The canonical form of a document that the test knows to be valid; HTML stays as it is written. */
export function read(input: object): EmailDocument {
  const result = readDocument(input, blockTypes)
  if ('issues' in result) throw new Error(JSON.stringify(result.issues))
  return result.document
}

export const lintOptions: LintOptions = {
  blocks: blockTypes,
  type: 'promotional',
  cleanHtml: (source) => cleanHtml(source).html,
  cleanCss: (source) => cleanCss(source).css,
}

export function lint(input: object, options: Partial<LintOptions> = {}): Lint {
  return lintDocument(read(input), { ...lintOptions, ...options })
}

/** The findings of one rule. */
export function findingsOf(id: string, input: object, options: Partial<LintOptions> = {}): Finding[] {
  return lint(input, options).findings.filter((finding) => finding.id === id)
}
