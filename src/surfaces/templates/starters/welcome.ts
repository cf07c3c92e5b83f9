import { defineStarter } from './starter.ts'

const data = {
  company: {
    name: 'Hearthlane',
    url: 'https://example.com/',
    address: 'Hearthlane, 14 Orchard Yard, Dublin D08 X2Y9',
    reply_email: 'kitchen@example.com',
  },
  customer: { first_name: 'Maya' },
  plan_url: 'https://example.com/plan',
  preferences_url: 'https://example.com/preferences',
  unsubscribe_url: 'https://example.com/unsubscribe',
}

/** One step: an image on the left, text on the right, side by side on phones too. */
function step(image: string, title: string, words: string) {
  return {
    stack: 'keep',
    band: { background: '$color.paper' },
    box: { background: '$color.surface', padding: [14, 48] },
    mobile: { padding: [12, 24] },
    columns: [
      {
        width: { pct: 18 },
        align: 'top',
        blocks: [
          {
            type: 'image',
            src: `/cdn/starters/${image}`,
            alt: '',
            width: 72,
            height: 72,
            style: { padding: [4, 0], align: 'left' },
          },
        ],
      },
      {
        align: 'middle',
        mobile: { padding: [0, 0, 0, 12] },
        blocks: [
          { type: 'heading', level: 3, text: title, style: { padding: [0, 0, 4, 0] } },
          { type: 'text', text: `<p>${words}</p>`, classes: ['small'] },
        ],
      },
    ],
  }
}

/** A welcome email after sign-up with a single call to action. */
export const welcome = defineStarter({
  key: 'welcome',
  name: 'Welcome',
  type: 'automation',
  description: 'A warm first letter with three steps and one thing to do, set in old-style serif on cream.',
  tags: ['welcome', 'onboarding', 'illustrated', 'warm'],
  data,
  document: {
    meta: {
      title: 'Welcome',
      subject: 'A place is laid for you, {{ customer.first_name | default: "friend" }}',
      preheader: 'Three small steps to a week of dinners you will look forward to. The first takes two minutes.',
      lang: 'en',
      description: 'Sent when somebody has signed up.',
    },
    theme: {
      colors: {
        paper: { light: '#FBF1E2', dark: '#1B1612' },
        surface: { light: '#FFFBF4', dark: '#251E18' },
        ink: { light: '#33251A', dark: '#F6EADB' },
        soft: { light: '#6B5847', dark: '#C9B7A3' },
        tomato: { light: '#BF3B25', dark: '#F28C74' },
        onTomato: { light: '#FFFFFF', dark: '#2B0F08' },
        olive: { light: '#4B5526', dark: '#2F361B' },
        onOlive: { light: '#F8F3DC', dark: '#EDEBCB' },
        rule: { light: '#EADBC5', dark: '#3B3027' },
      },
      fonts: {
        display: {
          family: 'Iowan Old Style',
          fallback: "'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, serif",
        },
        body: { family: 'Seravek', fallback: "'Gill Sans Nova', Calibri, 'Segoe UI', Helvetica, Arial, sans-serif" },
      },
      text: { font: '$font.body', size: 17, lineHeight: 1.6, color: '$color.ink' },
      link: { color: '$color.tomato', underline: false },
      headings: {
        1: { font: '$font.display', size: 42, lineHeight: 1.12, weight: 500, letterSpacing: -0.5, color: '$color.ink' },
        2: { font: '$font.display', size: 28, lineHeight: 1.2, weight: 500, color: '$color.ink' },
        3: { font: '$font.display', size: 21, lineHeight: 1.3, weight: 700, color: '$color.ink' },
      },
      button: {
        font: '$font.body',
        size: 17,
        weight: 700,
        color: '$color.onTomato',
        background: '$color.tomato',
        radius: 26,
        innerPadding: [15, 34],
      },
      classes: {
        small: { size: 16, lineHeight: 1.55, color: '$color.soft' },
        fine: { size: 14, lineHeight: 1.6, color: '$color.soft' },
      },
    },
    body: { width: 600, background: '$color.paper' },
    fields: [
      { path: 'company.name', type: 'string', label: 'Company', default: 'Our kitchen' },
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
        path: 'company.reply_email',
        type: 'string',
        label: 'Reply address',
        default: 'hello@example.com',
      },
      {
        path: 'customer.first_name',
        type: 'string',
        label: 'First name',
        default: 'friend',
      },
      {
        path: 'plan_url',
        type: 'url',
        label: 'First plan',
        default: 'https://example.com/plan',
      },
      { path: 'preferences_url', type: 'url', label: 'Preferences page' },
      { path: 'unsubscribe_url', type: 'url', label: 'Unsubscribe page' },
    ],
    rows: [
      {
        name: 'Header',
        stack: 'keep',
        band: { background: '$color.paper' },
        box: { padding: [32, 48, 28, 48] },
        mobile: { padding: [24, 24, 20, 24] },
        blocks: [
          {
            type: 'image',
            src: '/cdn/starters/welcome-mark.png',
            alt: '',
            width: 44,
            height: 44,
            style: { align: 'center', padding: [0, 0, 6, 0] },
          },
          {
            type: 'text',
            text: '<p><a href="{{ company.url }}" style="color:$color.ink">{{ company.name }}</a></p>',
            style: { font: '$font.display', size: 24, lineHeight: 1.3, align: 'center', color: '$color.ink' },
          },
        ],
      },
      {
        name: 'Table',
        band: { background: '$color.paper' },
        blocks: [
          {
            type: 'image',
            src: '/cdn/starters/welcome-table.jpg',
            alt: 'A laid table seen from above: soup, bread, tomatoes and a bowl of greens on a linen cloth',
            width: 600,
            height: 340,
            href: '{{ plan_url }}',
          },
        ],
      },
      {
        name: 'Greeting',
        band: { background: '$color.paper' },
        box: { background: '$color.surface', padding: [48, 64, 44, 64] },
        mobile: { padding: [36, 24, 32, 24] },
        blocks: [
          {
            type: 'heading',
            level: 1,
            text: 'Pull up a chair, {{ customer.first_name | default: "friend" }}.',
            style: { align: 'center', padding: [0, 0, 18, 0] },
            mobile: { size: 34 },
          },
          {
            type: 'text',
            text: '<p>{{ company.name }} plans your weeknight dinners around what is in season, what is already in your cupboard and how tired you are on a Thursday. You cook; we do the thinking.</p>',
            style: { align: 'center', padding: [0, 0, 28, 0] },
          },
          { type: 'button', label: 'Plan my first week', href: '{{ plan_url }}', style: { align: 'center' } },
          {
            type: 'text',
            text: '<p>Two minutes, five questions, no card.</p>',
            classes: ['fine'],
            style: { align: 'center', padding: [14, 0, 0, 0] },
          },
        ],
      },
      {
        name: 'Steps',
        band: { background: '$color.paper' },
        box: { background: '$color.surface', padding: [0, 48, 18, 48] },
        mobile: { padding: [0, 24, 12, 24] },
        blocks: [
          { type: 'divider', line: 'solid', thickness: 1, color: '$color.rule', style: { padding: [0, 0, 36, 0] } },
          { type: 'heading', level: 2, text: 'How the first week goes', style: { padding: [0, 0, 4, 0] } },
        ],
      },
      step(
        'welcome-pot.png',
        'Sunday: choose four dinners',
        'We suggest, you swap. Nothing takes longer than forty minutes, and one of the four is always soup.',
      ),
      step(
        'welcome-basket.png',
        'Monday: shop once',
        'One short list, sorted by aisle. What you already have is crossed out before you leave the house.',
      ),
      step(
        'welcome-plate.png',
        'Thursday: eat the leftovers well',
        'The plan bends. Skip a night and the list, the fridge and the weekend rearrange themselves.',
      ),
      {
        name: 'Reply',
        band: { background: '$color.paper' },
        box: { background: '$color.surface', padding: [28, 0, 0, 0] },
        columns: [
          {
            style: { background: '$color.olive', padding: [40, 64] },
            mobile: { padding: [36, 24] },
            blocks: [
              {
                type: 'text',
                text: '<p>Tell us the one dish you could eat every week. We read every answer, and we will put it in your plan.</p>',
                style: {
                  font: '$font.display',
                  size: 22,
                  lineHeight: 1.45,
                  color: '$color.onOlive',
                  padding: [0, 0, 16, 0],
                },
                mobile: { size: 20 },
              },
              {
                type: 'text',
                text: '<p>Just reply, or write to <a href="mailto:{{ company.reply_email }}?subject=My%20weekly%20dish" style="color:$color.onOlive"><u>{{ company.reply_email }}</u></a>.</p>',
                style: { size: 16, color: '$color.onOlive' },
              },
            ],
          },
        ],
      },
      {
        name: 'Footer',
        band: { background: '$color.paper' },
        box: { padding: [36, 48, 48, 48] },
        mobile: { padding: [32, 24, 40, 24] },
        blocks: [
          {
            type: 'social',
            icon: 'logo',
            items: [
              { network: 'instagram', href: 'https://example.com/instagram' },
              { network: 'pinterest', href: 'https://example.com/pinterest' },
              { network: 'youtube', href: 'https://example.com/youtube' },
            ],
            look: 'outline',
            size: 46,
            style: { align: 'center', padding: [0, 0, 20, 0], color: '$color.soft' },
          },
          {
            type: 'text',
            classes: ['fine'],
            text: [
              '<p>You get this because you opened an account with {{ company.name }}.</p>',
              '<p>{{ company.address }}</p>',
              '<p><a data-role="preferences"><u>Choose what we send</u></a>&nbsp; · &nbsp;<a data-role="unsubscribe"><u>Unsubscribe</u></a></p>',
            ].join(''),
            style: { align: 'center' },
          },
        ],
      },
    ],
  },
})
