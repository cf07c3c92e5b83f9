import { column, section } from './compose.ts'

const theme = {
  colors: {
    brand: { light: '#4a3aff', dark: '#9d93ff' },
    ink: { light: '#1d1b26', dark: '#f2f0fa' },
    paper: { light: '#ffffff', dark: '#1b1a22' },
    back: { light: '#f1eff7', dark: '#0d0c11' },
    line: { light: '#dcd8ea', dark: '#3a3747' },
  },
  fonts: { body: { family: 'Inter', fallback: 'Arial, sans-serif', href: 'https://fonts.example.com/inter.css' } },
  text: { font: '$font.body', color: '$color.ink', size: 16, lineHeight: 1.5 },
  link: { color: '$color.brand' },
  button: { background: '$color.brand', color: '#ffffff', radius: 8 },
  classes: { quiet: { size: 13, color: '#6b6880' } },
}

const body = { background: '$color.back', contentBackground: '$color.paper' }

/** A document as an author writes it, with its data. */
export interface Composition {
  document: Record<string, unknown>
  data?: Record<string, unknown>
}

/** Whole emails that between them use every part of the layout. */
export const compositions: Record<string, Composition> = {
  letter: {
    document: {
      meta: { title: 'Your order', lang: 'en', subject: 'Order {{ order.id }}', preheader: 'It is on its way.' },
      theme,
      body,
      rows: [
        section([column([{ type: 'heading', level: 1, text: 'Thank you, {{ customer.name | default: "friend" }}' }])], {
          box: { padding: [32, 24, 8, 24] },
        }),
        section([
          column(
            [
              {
                type: 'text',
                text: 'We sent {{ item.name }} today.',
                each: {
                  in: 'order.items',
                  as: 'item',
                  else: [{ id: 'none', type: 'text', text: 'Nothing was sent.' }],
                },
                style: { padding: [4, 24] },
              },
              { type: 'divider', color: '$color.line', style: { padding: [16, 24] } },
              { type: 'text', text: 'You saved {{ order.saved }}.', when: { op: 'exists', path: 'order.saved' } },
              {
                type: 'button',
                label: 'Track it',
                href: 'https://example.com/t/{{ order.id }}',
                style: { padding: 24 },
              },
            ],
            {},
          ),
        ]),
        section([column([{ type: 'text', text: '<a data-role="unsubscribe">Unsubscribe</a>', classes: ['quiet'] }])], {
          box: { padding: 24 },
        }),
      ],
    },
    data: {
      customer: { name: 'Zoë' },
      order: { id: 'A-1', items: [{ name: 'a coat' }, { name: 'a hat' }] },
      unsubscribe_url: 'https://example.com/u?x=1',
    },
  },
  layouts: {
    document: {
      theme,
      body,
      rows: [
        section([column([{ type: 'heading', level: 1, text: 'Over a picture', style: { align: 'center' } }])], {
          band: {
            background: '#2c1f6b',
            backgroundImage: { src: '/cdn/ast_1/hero.jpg', position: 'top center' },
            padding: 24,
          },
          box: { background: 'transparent', padding: 40, color: '#ffffff' },
        }),
        section(
          [
            column([{ type: 'image', src: 'https://example.com/a.png', alt: 'A' }]),
            column([{ type: 'text', text: 'First on a phone' }], { align: 'middle', style: { padding: 16 } }),
          ],
          { stack: 'reverse' },
        ),
        section(
          [
            column([{ type: 'text', text: 'A third' }], { style: { background: '#ffe8cc', padding: 8 } }),
            column([{ type: 'text', text: 'Two thirds' }], { width: { fr: 2 } }),
          ],
          { stack: 'keep', box: { padding: [16, 24] } },
        ),
        section(
          [1, 2, 3].map((n) => column([{ type: 'text', text: `Box ${n}` }], { width: { px: 120 } })),
          { box: { padding: [16, 25] } },
        ),
        section(
          [1, 2, 3].map((n) => column([{ type: 'image', src: 'https://example.com/b.png', alt: `${n}` }])),
          { box: { padding: [0, 1], backgroundImage: { src: 'https://example.com/paper.png', repeat: 'repeat' } } },
        ),
        {
          type: 'group',
          style: {
            background: '#fff8e1',
            padding: 24,
            radius: 12,
            border: { width: 1, style: 'solid', color: '#ffe082' },
          },
          rows: [
            section([column([{ type: 'heading', level: 3, text: 'A card' }])]),
            section([column([{ type: 'text', text: 'Left' }]), column([{ type: 'text', text: 'Right' }])]),
          ],
        },
        section([
          column([
            {
              type: 'columns',
              columns: [
                column([{ type: 'button', label: 'Yes', href: 'https://example.com/y', fullWidth: true }]),
                column([{ type: 'button', label: 'No', href: 'https://example.com/n', fullWidth: true }]),
              ],
            },
          ]),
          column([{ type: 'text', text: 'Beside it' }]),
        ]),
      ],
    },
  },
  devices: {
    document: {
      theme,
      body: { ...body, backgroundImage: { src: 'https://example.com/dots.png', repeat: 'repeat' } },
      rows: [
        section(
          [
            column([{ type: 'button', label: 'Phone', href: 'https://example.com' }], { hide: { desktop: true } }),
            column([{ type: 'text', text: 'Always' }]),
            column([{ type: 'text', text: 'Desktop' }], { hide: { mobile: true } }),
          ],
          { box: { padding: 16 }, mobile: { padding: 8 } },
        ),
        section([column([{ type: 'social', items: [{ network: 'x', href: 'https://example.com' }] }])], {
          hide: { desktop: true },
          band: { background: '#d3f9d8' },
        }),
        section([
          column([
            { type: 'button', label: 'Only phones', href: 'https://example.com', hide: { desktop: true } },
            { type: 'text', text: 'Large', mobile: { size: 20, align: 'center' } },
          ]),
        ]),
        { type: 'group', hide: { mobile: true }, rows: [section([column([{ type: 'text', text: 'Desk' }])])] },
      ],
    },
  },
  images: {
    document: {
      theme,
      body: { ...body, backgroundImage: { src: 'dots', repeat: 'repeat', size: 'auto' } },
      assets: {
        dots: { url: '/cdn/ast_2/dots.png', width: 16, height: 16, mime: 'image/png' },
        film: { url: '/cdn/ast_3/film.jpg', width: 640, height: 400, mime: 'image/jpeg' },
      },
      rows: [
        section(
          [
            column([
              { type: 'heading', level: 1, text: 'The sea, from above', style: { align: 'center', padding: [8, 24] } },
              {
                type: 'button',
                label: 'Come and look',
                href: '#offers',
                style: { align: 'center', padding: [8, 24], width: '50%' },
              },
            ]),
          ],
          {
            box: {
              background: '#1d3557',
              backgroundImage: { src: 'https://example.com/sea.jpg' },
              minHeight: 360,
              valign: 'middle',
              padding: [24, 0],
              color: '#ffffff',
            },
            mobile: { minHeight: 240, backgroundImage: { src: 'https://example.com/sea-small.jpg' } },
          },
        ),
        {
          type: 'group',
          anchor: 'offers',
          band: { background: '#fff3d6', padding: [24, 0] },
          style: { background: '#ffffff', radius: 16, corners: ['top-left', 'top-right'], padding: 16 },
          rows: [
            section([
              column([{ type: 'text', text: 'On paper', style: { padding: 16 } }], {
                style: { background: '#f1eff7', backgroundImage: { src: 'dots', repeat: 'repeat' }, radius: 8 },
              }),
              column([
                {
                  type: 'text',
                  text: 'A note on a cloud',
                  style: {
                    backgroundImage: { src: 'https://example.com/cloud.png', size: 'contain' },
                    minHeight: 120,
                    valign: 'bottom',
                    padding: 8,
                  },
                },
                { type: 'button', label: 'Beside it', href: 'https://example.com', style: { padding: 8 } },
              ]),
            ]),
          ],
        },
        section([
          column([
            { type: 'video', href: 'https://example.com/film', poster: 'film', alt: 'Watch it', play: 'over' },
            {
              type: 'image',
              src: 'https://example.com/waves.gif',
              stillSrc: 'https://example.com/waves.png',
              alt: 'Waves',
              href: 'https://example.com',
            },
            { type: 'countdown', until: '2026-12-24T18:00:00Z', look: 'image' },
          ]),
        ]),
        section([column([{ type: 'text', text: 'Above the whole width', anchor: 'end' }], { anchor: 'last' })], {
          anchor: 'foot',
          band: { backgroundImage: { src: 'https://example.com/band.png' }, background: '#222222', padding: 40 },
          box: { backgroundImage: { src: 'https://example.com/inner.png' }, background: '#ffffff', padding: 16 },
        }),
      ],
    },
  },
  'right-to-left': {
    document: {
      meta: { title: 'مرحبا', lang: 'ar', dir: 'rtl' },
      theme,
      body,
      rows: [
        section([column([{ type: 'heading', level: 1, text: 'مرحبا بكم' }])]),
        section(
          [
            column([{ type: 'image', src: 'https://example.com/a.png', alt: 'صورة' }]),
            column([{ type: 'text', text: '<p>نص</p><ul><li>واحد</li></ul>' }]),
          ],
          { stack: 'reverse' },
        ),
        section([column([{ type: 'list', items: [{ text: 'واحد' }] }]), column([{ type: 'text', text: 'نص' }])]),
      ],
    },
  },
}
