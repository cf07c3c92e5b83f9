import { button, email, footer, heading, html, section, words } from '../email.ts'
import type { Cases } from './case.ts'

const image = (more: object) =>
  email({
    more: [
      {
        id: 'i',
        type: 'image',
        src: 'https://bakery.example.com/loaf.jpg',
        alt: 'A loaf',
        width: 400,
        height: 150,
        ...more,
      },
    ],
  })
const styled = (style: object) => email({ more: [{ ...words, id: 'w', style }] })
const titled = (...levels: number[]) =>
  email({ blocks: [...levels.map((level, index) => ({ ...heading, id: `h${index}`, level })), words, button, footer] })
const hebrew = 'הלחם שביקשתם מחכה לכם על המדף ליד הדלת, עטוף ועדיין חם. בואו לפני שש.'
const column = (id: string, type = 'text') => ({
  id,
  blocks: [
    type === 'text'
      ? { ...words, id: `${id}-t` }
      : {
          id: `${id}-i`,
          type: 'image',
          src: 'https://bakery.example.com/loaf.jpg',
          alt: 'A loaf',
          width: 200,
          height: 100,
        },
  ],
})
const row = (stack: string, ...columns: object[]) =>
  email({ rows: [section('s', heading, button, footer), { id: 'r', type: 'section', stack, columns }] })
const table = (more: object) =>
  email({
    more: [
      {
        id: 'd',
        type: 'table',
        head: null,
        rows: [
          ['Rye', '2', '9'],
          ['Spelt', '1', '5'],
          ['Oat', '1', '4'],
        ],
        ...more,
      },
    ],
  })

export const accessibility: Cases = {
  'accessibility.language-unknown': {
    raises: email({ meta: { lang: 'und' } }),
    clean: email({ meta: { lang: 'en-GB' } }),
    says: 'und',
    fix: true,
  },
  'accessibility.language-mismatch': {
    raises: email({
      meta: { lang: 'en', dir: 'rtl', subject: hebrew.slice(0, 30), preheader: hebrew, title: hebrew },
      blocks: [{ ...words, text: `<p>${hebrew}</p>` }],
      fields: [],
    }),
    clean: email({
      meta: { lang: 'he', dir: 'rtl', subject: hebrew.slice(0, 30), preheader: hebrew, title: hebrew },
      blocks: [{ ...words, text: `<p>${hebrew}</p>` }],
      fields: [],
    }),
    says: 'Hebrew',
    fix: true,
  },
  'accessibility.direction': {
    raises: email({ meta: { dir: 'rtl' } }),
    clean: email({ meta: { dir: 'ltr' } }),
    says: 'left-to-right',
    fix: true,
  },
  'accessibility.title-missing': { raises: email({ meta: { title: 'Untitled' } }), says: 'no title', fix: true },
  'accessibility.alt-missing': {
    raises: email({ more: [html('<img src="https://bakery.example.com/a.png" width="80">')] }),
    clean: email({ more: [html('<img src="https://bakery.example.com/a.png" alt="" width="80">')] }),
    says: 'a.png',
    node: 'x',
    fix: true,
  },
  'accessibility.alt-empty': {
    raises: image({ alt: '' }),
    clean: image({ alt: '', width: 60, height: 60 }),
    says: '400 px',
    node: 'i',
  },
  'accessibility.alt-file-name': {
    raises: image({ alt: 'summer-bread_table.jpg' }),
    clean: image({ alt: 'Bread on a table' }),
    says: 'summer-bread_table.jpg',
    node: 'i',
    fix: true,
  },
  'accessibility.linked-image-alt': {
    raises: image({ alt: '', href: 'https://bakery.example.com/', width: 60, height: 60 }),
    clean: image({ href: 'https://bakery.example.com/' }),
    says: 'no alternative text',
    node: 'i',
    fix: true,
  },
  'accessibility.heading-order': {
    raises: titled(1, 3),
    clean: titled(1, 2, 3, 2),
    says: 'level 3',
    node: 'h1',
    fix: true,
  },
  'accessibility.single-h1': { raises: titled(1, 1), clean: titled(1, 2), says: 'already', node: 'h1', fix: true },
  'accessibility.h1-missing': { raises: titled(2), clean: titled(1), says: 'none of level 1', fix: true },
  'accessibility.link-text': {
    raises: email({
      more: [
        { id: 'l', type: 'text', text: '<p>For prices <a href="https://bakery.example.com/">click here</a>.</p>' },
      ],
    }),
    clean: email({
      more: [{ id: 'l', type: 'text', text: '<p>See <a href="https://bakery.example.com/">our prices</a>.</p>' }],
    }),
    says: 'click here',
    node: 'l',
  },
  'accessibility.link-name': {
    raises: email({
      more: [
        {
          id: 'l',
          type: 'text',
          text: [
            {
              type: 'paragraph',
              runs: [{ text: 'Bread' }, { text: ' ', link: { href: 'https://bakery.example.com/' } }],
            },
          ],
        },
      ],
    }),
    says: 'no text',
    node: 'l',
    fix: true,
  },
  'accessibility.contrast': {
    raises: styled({ color: '#9aa0a6' }),
    clean: styled({ color: '#5f6368' }),
    says: '4.5:1',
    node: 'w',
    fix: true,
  },
  'accessibility.font-small': {
    raises: styled({ size: 11 }),
    clean: styled({ size: 14 }),
    says: '11 px',
    node: 'w',
    fix: true,
  },
  'accessibility.line-height': {
    raises: styled({ lineHeight: 1.1 }),
    clean: styled({ lineHeight: 1.4 }),
    says: '1.1',
    node: 'w',
    fix: true,
  },
  'accessibility.tap-target': {
    raises: email({ more: [{ ...button, id: 'k', style: { innerPadding: [6, 20] } }] }),
    clean: email({ more: [{ ...button, id: 'k', style: { innerPadding: [12, 20] } }] }),
    says: '32 px',
    node: 'k',
    fix: true,
  },
  'accessibility.tap-target-tiny': {
    raises: email({ more: [{ ...button, id: 'k', style: { innerPadding: [0, 20] } }] }),
    says: '20 px',
    node: 'k',
    fix: true,
  },
  'accessibility.justified-text': {
    raises: styled({ align: 'justify' }),
    clean: styled({ align: 'center' }),
    says: 'justified',
    node: 'w',
    fix: true,
  },
  'accessibility.text-in-image': {
    raises: email({
      blocks: [
        {
          id: 'i',
          type: 'image',
          src: 'https://bakery.example.com/all.jpg',
          alt: 'All of it',
          width: 600,
          height: 800,
        },
      ],
    }),
    says: '0 words',
    node: 'i',
  },
  'accessibility.reading-order': {
    raises: row('reverse', column('k'), column('m')),
    clean: row('reverse', column('k', 'image'), column('m')),
    says: 'reverse',
    node: 'r',
    fix: true,
  },
  'accessibility.table-head': {
    raises: table({ head: undefined }),
    clean: table({ head: ['Loaf', 'Count', 'Price'] }),
    says: 'no headers',
    node: 'd',
    fix: true,
  },
  'accessibility.layout-table': {
    raises: email({ more: [html('<table><tr><td>Bread</td></tr></table>')] }),
    clean: email({ more: [html('<table role="presentation"><tr><td>Bread</td></tr></table>')] }),
    says: 'lays out',
    node: 'x',
    fix: true,
  },
  'accessibility.alt-long': {
    raises: image({ alt: 'A loaf of bread on a shelf. '.repeat(10) }),
    clean: image({ alt: 'A loaf of bread on a shelf. '.repeat(5) }),
    says: '280 characters',
    node: 'i',
  },
  'accessibility.heading-empty': {
    raises: email({ more: [{ ...heading, id: 'e', level: 2, text: '' }] }),
    clean: email({ more: [html('<h2><img src="https://bakery.example.com/a.png" alt="Loaves" width="80"></h2>')] }),
    says: 'no text',
    node: 'e',
    fix: true,
  },
  'accessibility.link-color-only': {
    raises: email({
      theme: { link: { color: '#2b3138', underline: false } },
      more: [
        {
          id: 'w',
          type: 'text',
          text: '<p>Look at <a href="https://bakery.example.com/">all our loaves</a> as they are baked.</p>',
        },
      ],
    }),
    clean: email({
      theme: { link: { color: '#2b3138' } },
      more: [
        {
          id: 'w',
          type: 'text',
          text: '<p>Look at <a href="https://bakery.example.com/">all our loaves</a> as they are baked.</p>',
        },
      ],
    }),
    says: 'all our loaves',
    fix: true,
  },
}
