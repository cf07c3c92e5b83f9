import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type Block, type Column, type EmailDocument, findNode } from '../../../src/email/document/index.ts'
import { renderHtml } from '../../../src/email/render/index.ts'
import { emailOf } from './emails.ts'
import type { TestApi } from './serve.ts'

/** An email with something for every panel: theme, fields, conditions, overrides, a list, a table, an image. */
export function panelEmail(): EmailDocument {
  const column = (id: string, blocks: object[], width: object = { fr: 1 }) => ({ id, type: 'column', width, blocks })
  return emailOf(
    [
      {
        id: 'hero',
        type: 'section',
        box: { background: '#ffffff', padding: [24, 24, 24, 24] },
        columns: [
          column('top', [
            { id: 'title', type: 'heading', level: 1, text: 'Welcome aboard, {{ first_name }}' },
            {
              id: 'intro',
              type: 'text',
              text: '<p>We are <strong>glad</strong> that you are here.</p>',
              when: { op: 'eq', path: 'plan', value: 'pro' },
            },
            { id: 'photo', type: 'image', src: 'ast_1', alt: 'Two cups of coffee' },
            {
              id: 'go',
              type: 'button',
              label: 'Get started',
              href: 'https://example.com/start',
              style: { background: '$color.primary', radius: 8, padding: [16, 24, 16, 24] },
              mobile: { size: 18 },
            },
          ]),
        ],
      },
      {
        id: 'pair',
        type: 'section',
        columns: [
          column('left', [{ id: 'first', type: 'text', text: '<p>Invite your team.</p>' }]),
          column(
            'right',
            [
              {
                id: 'prices',
                type: 'table',
                head: ['Plan', 'Price'],
                rows: [
                  ['Small', '5 €'],
                  ['Large', '9 €'],
                ],
              },
            ],
            { fr: 2 },
          ),
        ],
      },
      {
        id: 'end',
        type: 'section',
        name: 'Footer',
        hide: { mobile: true },
        columns: [
          column('foot', [
            {
              id: 'links',
              type: 'social',
              items: [
                { network: 'facebook', href: 'https://example.com/f' },
                { network: 'instagram', href: 'https://example.com/i' },
              ],
            },
            { id: 'timer', type: 'countdown', until: '2030-12-24T18:00:00Z' },
            { id: 'kept', type: 'html', html: '<style>i{color:red}</style><p>Bits &amp; pieces</p>' },
          ]),
        ],
      },
    ],
    {
      meta: { title: 'Welcome', lang: 'en', subject: 'Welcome, {{ first_name }}', preheader: 'Two minutes' },
      theme: {
        colors: { primary: { light: '#0b6e4f', dark: '#5fd0a5' }, text: { light: '#1f2328' } },
        fonts: { body: { family: 'Inter', fallback: 'Arial, Helvetica, sans-serif' } },
        classes: { smallPrint: { size: 12 } },
      },
      fields: [
        { path: 'first_name', type: 'string', label: 'First name', sample: 'Ada' },
        { path: 'plan', type: 'string', sample: 'pro' },
        { path: 'orders', type: 'list' },
      ],
      assets: { ast_1: { url: '/cdn/ast_1/coffee.jpg', width: 1200, height: 800, mime: 'image/jpeg' } },
    },
  )
}

const moduleRow = {
  id: 'legal',
  type: 'section',
  columns: [{ id: 'law', type: 'column', blocks: [{ id: 'words', type: 'text', text: '<p>All rights reserved</p>' }] }],
}

/** The email before a few changes: a text, what is gone, what is new, what moved, what is hidden, and the subject. */
function olderEmail(): EmailDocument {
  const older = panelEmail()
  const top = findNode(older, 'top') as Column
  const title = findNode(older, 'title') as Block
  title['text'] = [{ type: 'paragraph', runs: [{ text: 'An older version' }] }]
  top.blocks = top.blocks.filter(({ id }) => id !== 'go')
  top.blocks.push({ id: 'gone', type: 'text', text: [{ type: 'paragraph', runs: [{ text: 'This went away.' }] }] })
  const foot = findNode(older, 'foot') as Column
  foot.blocks.reverse()
  older.meta.subject = 'Hello'
  return older
}

const version = (number: number, label: string | null = null) => ({
  id: `v${number}`,
  number,
  revision: number,
  kind: 'auto',
  label,
  message: null,
  counts: { added: number, removed: 0, moved: number - 1, changed: 1, settings: number % 2 },
  pinned: false,
  current: number === 3,
  author: { kind: 'user', id: 'ada', name: 'Ada Lovelace' },
  createdAt: `2026-11-2${number}T10:00:00Z`,
  savedAt: `2026-11-2${number}T10:00:00Z`,
})

const asset = (number: number) => ({
  id: `ast_${number}`,
  name: `picture-${number}.jpg`,
  mime: 'image/jpeg',
  bytes: 120_000 * number,
  url: `/cdn/ast_${number}/picture-${number}.jpg`,
  thumbnailUrl: `/cdn/ast_${number}/picture-${number}.jpg?w=320&sig=x`,
  width: 1200,
  height: 800,
  alt: number === 2 ? 'A quiet lake' : null,
  createdAt: '2026-11-01T00:00:00Z',
})

export const panelApi: TestApi = {
  listVersions: () => ({ data: [version(3), version(2, 'Before launch'), version(1)], nextCursor: null }),
  getVersionHtml: () => {
    const document = olderEmail()
    const { html } = renderHtml(document, blockTypes, { mode: 'editor', target: 'sample' })
    return { html, document }
  },
  nameVersion: (id: string, label: string) => ({ ...version(1, label), id }),
  restoreVersion: () => ({ document: { ...panelEmail(), rows: panelEmail().rows.slice(0, 1) } }),
  listModules: ({ q = '' }: { q?: string } = {}) => ({
    data: [{ id: 'mod_1', name: 'Legal footer' }].filter(({ name }) => name.toLowerCase().includes(q)),
    modules: { 'mod_1 latest': { nodes: emailOf([moduleRow]).rows } },
    nextCursor: null,
  }),
  listRecipients: () => ({ data: [{ id: 'srp_1', name: 'Amina, first order' }] }),
  getRecipient: (id: string) => ({ id, name: 'Amina, first order', data: { first_name: 'Amina', plan: 'free' } }),
  uploadAsset: () => asset(2),
  signAssetUrl: (id: string, { crop }: { crop: string }) => ({
    url: `http://localhost/cdn/${id}/signed.jpg?crop=${crop}&sig=x`,
  }),
  listAssets: ({ q = '' }: { q?: string } = {}) => ({
    data: [1, 2, 3, 4].map(asset).filter(({ name }) => name.includes(q)),
    nextCursor: null,
  }),
}
