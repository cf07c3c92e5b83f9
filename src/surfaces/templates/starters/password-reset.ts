import { defineStarter } from './starter.ts'

const data = {
  company: {
    name: 'Portlight',
    url: 'https://example.com/',
    address: 'Portlight, Kai 12, 20457 Hamburg',
    support_url: 'https://example.com/support',
  },
  user: { first_name: 'Sam', email: 'sam@example.com' },
  reset: {
    url: 'https://example.com/reset/7f3c-91ab',
    minutes: 30,
    requested_at: '2026-11-21T09:42:00Z',
    device: 'Firefox on Linux',
    place: 'Hamburg, Germany',
  },
}

const fact = (label: string, value: string) => [`<p>${label}</p>`, `<p>${value}</p>`]

/** A security email: one card, one button, the facts of the request in monospace. No promotional content. */
export const passwordReset = defineStarter({
  key: 'password-reset',
  name: 'Password reset',
  type: 'transactional',
  description:
    'One card, one button, and the facts of the request in monospace, so that a stranger’s attempt is noticed.',
  tags: ['security', 'account', 'minimal', 'monospace'],
  data,
  document: {
    meta: {
      title: 'Password reset',
      subject: 'Reset your {{ company.name | default: "account" }} password',
      preheader:
        'The link works once and for {{ reset.minutes }} minutes. If you did not ask for it, nothing has changed.',
      lang: 'en',
      description: 'Sent when somebody asks for a new password.',
    },
    theme: {
      colors: {
        page: { light: '#E7EAF6', dark: '#0C0F1D' },
        card: { light: '#FFFFFF', dark: '#171B30' },
        ink: { light: '#12183A', dark: '#ECEEFB' },
        soft: { light: '#545B7D', dark: '#A9B0D3' },
        indigo: { light: '#3A41D6', dark: '#A3AAFF' },
        onIndigo: { light: '#FFFFFF', dark: '#10143A' },
        well: { light: '#F3F5FC', dark: '#10142A' },
        line: { light: '#D8DDF0', dark: '#2C3355' },
      },
      fonts: {
        sans: {
          family: '-apple-system',
          fallback: "BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
        },
        mono: {
          family: 'SF Mono',
          fallback: "ui-monospace, Menlo, Consolas, 'Liberation Mono', 'Courier New', monospace",
        },
      },
      text: { font: '$font.sans', size: 16, lineHeight: 1.6, color: '$color.ink' },
      link: { color: '$color.indigo', underline: false },
      headings: {
        1: { font: '$font.sans', size: 30, lineHeight: 1.2, weight: 700, letterSpacing: -0.6, color: '$color.ink' },
        2: { font: '$font.sans', size: 18, lineHeight: 1.35, weight: 700, color: '$color.ink' },
      },
      button: {
        font: '$font.sans',
        size: 16,
        weight: 600,
        color: '$color.onIndigo',
        background: '$color.indigo',
        radius: 8,
        innerPadding: [15, 26],
      },
      classes: {
        mono: { font: '$font.mono', size: 14, lineHeight: 1.6 },
        fine: { size: 14, lineHeight: 1.6, color: '$color.soft' },
      },
    },
    body: { width: 600, background: '$color.page' },
    fields: [
      { path: 'company.name', type: 'string', label: 'Company' },
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
        path: 'company.support_url',
        type: 'url',
        label: 'Support',
        default: 'https://example.com/support',
      },
      { path: 'user.first_name', type: 'string', label: 'First name', default: 'there' },
      {
        path: 'user.email',
        type: 'string',
        label: 'Account address',
        default: 'your address',
      },
      { path: 'reset.url', type: 'url', label: 'Reset link', required: true },
      { path: 'reset.minutes', type: 'number', label: 'Minutes it works', default: 30 },
      { path: 'reset.requested_at', type: 'date', label: 'Asked at' },
      { path: 'reset.device', type: 'string', label: 'Browser and system' },
      { path: 'reset.place', type: 'string', label: 'Place' },
    ],
    rows: [
      {
        name: 'Header',
        stack: 'keep',
        box: { padding: [40, 0, 20, 0] },
        mobile: { padding: [28, 36, 18, 36] },
        columns: [
          {
            width: { pct: 8 },
            align: 'middle',
            blocks: [
              {
                type: 'image',
                src: '/cdn/starters/reset-mark.png',
                darkSrc: '/cdn/starters/reset-mark-dark.png',
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
                text: '<p><a href="{{ company.url }}" style="color:$color.ink">{{ company.name | default: "Your account" }}</a></p>',
                style: { size: 18, weight: 700, letterSpacing: -0.3, color: '$color.ink' },
              },
            ],
          },
        ],
      },
      {
        name: 'Card',
        mobile: { padding: [0, 12] },
        columns: [
          {
            style: { background: '$color.card', radius: 16, padding: [44, 48] },
            mobile: { padding: [36, 24] },
            blocks: [
              {
                type: 'image',
                src: '/cdn/starters/reset-keyhole.png',
                darkSrc: '/cdn/starters/reset-keyhole-dark.png',
                alt: '',
                width: 88,
                height: 88,
                style: { align: 'left', padding: [0, 0, 24, 0] },
              },
              {
                type: 'heading',
                level: 1,
                text: 'Choose a new password',
                style: { padding: [0, 0, 12, 0] },
                mobile: { size: 26 },
              },
              {
                type: 'text',
                text: '<p>Hi {{ user.first_name | default: "there" }}, somebody, most likely you, asked to reset the password of <strong>{{ user.email }}</strong>. The button works once, for the next {{ reset.minutes }} minutes.</p>',
                style: { padding: [0, 0, 26, 0] },
              },
              {
                type: 'button',
                label: 'Choose a new password',
                href: '{{ reset.url }}',
                style: { align: 'left' },
                mobile: { width: '100%' },
              },
              {
                type: 'divider',
                line: 'solid',
                thickness: 1,
                color: '$color.line',
                style: { padding: [36, 0, 26, 0] },
              },
              { type: 'heading', level: 2, text: 'Was this you?', style: { padding: [0, 0, 12, 0] } },
              {
                type: 'table',
                when: { op: 'exists', path: 'reset.requested_at' },
                classes: ['mono'],
                columns: [{ width: '64px', align: 'left' }, { align: 'left' }],
                rows: [
                  fact('When', '{{ reset.requested_at | date: "%-d %b, %H:%M UTC" }}'),
                  fact('Device', '{{ reset.device | default: "unknown" }}'),
                  fact('Place', '{{ reset.place | default: "unknown" }}'),
                ],
                style: {
                  padding: [0, 0, 18, 0],
                  innerPadding: [10, 14],
                  background: '$color.well',
                  border: { width: 1, style: 'solid', color: '$color.line' },
                },
              },
              {
                type: 'text',
                text: '<p>If you do not recognize this, leave the button alone: your password stays as it is. Then <a href="{{ company.support_url }}"><u>tell our security desk</u></a>, so that we can look into it.</p>',
                classes: ['fine'],
              },
            ],
          },
        ],
      },
      {
        name: 'Link as text',
        box: { padding: [28, 48, 8, 48] },
        mobile: { padding: [24, 36, 8, 36] },
        blocks: [
          {
            type: 'text',
            text: '<p>Button not working? Copy this address into your browser:</p>',
            classes: ['fine'],
            style: { padding: [0, 0, 6, 0] },
          },
          {
            type: 'text',
            text: '<p><a href="{{ reset.url }}"><u>{{ reset.url | default: "Ask support for a new link" }}</u></a></p>',
            classes: ['mono'],
          },
        ],
      },
      {
        name: 'Footer',
        box: { padding: [20, 48, 48, 48] },
        mobile: { padding: [16, 36, 40, 36] },
        blocks: [
          {
            type: 'text',
            text: '<p>We will never ask for your password by mail or by telephone.<br>{{ company.address }}</p>',
            classes: ['fine'],
          },
        ],
      },
    ],
  },
})
