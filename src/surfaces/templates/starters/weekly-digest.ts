import { defineStarter } from './starter.ts'

const data = {
  company: { name: 'Tallyroom', url: 'https://example.com/', address: 'Tallyroom, 200 Granary Wharf, Leeds LS1 4GJ' },
  member: { first_name: 'Priya' },
  team: { name: 'Harbour team' },
  week: {
    from: '2026-11-09',
    to: '2026-11-15',
    url: 'https://example.com/weeks/46',
    closed: 128,
    closed_change: 'up 14 from the week before',
  },
  metrics: [
    { label: 'Opened', value: '96', change: '−8', good: true },
    { label: 'Median time to close', value: '1.6 days', change: '−0.4', good: true },
    { label: 'Waiting over a week', value: '11', change: '+3', good: false },
    { label: 'Reviews within a day', value: '87%', change: '+5', good: true },
  ],
  waiting: [
    { title: 'Berth map shows tides an hour late', url: 'https://example.com/t/912', age: '9 days' },
    { title: 'Invoices for split moorings', url: 'https://example.com/t/874', age: '12 days' },
  ],
  articles: [
    {
      title: 'Smaller tickets, quieter Fridays',
      summary: 'Cut the work so that a stranger could finish it before lunch.',
      url: 'https://example.com/reading/smaller-tickets',
      image: '/cdn/starters/digest-blocks.png',
      minutes: 4,
    },
    {
      title: 'A review is a conversation',
      summary: 'Three questions that work better than a list of faults.',
      url: 'https://example.com/reading/reviews',
      image: '/cdn/starters/digest-talk.png',
      minutes: 6,
    },
    {
      title: 'Leave a light on',
      summary: 'How to hand over before a holiday, on half a page.',
      url: 'https://example.com/reading/handover',
      image: '/cdn/starters/digest-light.png',
      minutes: 3,
    },
  ],
  preferences_url: 'https://example.com/preferences',
  unsubscribe_url: 'https://example.com/unsubscribe',
}

const white = { background: '$color.card' }

function title(text: string, padding: number[]) {
  return { type: 'heading', level: 2, text, style: { padding } }
}

/** The change of a metric, colored as good or bad. */
function change(good: boolean) {
  return {
    type: 'text',
    when: { op: 'eq', path: 'metric.good', value: good },
    text: '<p>{{ metric.change | default: "0" }}</p>',
    style: { align: 'right', weight: 700, size: 16, color: good ? '$color.green' : '$color.red' },
  }
}

/** Metrics first, then pending tasks, then articles. */
export const weeklyDigest = defineStarter({
  key: 'weekly-digest',
  name: 'Weekly digest',
  type: 'automation',
  description: 'The week in one big number and four small ones, then loops over what waits and what to read.',
  tags: ['digest', 'report', 'metrics', 'loop', 'saas'],
  data,
  document: {
    meta: {
      title: 'Weekly digest',
      subject: '{{ team.name }}: {{ week.closed }} closed, here is your week',
      preheader: 'What moved, what waits for you, and something short to read with the first coffee.',
      lang: 'en',
      description: 'Sent to every member on Monday morning.',
    },
    theme: {
      colors: {
        page: { light: '#EEF4F3', dark: '#081516' },
        card: { light: '#FFFFFF', dark: '#0F2224' },
        deep: { light: '#06393C', dark: '#0A2E31' },
        onDeep: { light: '#EAF7F4', dark: '#EAF7F4' },
        mist: { light: '#A9D3CE', dark: '#A9D3CE' },
        lime: { light: '#CDF56A', dark: '#CDF56A' },
        onLime: { light: '#0A2A20', dark: '#0A2A20' },
        ink: { light: '#0B2628', dark: '#E7F3F1' },
        soft: { light: '#4B6465', dark: '#9FB9B8' },
        green: { light: '#0B6B48', dark: '#7FE0B0' },
        red: { light: '#B23A2A', dark: '#FF9E8C' },
        rule: { light: '#DCE8E6', dark: '#1E3A3C' },
      },
      fonts: {
        sans: { family: 'Verdana', fallback: "Geneva, 'DejaVu Sans', Tahoma, sans-serif" },
        figures: {
          family: 'DIN Alternate',
          fallback: "Bahnschrift, 'Avenir Next Condensed', 'Arial Narrow', Arial, sans-serif",
        },
      },
      text: { font: '$font.sans', size: 15, lineHeight: 1.6, color: '$color.ink' },
      link: { color: '$color.green', underline: false },
      headings: {
        1: { font: '$font.figures', size: 132, lineHeight: 0.9, weight: 700, letterSpacing: 0, color: '$color.lime' },
        2: { font: '$font.sans', size: 18, lineHeight: 1.4, weight: 700, color: '$color.ink' },
        3: { font: '$font.sans', size: 15, lineHeight: 1.45, weight: 700, color: '$color.ink' },
      },
      button: {
        font: '$font.sans',
        size: 15,
        weight: 700,
        color: '$color.onLime',
        background: '$color.lime',
        radius: 4,
        innerPadding: [15, 24],
      },
      classes: {
        fine: { size: 14, lineHeight: 1.55, color: '$color.soft' },
        onDeep: { color: '$color.onDeep' },
      },
    },
    body: { width: 600, background: '$color.page' },
    fields: [
      { path: 'company.name', type: 'string', label: 'Product', default: 'Your workspace' },
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
        path: 'member.first_name',
        type: 'string',
        label: 'First name',
        default: 'there',
      },
      { path: 'team.name', type: 'string', label: 'Team', default: 'Your team' },
      { path: 'week.from', type: 'date', label: 'First day' },
      { path: 'week.to', type: 'date', label: 'Last day' },
      {
        path: 'week.url',
        type: 'url',
        label: 'Full report',
        default: 'https://example.com/weeks',
      },
      { path: 'week.closed', type: 'number', label: 'Closed', default: 0 },
      {
        path: 'week.closed_change',
        type: 'string',
        label: 'Change in words',
        default: 'a quiet week',
      },
      { path: 'metrics', type: 'list', label: 'Metrics' },
      { path: 'waiting', type: 'list', label: 'Waiting for the reader' },
      { path: 'articles', type: 'list', label: 'Reading' },
      { path: 'preferences_url', type: 'url', label: 'Preferences page' },
      { path: 'unsubscribe_url', type: 'url', label: 'Unsubscribe page' },
    ],
    rows: [
      {
        name: 'Header',
        stack: 'keep',
        band: { background: '$color.deep' },
        box: { padding: [28, 40, 0, 40] },
        mobile: { padding: [24, 24, 0, 24] },
        columns: [
          {
            width: { pct: 8 },
            align: 'middle',
            blocks: [
              {
                type: 'image',
                src: '/cdn/starters/digest-mark.png',
                alt: '',
                width: 28,
                height: 28,
                style: { align: 'left' },
              },
            ],
          },
          {
            align: 'middle',
            mobile: { padding: [0, 0, 0, 8] },
            blocks: [
              {
                type: 'text',
                text: '<p><a href="{{ company.url }}" style="color:$color.onDeep">{{ company.name }}</a></p>',
                style: { weight: 700, size: 16, color: '$color.onDeep' },
              },
            ],
          },
          {
            align: 'middle',
            blocks: [
              {
                type: 'text',
                when: { op: 'exists', path: 'week.from' },
                text: '<p>{{ week.from | date: "%-d %b" }} to {{ week.to | date: "%-d %b" | default: "Sunday" }}</p>',
                style: { align: 'right', size: 14, color: '$color.mist' },
              },
            ],
          },
        ],
      },
      {
        name: 'The number',
        band: { background: '$color.deep' },
        box: { padding: [48, 40, 44, 40] },
        mobile: { padding: [40, 24, 36, 24] },
        columns: [
          {
            width: { px: 270 },
            align: 'bottom',
            blocks: [
              {
                type: 'heading',
                level: 1,
                text: '{{ week.closed }}<span style="font-size:28px;color:$color.onDeep"> closed</span>',
                mobile: { size: 104 },
              },
              {
                type: 'text',
                text: '<p>{{ team.name }},<br>{{ week.closed_change }}.</p>',
                classes: ['onDeep'],
                style: { size: 16, padding: [12, 0, 0, 0] },
              },
            ],
          },
          {
            align: 'bottom',
            mobile: { padding: [28, 0, 0, 0] },
            blocks: [
              {
                type: 'image',
                src: '/cdn/starters/digest-tide.png',
                alt: '',
                width: 220,
                height: 106,
                style: { align: 'right' },
                hide: { mobile: true },
              },
              {
                type: 'button',
                label: 'Open the full week',
                href: '{{ week.url }}',
                style: { align: 'right', padding: [20, 0, 0, 0] },
                mobile: { align: 'left', padding: 0 },
              },
            ],
          },
        ],
      },
      {
        name: 'Metrics',
        when: { op: 'exists', path: 'metrics.0' },
        box: { ...white, padding: [32, 40, 16, 40] },
        mobile: { padding: [28, 24, 12, 24] },
        blocks: [
          title('Against last week', [0, 0, 12, 0]),
          {
            type: 'columns',
            name: 'Metric',
            parts: { text: false },
            stack: 'keep',
            each: { in: 'metrics', as: 'metric', limit: 8, sample: 3 },
            style: { padding: [12, 0], border: { width: 1, style: 'solid', color: '$color.rule', sides: ['top'] } },
            columns: [
              {
                width: { fr: 12 },
                align: 'middle',
                blocks: [{ type: 'text', text: '<p>{{ metric.label }}</p>', style: { color: '$color.soft' } }],
              },
              {
                width: { fr: 8 },
                align: 'middle',
                blocks: [
                  {
                    type: 'text',
                    text: '<p>{{ metric.value }}</p>',
                    style: { font: '$font.figures', size: 22, lineHeight: 1.2, weight: 700, align: 'right' },
                  },
                ],
              },
              { width: { fr: 5 }, align: 'middle', blocks: [change(true), change(false)] },
            ],
          },
          {
            type: 'list',
            parts: { html: false, amp: false },
            ordered: false,
            each: { in: 'metrics', as: 'metric', limit: 8, sample: 2 },
            items: [{ text: '{{ metric.label }}: {{ metric.value }} ({{ metric.change | default: "0" }})' }],
          },
        ],
      },
      {
        name: 'Waiting',
        when: { op: 'exists', path: 'waiting.0' },
        box: { ...white, padding: [20, 40, 24, 40] },
        mobile: { padding: [16, 24, 20, 24] },
        blocks: [
          title('Waiting for you, {{ member.first_name | default: "there" }}', [0, 0, 12, 0]),
          {
            type: 'columns',
            name: 'Waiting item',
            parts: { text: false },
            stack: 'keep',
            each: { in: 'waiting', as: 'ticket', limit: 5, sample: 2 },
            style: { padding: [12, 0], border: { width: 1, style: 'solid', color: '$color.rule', sides: ['top'] } },
            columns: [
              {
                blocks: [
                  {
                    type: 'text',
                    text: '<p><a href="{{ ticket.url }}" style="color:$color.green">{{ ticket.title }}</a></p>',
                    style: { weight: 700 },
                  },
                ],
              },
              {
                width: { pct: 24 },
                blocks: [
                  { type: 'text', text: '<p>{{ ticket.age }}</p>', classes: ['fine'], style: { align: 'right' } },
                ],
              },
            ],
          },
          {
            type: 'list',
            parts: { html: false, amp: false },
            ordered: false,
            each: { in: 'waiting', as: 'ticket', limit: 5, sample: 2 },
            items: [{ text: '<a href="{{ ticket.url }}">{{ ticket.title }}</a>, {{ ticket.age }}' }],
          },
        ],
      },
      { blocks: [{ type: 'spacer', height: 16 }] },
      {
        name: 'Reading',
        when: { op: 'exists', path: 'articles.0' },
        box: { ...white, padding: [32, 40, 20, 40] },
        mobile: { padding: [28, 24, 12, 24] },
        blocks: [
          title('Worth a coffee', [0, 0, 16, 0]),
          {
            type: 'columns',
            name: 'Article',
            stack: 'keep',
            each: { in: 'articles', as: 'article', limit: 5, sample: 3 },
            style: { padding: [0, 0, 20, 0] },
            columns: [
              {
                width: { pct: 24 },
                blocks: [
                  {
                    type: 'image',
                    src: '{{ article.image }}',
                    alt: '{{ article.title }}',
                    parts: { text: false },
                    href: '{{ article.url }}',
                    width: 108,
                    height: 84,
                    style: { align: 'left' },
                  },
                ],
              },
              {
                align: 'middle',
                mobile: { padding: [0, 0, 0, 12] },
                blocks: [
                  {
                    type: 'heading',
                    level: 3,
                    text: '<p><a href="{{ article.url }}" style="color:$color.ink">{{ article.title }}</a></p>',
                    style: { padding: [0, 0, 2, 0] },
                  },
                  {
                    type: 'text',
                    text: '<p>{{ article.summary }} {{ article.minutes | default: 3 }} min.</p>',
                    classes: ['fine'],
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        name: 'Footer',
        box: { padding: [32, 40, 48, 40] },
        mobile: { padding: [28, 24, 40, 24] },
        blocks: [
          {
            type: 'text',
            classes: ['fine'],
            text: [
              '<p>Every Monday at eight, only if something happened. <a data-role="preferences"><u>Change the day</u></a> or <a data-role="unsubscribe"><u>unsubscribe</u></a>.</p>',
              '<p>{{ company.address }}</p>',
            ].join(''),
          },
        ],
      },
    ],
  },
})
