import { defineStarter } from './starter.ts'

const data = {
  company: {
    name: 'Pomelo Parade',
    url: 'https://example.com/',
    address: 'Pomelo Parade, Rua das Hortas 27, 4050 Porto',
    help_url: 'https://example.com/help',
  },
  customer: { first_name: 'Theo' },
  cart: {
    url: 'https://example.com/bag',
    held_until: '2026-11-24',
    code: 'HELLOAGAIN',
    items: [
      {
        name: 'Marina tote',
        price: 49,
        image: '/cdn/starters/cart-tote.png',
        alt: 'A coral tote bag with a round handle',
        detail: 'Coral canvas',
        url: 'https://example.com/tote',
      },
      {
        name: 'Halo shades',
        price: 64,
        image: '/cdn/starters/cart-shades.png',
        alt: 'Round sunglasses with violet lenses',
        detail: 'Violet, round',
        url: 'https://example.com/shades',
      },
    ],
  },
  unsubscribe_url: 'https://example.com/unsubscribe',
  preferences_url: 'https://example.com/preferences',
}

/** One column with an icon and a reassurance, such as free returns. */
function promise(image: string, title: string, words: string) {
  return {
    style: { padding: [0, 8] },
    mobile: { padding: [0, 0, 24, 0] },
    blocks: [
      {
        type: 'image',
        src: `/cdn/starters/${image}`,
        alt: '',
        width: 56,
        height: 56,
        style: { align: 'center', padding: [0, 0, 10, 0] },
      },
      { type: 'heading', level: 3, text: title, style: { align: 'center', padding: [0, 0, 4, 0] } },
      { type: 'text', text: `<p>${words}</p>`, classes: ['small'], style: { align: 'center' } },
    ],
  }
}

/** A reminder email: the cart, one button, three reassurances. */
export const abandonedCart = defineStarter({
  key: 'abandoned-cart',
  name: 'Abandoned cart',
  type: 'promotional',
  description:
    'A friendly nudge in lilac and coral: a loop over the bag, a code that shows only when there is one, three promises.',
  tags: ['cart', 'shop', 'reminder', 'loop', 'playful'],
  data,
  document: {
    meta: {
      title: 'Abandoned cart',
      subject: 'Your bag is holding its breath, {{ customer.first_name | default: "friend" }}',
      preheader: 'We put everything aside for a few days. No hurry, no guilt, one button back to where you were.',
      lang: 'en',
      description: 'Sent a day after somebody left a full cart.',
    },
    theme: {
      colors: {
        lilac: { light: '#EBDDFB', dark: '#170B1E' },
        card: { light: '#FFFCFF', dark: '#26142F' },
        plum: { light: '#37103F', dark: '#FBEFFF' },
        soft: { light: '#6A4A72', dark: '#CDB4D6' },
        coral: { light: '#B81A42', dark: '#FF8FA6' },
        onCoral: { light: '#FFFFFF', dark: '#3A0716' },
        butter: { light: '#FFE79A', dark: '#F4D873' },
        onButter: { light: '#37103F', dark: '#37103F' },
        rule: { light: '#E8D9EF', dark: '#43294E' },
      },
      fonts: {
        round: {
          family: 'ui-rounded',
          fallback: "'Arial Rounded MT Bold', 'Hiragino Maru Gothic ProN', Nunito, 'Trebuchet MS', Arial, sans-serif",
        },
        body: { family: 'Nunito', fallback: "'Trebuchet MS', 'Segoe UI', Arial, sans-serif" },
      },
      text: { font: '$font.body', size: 17, lineHeight: 1.55, color: '$color.plum' },
      link: { color: '$color.coral', underline: false },
      headings: {
        1: { font: '$font.round', size: 46, lineHeight: 1.06, weight: 800, letterSpacing: -0.8, color: '$color.plum' },
        2: { font: '$font.round', size: 28, lineHeight: 1.15, weight: 800, color: '$color.plum' },
        3: { font: '$font.round', size: 19, lineHeight: 1.3, weight: 800, color: '$color.plum' },
      },
      button: {
        font: '$font.round',
        size: 18,
        weight: 800,
        color: '$color.onCoral',
        background: '$color.coral',
        radius: 30,
        innerPadding: [18, 36],
      },
      classes: {
        small: { size: 16, lineHeight: 1.5, color: '$color.soft' },
        fine: { size: 14, lineHeight: 1.6, color: '$color.soft' },
      },
    },
    body: { width: 600, background: '$color.lilac' },
    fields: [
      { path: 'company.name', type: 'string', label: 'Shop', default: 'The shop' },
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
        path: 'company.help_url',
        type: 'url',
        label: 'Help',
        default: 'https://example.com/help',
      },
      {
        path: 'customer.first_name',
        type: 'string',
        label: 'First name',
      },
      { path: 'cart.url', type: 'url', label: 'Cart', default: 'https://example.com/bag' },
      { path: 'cart.held_until', type: 'date', label: 'Kept until' },
      { path: 'cart.code', type: 'string', label: 'Discount code' },
      { path: 'cart.items', type: 'list', label: 'Products', required: true },
      { path: 'unsubscribe_url', type: 'url', label: 'Unsubscribe page' },
      { path: 'preferences_url', type: 'url', label: 'Preferences page' },
    ],
    rows: [
      {
        name: 'Header',
        box: { padding: [32, 40, 24, 40] },
        mobile: { padding: [24, 24, 20, 24] },
        blocks: [
          {
            type: 'text',
            text: '<p><a href="{{ company.url }}">{{ company.name }}</a></p>',
            style: {
              font: '$font.round',
              size: 24,
              weight: 800,
              align: 'center',
              color: '$color.coral',
              letterSpacing: -0.4,
            },
          },
        ],
      },
      {
        name: 'Hello',
        mobile: { padding: [0, 12] },
        columns: [
          {
            style: { background: '$color.card', radius: 32, padding: [0, 0, 44, 0] },
            blocks: [
              {
                type: 'image',
                src: '/cdn/starters/cart-hero.jpg',
                alt: 'A tote bag with a pineapple, sunglasses and a scarf peeking out, balloons tied to its handle',
                width: 576,
                height: 288,
                href: '{{ cart.url }}',
                style: { radius: 22, padding: [12, 12, 0, 12] },
              },
              {
                type: 'heading',
                level: 1,
                text: 'Your bag is holding its breath.',
                style: { align: 'center', padding: [32, 96, 14, 96] },
                mobile: { size: 36, padding: [30, 24, 12, 24] },
              },
              {
                type: 'text',
                text: '<p>You left in the middle of something good. It happens: doorbells, dinner, doubts. We put it all aside.</p>',
                style: { align: 'center', padding: [0, 72, 28, 72] },
                mobile: { padding: [0, 24, 24, 24] },
              },
              { type: 'button', label: 'Back to my bag', href: '{{ cart.url }}', style: { align: 'center' } },
              {
                type: 'text',
                when: { op: 'exists', path: 'cart.held_until' },
                text: '<p>Kept for you until {{ cart.held_until | date: "%A, %-d %B" }}</p>',
                classes: ['small'],
                style: { align: 'center', padding: [14, 24, 0, 24] },
              },
            ],
          },
        ],
      },
      { blocks: [{ type: 'spacer', height: 20 }] },
      {
        name: 'In the bag',
        mobile: { padding: [0, 12] },
        columns: [
          {
            style: { background: '$color.card', radius: 32, padding: [40, 40, 28, 40] },
            mobile: { padding: [32, 24, 20, 24] },
            blocks: [
              {
                type: 'heading',
                level: 2,
                text: 'In there right now',
                style: { align: 'center', padding: [0, 0, 24, 0] },
              },
              {
                type: 'columns',
                columns: [
                  {
                    name: 'Product',
                    each: {
                      in: 'cart.items',
                      as: 'item',
                      limit: 3,
                      sample: 2,
                      else: [
                        {
                          type: 'text',
                          text: '<p>Everything you chose is <a href="{{ cart.url }}"><u>in your bag</u></a>.</p>',
                          style: { align: 'center', padding: [0, 0, 12, 0] },
                        },
                      ],
                    },
                    blocks: [
                      {
                        type: 'product',
                        title: '{{ item.name }}',
                        price: '{{ item.price | number: "EUR" }}',
                        image: '{{ item.image }}',
                        alt: '{{ item.alt | default: "" }}',
                        href: '{{ item.url }}',
                        description: '{{ item.detail }}',
                        style: { padding: [0, 10, 24, 10], align: 'center', font: '$font.round' },
                      },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        when: { op: 'exists', path: 'cart.code' },
        blocks: [{ type: 'spacer', height: 20 }],
      },
      {
        name: 'Code',
        when: { op: 'exists', path: 'cart.code' },
        mobile: { padding: [0, 12] },
        columns: [
          {
            style: { background: '$color.butter', radius: 32, padding: [32, 40] },
            mobile: { padding: [28, 24] },
            blocks: [
              {
                type: 'text',
                text: '<p>A small push, ten percent of it:</p>',
                style: { align: 'center', color: '$color.onButter', padding: [0, 0, 4, 0] },
              },
              {
                type: 'text',
                text: '<p>{{ cart.code | default: "" }}</p>',
                style: {
                  font: '$font.round',
                  size: 30,
                  weight: 800,
                  letterSpacing: 2,
                  lineHeight: 1.3,
                  align: 'center',
                  color: '$color.onButter',
                },
                mobile: { size: 26 },
              },
            ],
          },
        ],
      },
      {
        name: 'Promises',
        box: { padding: [48, 24, 20, 24] },
        mobile: { padding: [40, 40, 8, 40] },
        columns: [
          promise('cart-return.png', 'Send it back', '60 days, free, without a reason.'),
          promise('cart-leaf.png', 'Small footprint', 'Made to order, sent by bicycle or rail.'),
          promise('cart-chat.png', 'Ask a human', 'Somebody answers within the hour.'),
        ],
      },
      {
        name: 'Footer',
        box: { padding: [20, 40, 52, 40] },
        mobile: { padding: [16, 24, 44, 24] },
        blocks: [
          {
            type: 'menu',
            items: [
              { label: 'New in', href: '{{ company.url }}new' },
              { label: 'Bags', href: '{{ company.url }}bags' },
              { label: 'Help', href: '{{ company.help_url }}' },
            ],
            layout: 'row',
            style: {
              innerPadding: [12, 12],
              align: 'center',
              weight: 700,
              color: '$color.coral',
              padding: [0, 0, 16, 0],
            },
          },
          {
            type: 'social',
            icon: 'logo',
            items: [
              { network: 'instagram', href: 'https://example.com/instagram' },
              { network: 'tiktok', href: 'https://example.com/tiktok' },
              { network: 'pinterest', href: 'https://example.com/pinterest' },
            ],
            look: 'outline',
            size: 46,
            style: { align: 'center', padding: [0, 0, 20, 0], color: '$color.plum' },
          },
          {
            type: 'text',
            classes: ['fine'],
            text: [
              '<p>One reminder per bag, promised.</p>',
              '<p>{{ company.address }}</p>',
              '<p><a data-role="unsubscribe"><u>Unsubscribe</u></a>&nbsp; · &nbsp;<a data-role="preferences"><u>Choose what we send</u></a></p>',
            ].join(''),
            style: { align: 'center' },
          },
        ],
      },
    ],
  },
})
