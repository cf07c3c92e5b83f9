/** A document of 40 blocks in ten sections, with merge tags, rich text, images, buttons and a two-column row. */
const paragraph =
  'Our spring range is here, {{ name | default: "friend" }}. Every piece is made in small runs, so <strong>what is gone is gone</strong>. <a href="https://example.com/range?u={{ name }}">See it all</a> before Sunday.'

const text = (i: number) => ({
  type: 'text',
  text: `<p>${paragraph}</p>`,
  style: { padding: [0, 24, 12, 24] },
  name: `Text ${i}`,
})
const heading = (i: number) => ({
  type: 'heading',
  level: 2,
  text: `Chapter ${i}`,
  style: { padding: [24, 24, 8, 24] },
})
const image = (i: number) => ({
  type: 'image',
  src: `https://images.example.com/${i}.jpg`,
  alt: `Picture ${i}`,
  width: 552,
  style: { padding: [0, 24, 16, 24] },
})
const button = (i: number) => ({
  type: 'button',
  label: 'Shop now',
  href: `https://example.com/shop/${i}`,
  style: { padding: [8, 24, 24, 24] },
})

const single = (i: number) => ({
  type: 'section',
  columns: [{ type: 'column', width: { fr: 1 }, blocks: [heading(i), text(i), image(i), button(i)] }],
})
const double = (i: number) => ({
  type: 'section',
  box: { background: '#f6f6f6' },
  columns: [
    { type: 'column', width: { fr: 1 }, blocks: [heading(i), text(i)] },
    { type: 'column', width: { fr: 1 }, blocks: [text(i), button(i)] },
  ],
})

export const fortyBlocks = {
  schema: 'svc.email/1',
  meta: { title: 'Forty blocks', subject: 'Spring for {{ name }}', preheader: 'What is gone is gone', lang: 'en' },
  theme: { colors: {}, fonts: {} },
  body: { width: 600, breakpoint: 480 },
  fields: [{ path: 'name', type: 'string', sample: 'Ada' }],
  rows: Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? single(i) : double(i))),
}
