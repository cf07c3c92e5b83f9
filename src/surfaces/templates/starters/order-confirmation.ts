import { defineStarter } from './starter.ts'

const data = {
  company: {
    name: 'Tern & Clay',
    url: 'https://example.com/',
    address: 'Tern & Clay, Pottery Lane 5, Tavistock PL19 0AA',
    help_url: 'https://example.com/help',
    returns_url: 'https://example.com/returns',
  },
  customer: { first_name: 'Maya' },
  order: {
    number: 'TC-20418',
    url: 'https://example.com/orders/TC-20418',
    placed_at: '2026-11-20',
    arrives_at: '2026-11-27',
    items: [
      {
        name: 'Tide mug',
        detail: 'Oatmeal glaze, 300 ml',
        quantity: 2,
        total: 44,
        image: '/cdn/starters/order-mug.png',
        alt: 'A stout mug with an oatmeal glaze',
      },
      {
        name: 'Reed vase',
        detail: 'Moss, 24 cm',
        quantity: 1,
        total: 58,
        image: '/cdn/starters/order-vase.png',
        alt: 'A slim vase in moss green',
      },
      {
        name: 'Low bowl',
        detail: 'Terracotta, 18 cm',
        quantity: 1,
        total: 32,
        image: '/cdn/starters/order-bowl.png',
        alt: 'A shallow terracotta bowl',
      },
    ],
    subtotal: 134,
    discount: 13.4,
    discount_code: 'FIRSTFIRING',
    shipping: 6.5,
    total: 127.1,
    gift_note: 'For your first winter in the new kitchen.',
    delivery: { name: 'Maya R.', street: '18 Alder Close', city: 'Bristol BS6 5QT', method: 'Parcel, signed for' },
    payment: { method: 'Card ending in 4417' },
  },
}

const card = { background: '$color.card', radius: 14 }

/** A line of the totals: label on the left, amount on the right; in plain text both are on one line. */
function line(label: string, amount: string, path: string, classes: string[] = []) {
  const cell = (text: string, align: string, share: number) => ({
    width: { fr: share },
    blocks: [{ type: 'text', text: `<p>${text}</p>`, classes, style: { align, padding: [4, 0] } }],
  })
  const when = { op: 'exists', path }
  return [
    {
      type: 'columns',
      stack: 'keep',
      when,
      parts: { text: false },
      columns: [cell(label, 'left', 3), cell(amount, 'right', 2)],
    },
    { type: 'text', when, parts: { html: false, amp: false }, text: `<p>${label}: ${amount}</p>` },
  ]
}

/** One of three bars that show the progress of the parcel. */
function stage(label: string, reached: boolean, padding: number[]) {
  return {
    style: { padding },
    blocks: [
      {
        type: 'divider',
        line: 'solid',
        thickness: 4,
        color: reached ? '$color.moss' : '$color.line',
        style: { padding: [0, 0, 8, 0] },
      },
      {
        type: 'text',
        text: reached ? `<p><strong>${label}</strong></p>` : `<p>${label}</p>`,
        classes: ['fine'],
        ...(reached ? { style: { color: '$color.ink' } } : {}),
      },
    ],
  }
}

/** A title above a postal address or a payment method. */
function detail(title: string, lines: string, padding: number[]) {
  return {
    style: { padding },
    mobile: { padding: [0, 0, 20, 0] },
    blocks: [
      { type: 'heading', level: 3, text: title, style: { padding: [0, 0, 6, 0] } },
      { type: 'text', text: `<p>${lines}</p>`, classes: ['small'] },
    ],
  }
}

/** A receipt: shipping progress, items, totals. */
export const orderConfirmation = defineStarter({
  key: 'order-confirmation',
  name: 'Order confirmation',
  type: 'transactional',
  description:
    'A quiet receipt with progress, a loop over the items, and lines for discount and gift note that show only when there is one.',
  tags: ['order', 'receipt', 'shop', 'loop', 'conditions'],
  data,
  document: {
    meta: {
      title: 'Order confirmation',
      subject: 'We have your order, {{ customer.first_name | default: "and thank you" }}',
      preheader:
        'We wrap everything by hand and write again when the parcel leaves the workshop. Here is your receipt.',
      lang: 'en',
      description: 'Sent when an order has been paid.',
    },
    theme: {
      colors: {
        page: { light: '#E9EDE6', dark: '#121613' },
        card: { light: '#FFFFFF', dark: '#1C221D' },
        ink: { light: '#1E2A22', dark: '#EAF0E8' },
        soft: { light: '#566359', dark: '#A9B8AC' },
        moss: { light: '#3C5A48', dark: '#9DC7AC' },
        onMoss: { light: '#FFFFFF', dark: '#10201A' },
        clay: { light: '#9C4A26', dark: '#EBA37F' },
        line: { light: '#DDE4DB', dark: '#343E36' },
        note: { light: '#F7F1E8', dark: '#2A2620' },
      },
      fonts: {
        sans: { family: 'Avenir Next', fallback: "Avenir, 'Nunito Sans', 'Segoe UI', Helvetica, Arial, sans-serif" },
      },
      text: { font: '$font.sans', size: 16, lineHeight: 1.55, color: '$color.ink' },
      link: { color: '$color.moss', underline: false },
      headings: {
        1: { font: '$font.sans', size: 32, lineHeight: 1.2, weight: 500, letterSpacing: -0.4, color: '$color.ink' },
        2: { font: '$font.sans', size: 20, lineHeight: 1.3, weight: 600, color: '$color.ink' },
        3: { font: '$font.sans', size: 15, lineHeight: 1.4, weight: 600, color: '$color.moss' },
      },
      button: {
        font: '$font.sans',
        size: 16,
        weight: 600,
        color: '$color.onMoss',
        background: '$color.moss',
        radius: 10,
        innerPadding: [14, 28],
      },
      classes: {
        small: { size: 15, lineHeight: 1.55, color: '$color.soft' },
        fine: { size: 14, lineHeight: 1.5, color: '$color.soft' },
        total: { size: 20, weight: 600, color: '$color.ink' },
        saving: { color: '$color.clay' },
      },
    },
    body: { width: 600, background: '$color.page' },
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
        path: 'company.returns_url',
        type: 'url',
        label: 'Returns',
        default: 'https://example.com/returns',
      },
      { path: 'customer.first_name', type: 'string', label: 'First name' },
      { path: 'order.number', type: 'string', label: 'Order number', required: true },
      {
        path: 'order.url',
        type: 'url',
        label: 'Order page',
        default: 'https://example.com/orders',
      },
      { path: 'order.placed_at', type: 'date', label: 'Placed on' },
      { path: 'order.arrives_at', type: 'date', label: 'Expected on' },
      { path: 'order.items', type: 'list', label: 'Items', required: true },
      { path: 'order.subtotal', type: 'number', label: 'Subtotal' },
      { path: 'order.discount', type: 'number', label: 'Discount' },
      { path: 'order.discount_code', type: 'string', label: 'Discount code' },
      { path: 'order.shipping', type: 'number', label: 'Shipping' },
      { path: 'order.total', type: 'number', label: 'Total', required: true },
      { path: 'order.gift_note', type: 'string', label: 'Gift note' },
      { path: 'order.delivery', type: 'object', label: 'Delivery' },
      { path: 'order.payment', type: 'object', label: 'Payment' },
    ],
    rows: [
      {
        name: 'Header',
        stack: 'keep',
        box: { padding: [36, 8, 22, 8] },
        mobile: { padding: [24, 20, 18, 20] },
        columns: [
          {
            width: { fr: 3 },
            align: 'middle',
            blocks: [
              {
                type: 'image',
                src: '/cdn/starters/order-wordmark.png',
                darkSrc: '/cdn/starters/order-wordmark-dark.png',
                alt: '{{ company.name }}',
                href: '{{ company.url }}',
                width: 150,
                height: 36,
                style: { align: 'left' },
              },
            ],
          },
          {
            width: { fr: 2 },
            align: 'middle',
            blocks: [
              {
                type: 'text',
                when: { op: 'exists', path: 'order.number' },
                text: '<p>{{ order.number | default: "" }}</p>',
                classes: ['fine'],
                style: { align: 'right' },
              },
            ],
          },
        ],
      },
      {
        name: 'Thanks',
        mobile: { padding: [0, 12] },
        columns: [
          {
            style: { ...card, padding: [40, 40] },
            mobile: { padding: [32, 24] },
            blocks: [
              {
                type: 'heading',
                level: 1,
                text: 'Thank you, {{ customer.first_name | default: "friend" }}.',
                style: { padding: [0, 0, 12, 0] },
                mobile: { size: 27 },
              },
              {
                type: 'text',
                text: '<p>Your order is in good hands. We are wrapping every piece in paper and straw, no plastic.</p>',
                style: { padding: [0, 0, 2, 0] },
              },
              {
                type: 'text',
                when: { op: 'exists', path: 'order.arrives_at' },
                text: '<p>They should reach you around <strong>{{ order.arrives_at | date: "%A, %-d %B" | default: "next week" }}</strong>.</p>',
                style: { padding: 0 },
              },
              {
                type: 'columns',
                name: 'Progress',
                parts: { text: false },
                stack: 'keep',
                style: { padding: [30, 0, 28, 0] },
                columns: [
                  stage('Paid', true, [0, 6, 0, 0]),
                  stage('Packing', false, [0, 6]),
                  stage('On its way', false, [0, 0, 0, 6]),
                ],
              },
              {
                type: 'button',
                label: 'See your order',
                href: '{{ order.url }}',
                style: { align: 'left' },
                mobile: { width: '100%' },
              },
            ],
          },
        ],
      },
      { blocks: [{ type: 'spacer', height: 14 }] },
      {
        name: 'Items',
        mobile: { padding: [0, 12] },
        columns: [
          {
            style: { ...card, padding: [40, 40] },
            mobile: { padding: [32, 24] },
            blocks: [
              { type: 'heading', level: 2, text: 'In the parcel', style: { padding: [0, 0, 16, 0] } },
              {
                type: 'columns',
                name: 'Item',
                parts: { text: false },
                stack: 'keep',
                each: {
                  in: 'order.items',
                  as: 'item',
                  limit: 50,
                  sample: 3,
                  else: [
                    {
                      type: 'text',
                      text: '<p>Every piece is listed on your <a href="{{ order.url }}"><u>order page</u></a>.</p>',
                    },
                  ],
                },
                style: { padding: [0, 0, 16, 0] },
                columns: [
                  {
                    width: { pct: 19 },
                    align: 'middle',
                    blocks: [
                      {
                        type: 'image',
                        src: '{{ item.image }}',
                        alt: '{{ item.alt | default: "" }}',
                        width: 84,
                        height: 84,
                        style: { align: 'left' },
                      },
                    ],
                  },
                  {
                    align: 'middle',
                    mobile: { padding: [0, 0, 0, 10] },
                    blocks: [
                      { type: 'text', text: '<p><strong>{{ item.name }}</strong></p>' },
                      {
                        type: 'text',
                        text: '<p>{{ item.detail }}<br>Quantity {{ item.quantity | default: 1 }}</p>',
                        classes: ['fine'],
                      },
                    ],
                  },
                  {
                    width: { pct: 21 },
                    align: 'middle',
                    blocks: [
                      { type: 'text', text: '<p>{{ item.total | number: "GBP" }}</p>', style: { align: 'right' } },
                    ],
                  },
                ],
              },
              {
                type: 'list',
                name: 'Items in plain text',
                parts: { html: false, amp: false },
                ordered: false,
                each: { in: 'order.items', as: 'item', limit: 50, sample: 3 },
                items: [
                  {
                    text: '{{ item.quantity | default: 1 }} × {{ item.name }}, {{ item.detail }}: {{ item.total | number: "GBP" }}',
                  },
                ],
              },
              {
                type: 'text',
                parts: { html: false, amp: false },
                when: { op: 'not', of: { op: 'exists', path: 'order.items.0' } },
                text: '<p>Every piece is listed on your <a href="{{ order.url }}">order page</a>.</p>',
              },
              { type: 'divider', line: 'solid', thickness: 1, color: '$color.line', style: { padding: [8, 0, 16, 0] } },
              ...line('Subtotal', '{{ order.subtotal | number: "GBP" }}', 'order.subtotal', ['small']),
              ...line(
                'Discount {{ order.discount_code | default: "for you" }}',
                '−{{ order.discount | number: "GBP" }}',
                'order.discount',
                ['small', 'saving'],
              ),
              ...line('Shipping', '{{ order.shipping | number: "GBP" }}', 'order.shipping', ['small']),
              ...line('Total', '{{ order.total | number: "GBP" }}', 'order.total', ['total']),
              { type: 'spacer', height: 20, when: { op: 'exists', path: 'order.gift_note' } },
              {
                type: 'text',
                when: { op: 'exists', path: 'order.gift_note' },
                text: '<p><strong>Your note inside</strong><br><em>{{ order.gift_note }}</em></p>',
                style: { background: '$color.note', padding: [16, 20], radius: 8 },
              },
            ],
          },
        ],
      },
      { blocks: [{ type: 'spacer', height: 14 }] },
      {
        name: 'Where and how',
        when: { op: 'exists', path: 'order.delivery.street' },
        mobile: { padding: [0, 12] },
        columns: [
          {
            style: { ...card, padding: [36, 40] },
            mobile: { padding: [32, 24, 12, 24] },
            blocks: [
              {
                type: 'columns',
                columns: [
                  detail(
                    'Going to',
                    '{{ order.delivery.name }}<br>{{ order.delivery.street }}<br>{{ order.delivery.city }}',
                    [0, 16, 0, 0],
                  ),
                  detail(
                    'How',
                    '{{ order.delivery.method | default: "Parcel" }}<br>{{ order.payment.method | default: "Paid" }}',
                    [0, 0, 0, 16],
                  ),
                ],
              },
            ],
          },
        ],
      },
      {
        name: 'Help',
        box: { padding: [36, 40, 8, 40] },
        mobile: { padding: [28, 20, 8, 20] },
        blocks: [
          {
            type: 'text',
            text: '<p>Something not right? Pieces that arrive broken are replaced without a photograph.</p>',
            style: { align: 'center', size: 15, color: '$color.soft', padding: [0, 0, 8, 0] },
          },
          {
            type: 'menu',
            items: [
              { label: 'Get help', href: '{{ company.help_url }}' },
              { label: 'Returns', href: '{{ company.returns_url }}' },
              { label: 'Shop', href: '{{ company.url }}' },
            ],
            layout: 'row',
            style: { innerPadding: [12, 12], align: 'center', size: 15, weight: 600, color: '$color.moss' },
          },
        ],
      },
      {
        name: 'Footer',
        box: { padding: [16, 40, 48, 40] },
        mobile: { padding: [12, 20, 40, 20] },
        blocks: [
          {
            type: 'text',
            when: { op: 'exists', path: 'order.placed_at' },
            text: '<p>Ordered on {{ order.placed_at | date: "%-d %B %Y" | default: "the day of this message" }}. Keep this message as your receipt.</p>',
            classes: ['fine'],
            style: { align: 'center' },
          },
          { type: 'text', text: '<p>{{ company.address }}</p>', classes: ['fine'], style: { align: 'center' } },
        ],
      },
    ],
  },
})
