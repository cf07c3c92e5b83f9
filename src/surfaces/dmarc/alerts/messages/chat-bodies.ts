/**
 * Bodies for incoming webhooks of chats. Names in messages come from reports, which anyone may send: nothing in them becomes
 * a mention, a link or markup. Sizes stay below the limits of the chats.
 */
import type { Message } from './message.ts'

type Body = Readonly<Record<string, unknown>>

const colors = { info: '#3b82f6', warning: '#d97706', critical: '#dc2626', good: '#16a34a' } as const
const [titleLength, factLength, textLength] = [140, 500, 1800]
const maxFacts = 10

/** Slack: text objects of the type plain_text have no markup (docs.slack.dev, Block Kit). */
export function slackBody({ facts, notes, summary, title }: Message): Body {
  const plain = (text: string) => ({ type: 'plain_text', text, emoji: false })
  return {
    text: escapeSlack(`${cut(title, titleLength)} — ${cut(summary, textLength)}`),
    blocks: [
      { type: 'header', text: plain(cut(title, titleLength)) },
      { type: 'section', text: plain(cut(summary, textLength)) },
      ...(facts.length === 0
        ? []
        : [{ type: 'section', fields: shown(facts).map(([name, value]) => plain(`${name}\n${value}`)) }]),
      ...(notes.length === 0 ? [] : [{ type: 'context', elements: notes.map((note) => plain(cut(note, factLength))) }]),
    ],
  }
}

/** Teams: an Adaptive Card; its TextBlock reads a subset of Markdown, a FactSet too. */
export function teamsBody({ facts, notes, summary, title, tone }: Message): Body {
  const color = { info: 'accent', warning: 'warning', critical: 'attention', good: 'good' }[tone]
  const text = (value: string, more: object = {}) => ({
    type: 'TextBlock',
    text: escapeMarkdown(value),
    wrap: true,
    ...more,
  })
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      text(cut(title, titleLength), { size: 'large', weight: 'bolder', color }),
      text(cut(summary, textLength)),
      ...(facts.length === 0
        ? []
        : [
            {
              type: 'FactSet',
              facts: shown(facts).map(([name, value]) => ({ title: name, value: escapeMarkdown(value) })),
            },
          ]),
      ...notes.map((note) => text(cut(note, factLength), { isSubtle: true, size: 'small' })),
    ],
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  }
}

/** Discord: one embed, and no mentions whatever the text contains. */
export function discordBody({ facts, notes, summary, title, tone }: Message): Body {
  const embed = {
    title: escapeMarkdown(cut(title, titleLength)).slice(0, 256),
    description: escapeMarkdown(cut(summary, textLength)),
    color: Number.parseInt(colors[tone].slice(1), 16),
    fields: shown(facts).map(([name, value]) => ({ name, value: escapeMarkdown(value), inline: true })),
    ...(notes.length === 0 ? {} : { footer: { text: cut(notes.join(' · '), factLength) } }),
  }
  return { embeds: [embed], allowed_mentions: { parse: [] } }
}

function shown(facts: Message['facts']): Message['facts'] {
  return facts.slice(0, maxFacts).map(([name, value]) => [name, cut(value, factLength) || '–'] as const)
}

function cut(text: string, length: number): string {
  const line = text.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, ' ')
  return line.length <= length ? line : `${line.slice(0, length - 1).toWellFormed()}…`
}

// https://docs.slack.dev/messaging/formatting-message-text: three characters are control characters of mrkdwn.
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

// A zero width space keeps URLs and mentions from being recognized without changing what is read.
function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\*_~`|>[\]()#]/g, (mark) => `\\${mark}`)
    .replaceAll('://', ':\u200b//')
    .replaceAll(/[@<]/g, (mark) => `${mark}\u200b`)
}
