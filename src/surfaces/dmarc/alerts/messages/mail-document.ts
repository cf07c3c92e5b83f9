/** The email of a message, rendered like the emails of users. */
import { blockTypes } from '../../../../email/blocks/index.ts'
import { readDocument } from '../../../../email/document/index.ts'
import { renderEmail } from '../../../../email/render/index.ts'
import type { Message } from './message.ts'

const accents = {
  info: { light: '#1D4ED8', dark: '#93B4FF' },
  warning: { light: '#92400E', dark: '#FBBF6B' },
  critical: { light: '#B42318', dark: '#FF9B8E' },
  good: { light: '#166534', dark: '#86EFAC' },
} as const

/** Texts are values of merge tags, which the renderer escapes. */
export function renderMail(message: Message): { subject: string; html: string; text: string } {
  const { facts, notes, summary, title, tone } = message
  const data = { title, summary, notes, facts: facts.map(([name, value]) => ({ name, value })) }
  const read = readDocument(sourceOf(message, tone), blockTypes)
  if ('issues' in read) throw new Error(`The document of a message is invalid: ${JSON.stringify(read.issues)}`)
  const { html = '', subject = title, text = '' } = renderEmail(read.document, blockTypes, { data, target: 'data' })
  return { subject, html, text }
}

function sourceOf({ facts, notes }: Message, tone: Message['tone']): object {
  return {
    meta: { title: 'Message about a sending domain', subject: '{{ title }}', preheader: '{{ summary }}', lang: 'en' },
    theme: {
      colors: {
        page: { light: '#F1F4F8', dark: '#0E141B' },
        card: { light: '#FFFFFF', dark: '#18212B' },
        ink: { light: '#17212B', dark: '#E8EEF4' },
        soft: { light: '#51606F', dark: '#A5B4C3' },
        accent: accents[tone],
      },
      fonts: {},
      text: { size: 16, lineHeight: 1.5, color: '$color.ink' },
    },
    body: { width: 600, background: '$color.page' },
    fields: [],
    rows: [
      section([
        {
          type: 'heading',
          level: 1,
          text: '{{ title }}',
          style: { size: 22, lineHeight: 1.3, color: '$color.accent' },
        },
        { type: 'text', text: '<p>{{ summary }}</p>', style: { padding: [12, 0] } },
        ...(facts.length === 0
          ? []
          : [
              {
                type: 'table',
                head: ['Fact', 'Value'],
                rows: [['{{ fact.name }}', '{{ fact.value }}']],
                each: { in: 'facts', as: 'fact' },
              },
            ]),
        ...(notes.length === 0
          ? []
          : [
              {
                type: 'text',
                text: '<p>{{ note }}</p>',
                each: { in: 'notes', as: 'note' },
                style: { size: 13, color: '$color.soft', padding: [12, 0, 0, 0] },
              },
            ]),
      ]),
    ],
  }
}

function section(blocks: readonly object[]): object {
  return {
    type: 'section',
    style: { background: '$color.card', padding: [28, 32] },
    columns: [{ type: 'column', width: { fr: 1 }, blocks }],
  }
}
