import { defineStarter } from './starter.ts'

const data = {
  company: {
    name: 'Meridian Row Press',
    url: 'https://example.com/',
    address: 'Meridian Row Press, 3 Signal Street, Gent 9000, Belgium',
  },
  newsletter: { title: 'The Long Way Round', url: 'https://example.com/issues/48' },
  issue: { number: 48, date: '2026-11-15', minutes: 9 },
  reader: { first_name: 'Jonas' },
  forward_url: 'https://example.com/forward',
  view_url: 'https://example.com/view',
  preferences_url: 'https://example.com/preferences',
  unsubscribe_url: 'https://example.com/unsubscribe',
}

/** A short article in one of two columns. */
function article(image: { file: string; alt: string }, kicker: string, title: string, words: string, slug: string) {
  const href = `{{ newsletter.url }}/${slug}`
  return [
    {
      type: 'image',
      src: `/cdn/starters/${image.file}`,
      alt: image.alt,
      width: 252,
      height: 190,
      href,
      style: { width: '100%' },
    },
    { type: 'text', text: `<p>${kicker}</p>`, classes: ['kicker'], style: { padding: [18, 0, 6, 0] } },
    {
      type: 'heading',
      level: 3,
      text: `<p><a href="${href}" style="color:$color.ink">${title}</a></p>`,
      style: { padding: [0, 0, 8, 0] },
    },
    { type: 'text', text: `<p>${words}</p>`, classes: ['small'] },
  ]
}

/** Styled like a magazine: masthead, rules, one lead story. */
export const newsletter = defineStarter({
  key: 'newsletter',
  name: 'Newsletter',
  type: 'newsletter',
  description:
    'An editorial issue with a masthead, a lead story, two shorter ones and a list, in black, paper and vermilion.',
  tags: ['newsletter', 'editorial', 'articles', 'serif'],
  data,
  document: {
    meta: {
      title: 'Newsletter',
      subject: 'No. {{ issue.number }}: The night train learns to whisper',
      preheader: 'A sleeper with eleven berths, a lighthouse you can rent, and the case for arriving late.',
      lang: 'en',
      description: 'One issue of an editorial newsletter.',
    },
    theme: {
      colors: {
        paper: { light: '#FAF8F3', dark: '#141413' },
        ink: { light: '#171614', dark: '#F1EDE4' },
        soft: { light: '#57534B', dark: '#B5AFA3' },
        vermilion: { light: '#B92D14', dark: '#FF8B6E' },
        press: { light: '#171614', dark: '#F1EDE4' },
        onPress: { light: '#FAF8F3', dark: '#141413' },
        rule: { light: '#D9D3C7', dark: '#3A3833' },
        foot: { light: '#171614', dark: '#090908' },
        onFoot: { light: '#FAF8F3', dark: '#E4DFD5' },
      },
      fonts: {
        display: { family: 'Didot', fallback: "'Bodoni MT', 'Playfair Display', 'Times New Roman', Times, serif" },
        body: { family: 'Charter', fallback: "'Bitstream Charter', Georgia, Cambria, 'Times New Roman', serif" },
        label: { family: 'Helvetica Neue', fallback: 'Helvetica, Arial, sans-serif' },
      },
      text: { font: '$font.body', size: 17, lineHeight: 1.65, color: '$color.ink' },
      link: { color: '$color.vermilion', underline: false },
      headings: {
        1: { font: '$font.display', size: 46, lineHeight: 1.06, weight: 500, letterSpacing: -0.5, color: '$color.ink' },
        2: { font: '$font.display', size: 30, lineHeight: 1.15, weight: 500, color: '$color.ink' },
        3: { font: '$font.display', size: 23, lineHeight: 1.2, weight: 500, color: '$color.ink' },
      },
      button: {
        font: '$font.label',
        size: 14,
        weight: 700,
        letterSpacing: 1.2,
        transform: 'uppercase',
        color: '$color.onPress',
        background: '$color.press',
        radius: 0,
        innerPadding: [16, 28],
      },
      classes: {
        kicker: {
          font: '$font.label',
          size: 12,
          weight: 700,
          letterSpacing: 1.6,
          transform: 'uppercase',
          color: '$color.vermilion',
          lineHeight: 1.5,
        },
        small: { size: 16, lineHeight: 1.55, color: '$color.soft' },
        folio: { font: '$font.label', size: 13, lineHeight: 1.5, color: '$color.soft' },
      },
    },
    body: { width: 600, background: '$color.paper' },
    fields: [
      { path: 'company.name', type: 'string', label: 'Publisher', default: 'our press' },
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
        path: 'newsletter.title',
        type: 'string',
        label: 'Masthead',
        default: 'The Letter',
      },
      {
        path: 'newsletter.url',
        type: 'url',
        label: 'This issue',
        default: 'https://example.com/issues/latest',
      },
      { path: 'issue.number', type: 'number', label: 'Issue number', default: 1 },
      { path: 'issue.date', type: 'date', label: 'Date of issue', default: '2026-11-15' },
      { path: 'issue.minutes', type: 'number', label: 'Reading time', default: 9 },
      {
        path: 'reader.first_name',
        type: 'string',
        label: 'First name',
        default: 'reader',
      },
      { path: 'forward_url', type: 'url', label: 'Forwarding page' },
      { path: 'view_url', type: 'url', label: 'Browser version' },
      { path: 'preferences_url', type: 'url', label: 'Preferences page' },
      { path: 'unsubscribe_url', type: 'url', label: 'Unsubscribe page' },
    ],
    rows: [
      {
        name: 'Masthead',
        box: { padding: [28, 32, 0, 32] },
        mobile: { padding: [20, 20, 0, 20] },
        blocks: [
          {
            type: 'menu',
            items: [
              { label: 'Journeys', href: '{{ company.url }}journeys' },
              { label: 'Letters', href: '{{ company.url }}letters' },
              { label: 'Archive', href: '{{ company.url }}archive' },
            ],
            layout: 'row',
            style: {
              innerPadding: [12, 12],
              font: '$font.label',
              size: 14,
              color: '$color.soft',
              align: 'center',
              padding: [0, 0, 22, 0],
            },
          },
          {
            type: 'heading',
            level: 1,
            text: '<p><a href="{{ newsletter.url }}" style="color:$color.ink">{{ newsletter.title }}</a></p>',
            style: { size: 54, lineHeight: 1, align: 'center', letterSpacing: -1.5, padding: [0, 0, 24, 0] },
            mobile: { size: 42, padding: [0, 0, 18, 0] },
          },
        ],
      },
      {
        name: 'Folio',
        stack: 'keep',
        box: { padding: [0, 32] },
        mobile: { padding: [0, 20] },
        columns: [
          {
            style: {
              border: { width: 1, style: 'solid', color: '$color.ink', sides: ['top', 'bottom'] },
              padding: [10, 0],
            },
            blocks: [
              {
                type: 'text',
                classes: ['folio'],
                text: '<p>No. {{ issue.number }}&nbsp; · &nbsp;{{ issue.date | date: "%-d %B %Y" }}&nbsp; · &nbsp;{{ issue.minutes }} minutes</p>',
                style: { align: 'center' },
              },
            ],
          },
        ],
      },
      {
        name: 'Lead',
        box: { padding: [32, 32, 44, 32] },
        mobile: { padding: [20, 20, 36, 20] },
        blocks: [
          {
            type: 'image',
            src: '/cdn/starters/newsletter-train.jpg',
            alt: 'A lit night train crosses a viaduct under a large moon, hills folding away behind it',
            width: 536,
            height: 340,
            href: '{{ newsletter.url }}/night-train',
          },
          { type: 'text', text: '<p>The lead</p>', classes: ['kicker'], style: { padding: [28, 0, 10, 0] } },
          {
            type: 'heading',
            level: 2,
            text: '<p><a href="{{ newsletter.url }}/night-train" style="color:$color.ink">The night train learns to whisper</a></p>',
            style: { size: 44, lineHeight: 1.06, letterSpacing: -0.5, padding: [0, 0, 16, 0] },
            mobile: { size: 34 },
          },
          {
            type: 'text',
            text: '<p>Dear {{ reader.first_name | default: "reader" }}, somewhere after midnight the carriage stops creaking. Eleven berths, one kettle, and a conductor who knows every passenger by the boots outside the door. We rode a reopened sleeper line for three nights to find out what it has that the fast train lost.</p><p>It is not comfort. It is the hour when the country outside goes dark and nobody can reach you, and you notice that you have been travelling all along.</p>',
            style: { padding: [0, 0, 28, 0] },
          },
          {
            type: 'button',
            label: 'Read the story',
            href: '{{ newsletter.url }}/night-train',
            style: { align: 'left' },
            mobile: { width: '100%' },
          },
        ],
      },
      {
        name: 'Two stories',
        box: { padding: [0, 32, 12, 32] },
        mobile: { padding: [0, 20, 12, 20] },
        columns: [
          {
            style: {
              border: { width: 1, style: 'solid', color: '$color.rule', sides: ['top'] },
              padding: [32, 16, 32, 0],
            },
            mobile: { padding: [28, 0] },
            blocks: article(
              { file: 'newsletter-lighthouse.png', alt: 'A striped lighthouse on a low island at dusk' },
              'Stay',
              'A lighthouse for one',
              'No road, no signal, 114 steps. The keeper’s room takes guests again, one at a time, and only by mail boat.',
              'lighthouse',
            ),
          },
          {
            style: {
              border: { width: 1, style: 'solid', color: '$color.rule', sides: ['top'] },
              padding: [32, 0, 32, 16],
            },
            mobile: { padding: [28, 0] },
            blocks: article(
              { file: 'newsletter-path.png', alt: 'A footpath winding over layered green hills toward a small hut' },
              'Walk',
              'Nine valleys on foot',
              'An old post route, a stamp at every inn, and the argument for walking it backwards, toward the sea.',
              'nine-valleys',
            ),
          },
        ],
      },
      {
        name: 'Quotation',
        box: { padding: [20, 32, 44, 32] },
        mobile: { padding: [12, 20, 36, 20] },
        columns: [
          {
            style: {
              border: { width: 3, style: 'solid', color: '$color.vermilion', sides: ['left'] },
              padding: [4, 0, 4, 28],
            },
            mobile: { padding: [4, 0, 4, 20] },
            blocks: [
              {
                type: 'text',
                text: '<p><em>“A late arrival is only a long conversation with the place before.”</em></p>',
                style: { font: '$font.display', size: 30, lineHeight: 1.25, padding: [0, 0, 12, 0] },
                mobile: { size: 25 },
              },
              { type: 'text', text: '<p>From a reader’s postcard, stamped in Trieste</p>', classes: ['folio'] },
            ],
          },
        ],
      },
      {
        name: 'Small things',
        box: { padding: [0, 32, 48, 32] },
        mobile: { padding: [0, 20, 40, 20] },
        columns: [
          {
            style: {
              border: { width: 1, style: 'solid', color: '$color.ink', sides: ['top'] },
              padding: [28, 0, 0, 0],
            },
            blocks: [
              { type: 'heading', level: 2, text: 'Three small things', style: { padding: [0, 0, 14, 0] } },
              {
                type: 'list',
                ordered: true,
                items: [
                  {
                    text: 'Pack <strong>a length of string</strong>. It is a clothes line, a door stop, a bookmark and a reason to talk to a stranger.',
                  },
                  {
                    text: 'Buy the <strong>paper timetable</strong>. It shows you the trains you were not looking for.',
                  },
                  { text: 'Ask for <strong>the second-best café</strong>. Everybody will send you to the first.' },
                ],
              },
            ],
          },
        ],
      },
      {
        name: 'Footer',
        band: { background: '$color.foot' },
        box: { padding: [40, 32, 48, 32] },
        mobile: { padding: [36, 20, 44, 20] },
        blocks: [
          {
            type: 'text',
            text: '<p>{{ newsletter.title }}</p>',
            style: {
              font: '$font.display',
              size: 26,
              lineHeight: 1.2,
              color: '$color.onFoot',
              padding: [0, 0, 14, 0],
            },
          },
          {
            type: 'text',
            classes: ['folio'],
            text: [
              '<p>Every second Sunday from {{ company.name }}. Know somebody who takes the slow line? <a data-role="forward" style="color:$color.onFoot"><u>Forward this issue</u></a>.</p>',
              '<p>{{ company.address }}</p>',
              '<p><a data-role="view" style="color:$color.onFoot"><u>Read in the browser</u></a>&nbsp; · &nbsp;<a data-role="preferences" style="color:$color.onFoot"><u>Preferences</u></a>&nbsp; · &nbsp;<a data-role="unsubscribe" style="color:$color.onFoot"><u>Unsubscribe</u></a></p>',
            ].join(''),
            style: { color: '$color.onFoot', size: 14, lineHeight: 1.7 },
          },
        ],
      },
    ],
  },
})
