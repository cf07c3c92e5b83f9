import { defineStarter } from './starter.ts'

const data = {
  company: { name: 'Oblique Objects', url: 'https://example.com/', address: 'Oblique Objects, Werkhof 7, 8005 Zürich' },
  customer: { first_name: 'Noor' },
  product: {
    name: 'Vesper',
    url: 'https://example.com/vesper',
    film_url: 'https://example.com/vesper/film',
    price: 189,
    ships_at: '2026-12-01',
  },
  unsubscribe_url: 'https://example.com/unsubscribe',
  preferences_url: 'https://example.com/preferences',
  view_url: 'https://example.com/view',
}

const panel = { background: '$color.sand' }

/** Image and text side by side; `reverse` puts the image on the right, but still above the text on phones. */
function feature(art: { file: string; alt: string }, title: string, words: string, reverse: boolean) {
  const image = {
    width: { px: 300 },
    blocks: [
      {
        type: 'image',
        src: `/cdn/starters/${art.file}`,
        alt: art.alt,
        width: 300,
        height: 300,
        style: { width: '100%' },
      },
    ],
  }
  const text = {
    width: { px: 300 },
    align: 'middle',
    style: { padding: [32, 40] },
    mobile: { padding: [32, 28, 44, 28] },
    blocks: [
      { type: 'heading', level: 2, text: title, style: { color: '$color.ink', padding: [0, 0, 12, 0] } },
      { type: 'text', text: `<p>${words}</p>`, style: { color: '$color.soft', size: 16 } },
    ],
  }
  return {
    stack: reverse ? 'reverse' : 'stack',
    band: panel,
    columns: reverse ? [text, image] : [image, text],
  }
}

/** One product on a dark background: large type, three claims, one price. */
export const productLaunch = defineStarter({
  key: 'product-launch',
  name: 'Product launch',
  type: 'promotional',
  description: 'A dark stage for one product: large type, a film, three claims and a price.',
  tags: ['launch', 'product', 'dark', 'bold', 'video'],
  data,
  document: {
    meta: {
      title: 'Product launch',
      subject: 'Meet {{ product.name }}, the lamp that follows the sun home',
      preheader: 'It dims at the speed of dusk, runs eleven evenings on a charge, and has exactly one control.',
      lang: 'en',
      description: 'Announces one product.',
    },
    theme: {
      colors: {
        night: { light: '#0F0D13', dark: '#0F0D13' },
        moon: { light: '#FBF4EA', dark: '#FBF4EA' },
        haze: { light: '#B8AEB9', dark: '#B8AEB9' },
        amber: { light: '#FFB65C', dark: '#FFB65C' },
        onAmber: { light: '#1B1206', dark: '#1B1206' },
        sand: { light: '#F3ECE2', dark: '#1A171F' },
        ink: { light: '#17131C', dark: '#FBF4EA' },
        soft: { light: '#5A5160', dark: '#BDB3BE' },
        rust: { light: '#9A4A0B', dark: '#FFB65C' },
      },
      fonts: {
        sans: { family: 'Helvetica Neue', fallback: "Helvetica, 'Arial Nova', Arial, sans-serif" },
      },
      text: { font: '$font.sans', size: 17, lineHeight: 1.55, color: '$color.ink' },
      link: { color: '$color.amber', underline: false },
      headings: {
        1: { font: '$font.sans', size: 60, lineHeight: 1, weight: 700, letterSpacing: -2.2, color: '$color.moon' },
        2: { font: '$font.sans', size: 30, lineHeight: 1.1, weight: 700, letterSpacing: -0.8, color: '$color.ink' },
      },
      button: {
        font: '$font.sans',
        size: 17,
        weight: 700,
        color: '$color.onAmber',
        background: '$color.amber',
        radius: 6,
        innerPadding: [16, 32],
      },
      classes: {
        lead: { size: 20, lineHeight: 1.5, color: '$color.haze' },
        fine: { size: 14, lineHeight: 1.6, color: '$color.haze' },
        eyebrow: { size: 14, weight: 700, letterSpacing: 0.2, color: '$color.amber' },
      },
    },
    body: { width: 600, background: '$color.night' },
    fields: [
      { path: 'company.name', type: 'string', label: 'Company', default: 'our studio' },
      {
        path: 'company.url',
        type: 'url',
        label: 'Web site',
        default: 'https://example.com/',
      },
      {
        path: 'company.address',
        type: 'string',
        label: 'Postal address',
        required: true,
      },
      {
        path: 'customer.first_name',
        type: 'string',
        label: 'First name',
        default: 'there',
      },
      { path: 'product.name', type: 'string', label: 'Product', default: 'Vesper' },
      {
        path: 'product.url',
        type: 'url',
        label: 'Product page',
        default: 'https://example.com/vesper',
      },
      {
        path: 'product.film_url',
        type: 'url',
        label: 'Film',
        default: 'https://example.com/vesper/film',
      },
      { path: 'product.price', type: 'number', label: 'Price', default: 189 },
      {
        path: 'product.ships_at',
        type: 'date',
        label: 'Ships from',
        default: '2026-12-01',
      },
      { path: 'unsubscribe_url', type: 'url', label: 'Unsubscribe page' },
      { path: 'preferences_url', type: 'url', label: 'Preferences page' },
      { path: 'view_url', type: 'url', label: 'Browser version' },
    ],
    rows: [
      {
        name: 'Header',
        stack: 'keep',
        band: { background: '$color.night' },
        box: { padding: [28, 40, 0, 40] },
        mobile: { padding: [22, 28, 0, 28] },
        columns: [
          {
            width: { fr: 3 },
            align: 'middle',
            blocks: [
              {
                type: 'text',
                text: '<p><a href="{{ company.url }}" style="color:$color.moon">{{ company.name | downcase }}</a></p>',
                style: { size: 18, weight: 700, letterSpacing: -0.4, color: '$color.moon' },
              },
            ],
          },
          {
            width: { fr: 2 },
            align: 'middle',
            blocks: [
              {
                type: 'text',
                text: '<p><a href="{{ product.url }}">See the lamp</a></p>',
                style: { size: 15, align: 'right', color: '$color.haze' },
              },
            ],
          },
        ],
      },
      {
        name: 'Stage',
        band: { background: '$color.night' },
        blocks: [
          {
            type: 'heading',
            level: 1,
            text: '{{ product.name }} follows the sun home.',
            style: { padding: [56, 40, 20, 40] },
            mobile: { size: 46, padding: [44, 28, 18, 28] },
          },
          {
            type: 'text',
            text: '<p>Hello {{ customer.first_name | default: "there" }}. This is a lamp that dims at the speed of dusk, so that your evening ends when the day does.</p>',
            classes: ['lead'],
            style: { padding: [0, 64, 30, 40] },
            mobile: { padding: [0, 28, 28, 28], size: 18 },
          },
          {
            type: 'button',
            label: 'Order {{ product.name }}',
            href: '{{ product.url }}',
            style: { align: 'left', padding: [0, 40] },
            mobile: { padding: [0, 28] },
          },
          {
            type: 'image',
            src: '/cdn/starters/launch-lamp.jpg',
            alt: 'A mushroom-shaped table lamp glowing amber in a dark room, its light falling on the table',
            width: 600,
            height: 560,
            style: { padding: [24, 0, 0, 0] },
            href: '{{ product.url }}',
          },
        ],
      },
      {
        name: 'Claims',
        band: panel,
        box: { padding: [52, 28, 52, 28] },
        mobile: { padding: [44, 20, 36, 20] },
        columns: [
          ['11', 'evenings', 'on one charge, and a full one takes ninety minutes.'],
          ['1', 'control', 'the whole base turns. There is no app to install.'],
          ['1800', 'kelvin', 'at its lowest, which is the color of a candle.'],
        ].map(([figure, unit, words]) => ({
          style: { padding: [0, 12] },
          mobile: { padding: [0, 8, 24, 8] },
          blocks: [
            {
              type: 'text',
              text: `<p>${figure}</p>`,
              style: {
                size: 56,
                weight: 700,
                lineHeight: 1,
                letterSpacing: -2.5,
                color: '$color.rust',
                padding: [0, 0, 6, 0],
              },
            },
            {
              type: 'heading',
              level: 2,
              text: unit,
              style: { size: 19, lineHeight: 1.3, letterSpacing: 0, padding: [0, 0, 6, 0] },
            },
            { type: 'text', text: `<p>${words}</p>`, style: { size: 16, color: '$color.soft' } },
          ],
        })),
      },
      feature(
        { file: 'launch-base.jpg', alt: 'The ribbed base of the lamp, lit from above' },
        'Turn the base. That is all.',
        'A quarter turn for reading, a half turn for talking, a long turn back and it falls asleep over thirty minutes, like the sky outside.',
        false,
      ),
      feature(
        { file: 'launch-dusk.jpg', alt: 'Bands of color from blue through rose to amber, like an evening sky' },
        'It knows your latitude.',
        'Set it once by a window. It learns when the sun goes down where you live, and moves with the year: late in June, early in December.',
        true,
      ),
      {
        name: 'Film',
        band: { background: '$color.night' },
        box: { padding: [64, 0, 64, 0] },
        mobile: { padding: [52, 0] },
        blocks: [
          {
            type: 'heading',
            level: 2,
            text: 'Ninety seconds, no voice-over',
            style: { color: '$color.moon', padding: [0, 40, 8, 40] },
            mobile: { padding: [0, 28, 8, 28] },
          },
          {
            type: 'text',
            text: '<p>One room, one evening, one lamp. Watch it with the lights off.</p>',
            style: { color: '$color.haze', padding: [0, 40, 24, 40] },
            mobile: { padding: [0, 28, 24, 28] },
          },
          {
            type: 'video',
            href: '{{ product.film_url }}',
            poster: '/cdn/starters/launch-film.jpg',
            alt: 'Play the film: a room at dusk with one lamp in the window',
            style: { background: '$color.amber', color: '$color.onAmber', size: 16, weight: 700 },
          },
        ],
      },
      {
        name: 'Offer',
        band: panel,
        box: { padding: [60, 40, 60, 40] },
        mobile: { padding: [48, 28] },
        blocks: [
          {
            type: 'heading',
            level: 2,
            text: '€{{ product.price | number: 0 }}, shade and cable included.',
            style: { size: 32, padding: [0, 0, 16, 0] },
            mobile: { size: 28 },
          },
          {
            type: 'list',
            ordered: false,
            items: [
              { text: 'Ships from {{ product.ships_at | date: "%-d %B" }}, in order of arrival' },
              { text: 'Sixty evenings to change your mind' },
              { text: 'Every part can be bought, and fitted with one screwdriver' },
            ],
            style: { padding: [0, 0, 28, 0], color: '$color.soft' },
          },
          {
            type: 'button',
            label: 'Order {{ product.name }}',
            href: '{{ product.url }}',
            style: { align: 'left', background: '$color.ink', color: '$color.sand' },
            mobile: { width: '100%' },
          },
        ],
      },
      {
        name: 'Footer',
        band: { background: '$color.night' },
        box: { padding: [44, 40, 56, 40] },
        mobile: { padding: [40, 28, 48, 28] },
        blocks: [
          {
            type: 'text',
            classes: ['fine'],
            text: [
              '<p>You asked {{ company.name }} to write when there is something new. That is about three times a year.</p>',
              '<p>{{ company.address }}</p>',
              '<p><a data-role="unsubscribe" style="color:$color.moon"><u>Unsubscribe</u></a>&nbsp; · &nbsp;<a data-role="preferences" style="color:$color.moon"><u>Preferences</u></a>&nbsp; · &nbsp;<a data-role="view" style="color:$color.moon"><u>View online</u></a></p>',
            ].join(''),
          },
        ],
      },
    ],
  },
})
