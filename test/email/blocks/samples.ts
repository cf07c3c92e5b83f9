/** One telling sample of every block type, as an author writes it. */
export const samples: Record<string, object> = {
  heading: { level: 1, text: 'Autumn <em>collection</em>', style: { padding: [16, 24] } },
  text: {
    text: '<p>Dear {{ name | default: "friend" }}, this is <b>bold</b>, <i>italic</i>, <u>underlined</u>, <s>struck</s>, H<sub>2</sub>O, m<sup>2</sup>, <code>code</code> and <a href="https://example.com/a?b=1&amp;c=2" title="More">a link</a>.</p><ul><li>One</li><li>Two<ol><li>Deep</li></ol></li></ul><p>Cheers,<br>the team</p>',
    style: { padding: [8, 24] },
  },
  image: {
    src: 'https://example.com/light.png',
    darkSrc: 'https://example.com/dark.png',
    alt: 'A harbour at dawn',
    href: 'https://example.com/',
    width: 320,
    height: 160,
    style: { align: 'center', radius: 8 },
  },
  button: {
    label: 'See the collection',
    href: 'https://example.com/shop',
    style: { padding: [16, 24], align: 'center' },
  },
  divider: {
    thickness: 2,
    color: '#d0d7de',
    line: 'dashed',
    style: { padding: [8, 24], width: '50%', align: 'center' },
  },
  spacer: { height: 24 },
  social: {
    items: [
      { network: 'linkedin', href: 'https://example.com/li' },
      { network: 'youtube', href: 'https://example.com/yt', label: 'Films' },
      { network: 'parlour', href: 'https://example.com/p' },
    ],
    look: 'color',
    size: 32,
    style: { align: 'center' },
  },
  menu: {
    items: [
      { label: 'New', href: 'https://example.com/new' },
      { label: 'Sale', href: 'https://example.com/sale' },
    ],
    separator: '·',
    style: { align: 'center' },
  },
  list: { items: [{ text: 'Wool' }, { text: 'Linen with a <a href="https://example.com">link</a>' }], marker: '✓' },
  table: {
    head: ['Item', 'Price'],
    rows: [
      ['{{ item.name }}', '{{ item.price }}'],
      ['<b>Total</b>', '90'],
    ],
    columns: [{ width: '70%' }, { align: 'right' }],
    each: { in: 'items', as: 'item' },
  },
  video: { href: 'https://example.com/film', poster: 'https://example.com/poster.jpg', alt: 'Watch the film' },
  icons: {
    items: [
      { src: 'https://example.com/truck.png', alt: '', label: 'Free delivery' },
      { src: 'https://example.com/box.png', alt: 'Returns', href: 'https://example.com/returns' },
    ],
    size: 40,
  },
  countdown: {
    until: '2026-12-24T18:00:00Z',
    labels: { days: 'days', hours: 'hours', minutes: 'minutes' },
    expiredText: 'It is over.',
  },
  code: { code: 'if (a < b) {\n  return "{{ not.a.tag }}"\n}', language: 'js' },
  html: { html: '<p style="color:#333">Hello {{ name }}, <a href="https://example.com/?u={{ id }}">here</a></p>' },
  product: {
    title: 'Wool coat',
    price: '€ 190',
    compareAtPrice: '€ 240',
    image: 'https://example.com/coat.jpg',
    alt: 'A grey coat',
    href: 'https://example.com/coat',
    description: 'Warm and light.',
    buttonLabel: 'Buy',
  },
  columns: {
    columns: [
      { type: 'column', width: { fr: 1 }, blocks: [{ type: 'text', text: 'Left' }] },
      { type: 'column', width: { fr: 2 }, blocks: [{ type: 'text', text: 'Right' }] },
    ],
  },
  carousel: {
    items: [
      { src: 'https://example.com/one.jpg', alt: 'A coat', href: 'https://example.com/coat' },
      { src: 'https://example.com/two.jpg', alt: 'A hat' },
      { src: 'https://example.com/three.gif', alt: 'A scarf', href: 'https://example.com/scarf?of={{ id }}' },
    ],
    style: { padding: [8, 24], radius: 8 },
  },
  accordion: {
    items: [
      { title: 'When will it come, {{ name }}?', text: '<p>In <b>two</b> days.</p><p>Or three.</p>' },
      { title: 'May I send it back?', text: 'Yes, <a href="https://example.com/returns">of course</a>.' },
    ],
    single: true,
  },
  form: {
    action: 'https://example.com/answers',
    href: 'https://example.com/form?for={{ id }}',
    inputs: [
      { name: 'email', label: 'Your address', type: 'email', required: true, placeholder: 'you@example.com' },
      { name: 'why', label: 'Why', type: 'textarea' },
      { name: 'size', label: 'Size', type: 'select', options: [{ label: 'Small', value: 's' }, { label: 'Large' }] },
      { name: 'again', label: 'Again?', type: 'radio', options: [{ label: 'Yes' }, { label: 'No' }] },
      { name: 'news', label: 'Send me news', type: 'checkbox', value: 'yes' },
      { name: 'order', type: 'hidden', value: '{{ id }}' },
    ],
    submitLabel: 'Send',
    consent: 'We keep your answer for a year.',
    successText: 'Thank you.',
    errorText: 'Please try again.',
  },
  dynamicList: {
    src: 'https://example.com/items.json?for={{ id }}',
    path: 'items',
    as: 'item',
    maxItems: 5,
    blocks: [
      { type: 'heading', level: 3, text: '{{ item.name | default: "Something" }} for {{ name }}' },
      { type: 'text', text: 'Now {{ item.price }}', when: { op: 'exists', path: 'item.price' } },
      { type: 'button', label: 'Buy {{ item.name }}', href: 'https://example.com/buy?name={{ item.name }}' },
    ],
  },
}

/** Further samples, of looks and outputs that a type has besides that of its first sample. */
export const variants: Record<string, { type: string; [property: string]: unknown }> = {
  'image-still': {
    type: 'image',
    src: 'https://example.com/dance.gif',
    stillSrc: 'https://example.com/dance.png',
    alt: 'Two people dancing',
    width: 400,
  },
  'video-over': {
    type: 'video',
    href: 'https://example.com/film',
    poster: "https://example.com/poster(1)'.jpg",
    alt: 'Watch the film',
    play: 'over',
  },
  'countdown-image': {
    type: 'countdown',
    until: 'sale.ends',
    labels: { days: 'Tage', hours: 'Std', minutes: 'Min', seconds: 'Sek' },
    expiredText: 'Vorbei, {{ name }}',
    look: 'image',
  },
  'table-heads': {
    type: 'table',
    caption: 'Opening hours',
    head: ['', 'Morning', 'Afternoon'],
    rows: [
      ['Monday', '8–12', '13–18'],
      ['Tuesday', '9–12', 'closed'],
    ],
    rowHeads: true,
  },
  'menu-stack': {
    type: 'menu',
    items: [
      { label: 'New', href: 'https://example.com/new' },
      { label: 'Sale', href: 'https://example.com/sale' },
    ],
    layout: 'stack',
  },
  'social-outline': {
    type: 'social',
    items: [{ network: 'x', href: 'https://example.com/x' }],
    look: 'outline',
    style: { color: '#0a58ca' },
  },
  'button-anchored': { type: 'button', label: 'To the offers', href: '#offers', anchor: 'top' },
}

export const sampleData = {
  name: 'Zoë',
  id: 'a b/c',
  sale: { ends: '2026-12-24T18:00:00Z' },
  items: [
    { name: 'Coat', price: '60' },
    { name: 'Hat', price: '30' },
  ],
}

export const sampleNow = Date.UTC(2026, 11, 20, 12, 30)
