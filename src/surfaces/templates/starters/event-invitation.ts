import { defineStarter } from './starter.ts'

const data = {
  company: { name: 'Sundial Hall', url: 'https://example.com/', address: 'Sundial Hall, Dock Road 40, Rotterdam 3011' },
  guest: { first_name: 'Ines' },
  event: {
    name: 'Second Shift',
    url: 'https://example.com/second-shift',
    map_url: 'https://example.com/map',
    calendar_url: 'https://example.com/second-shift.ics',
    starts_at: '2027-02-11T18:00:00Z',
    place: 'Sundial Hall, Rotterdam',
  },
  forward_url: 'https://example.com/forward',
  unsubscribe_url: 'https://example.com/unsubscribe',
  preferences_url: 'https://example.com/preferences',
}

/** A labeled fact under a thick rule: date, doors or venue. */
function fact(label: string, value: string, padding: number[]) {
  return {
    style: { padding },
    mobile: { padding: [0, 0, 24, 0] },
    blocks: [
      {
        type: 'divider',
        line: 'solid',
        thickness: 5,
        color: '$color.ink',
        parts: { text: false },
        style: { padding: [0, 0, 12, 0] },
      },
      { type: 'text', text: `<p>${label}</p>`, style: { size: 15, color: '$color.soft' } },
      { type: 'text', text: `<p>${value}</p>`, style: { size: 20, weight: 700, lineHeight: 1.25 } },
    ],
  }
}

/** An invitation styled like a poster. */
export const eventInvitation = defineStarter({
  key: 'event-invitation',
  name: 'Event invitation',
  type: 'promotional',
  description: 'A poster in the inbox: flat color, enormous type, a program and a countdown.',
  tags: ['event', 'invitation', 'poster', 'countdown', 'program'],
  data,
  document: {
    meta: {
      title: 'Event invitation',
      subject: '{{ event.name }}: one evening of unfinished work',
      preheader: 'Twelve people bring something they have not finished. You bring questions. Doors open at six.',
      lang: 'en',
      description: 'Invites to one event.',
    },
    theme: {
      colors: {
        cobalt: { light: '#2136D4', dark: '#1A2AAE' },
        onCobalt: { light: '#FFF6E6', dark: '#FFF6E6' },
        cream: { light: '#FFF6E6', dark: '#121119' },
        ink: { light: '#14121C', dark: '#FFF6E6' },
        soft: { light: '#5B5566', dark: '#BDB6C4' },
        orange: { light: '#FF6B35', dark: '#FF7F4D' },
        onOrange: { light: '#14121C', dark: '#14121C' },
        pink: { light: '#FFB3CE', dark: '#4A2135' },
        onPink: { light: '#14121C', dark: '#FFE3EE' },
        rule: { light: '#E3D6C0', dark: '#353241' },
      },
      fonts: {
        poster: { family: 'Arial Black', fallback: "'Helvetica Neue', Helvetica, Arial, sans-serif" },
        sans: { family: 'Helvetica Neue', fallback: 'Helvetica, Arial, sans-serif' },
      },
      text: { font: '$font.sans', size: 17, lineHeight: 1.55, color: '$color.ink' },
      link: { color: '$color.ink', underline: false },
      headings: {
        1: { font: '$font.sans', size: 92, lineHeight: 0.92, weight: 800, letterSpacing: -5, color: '$color.onCobalt' },
        2: { font: '$font.sans', size: 38, lineHeight: 1.02, weight: 800, letterSpacing: -1.4, color: '$color.ink' },
        3: { font: '$font.sans', size: 20, lineHeight: 1.25, weight: 700, color: '$color.ink' },
      },
      button: {
        font: '$font.sans',
        size: 19,
        weight: 700,
        color: '$color.onOrange',
        background: '$color.orange',
        radius: 0,
        innerPadding: [20, 36],
      },
      classes: {
        lead: { size: 22, lineHeight: 1.4, weight: 500 },
        fine: { size: 14, lineHeight: 1.6, color: '$color.soft' },
      },
    },
    body: { width: 600, background: '$color.cream' },
    fields: [
      { path: 'company.name', type: 'string', label: 'Host', default: 'The house' },
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
        path: 'guest.first_name',
        type: 'string',
        label: 'First name',
      },
      { path: 'event.name', type: 'string', label: 'Event', default: 'Second Shift' },
      {
        path: 'event.url',
        type: 'url',
        label: 'RSVP page',
        default: 'https://example.com/second-shift',
      },
      {
        path: 'event.map_url',
        type: 'url',
        label: 'Map',
        default: 'https://example.com/map',
      },
      {
        path: 'event.calendar_url',
        type: 'url',
        label: 'Calendar file',
        default: 'https://example.com/second-shift.ics',
      },
      {
        path: 'event.starts_at',
        type: 'date',
        label: 'Begins',
        default: data.event.starts_at,
      },
      {
        path: 'event.place',
        type: 'string',
        label: 'Place',
        default: 'Sundial Hall, Rotterdam',
      },
      { path: 'forward_url', type: 'url', label: 'Forwarding page' },
      { path: 'unsubscribe_url', type: 'url', label: 'Unsubscribe page' },
      { path: 'preferences_url', type: 'url', label: 'Preferences page' },
    ],
    rows: [
      {
        name: 'Poster',
        band: { background: '$color.cobalt' },
        box: { padding: [36, 0, 0, 0] },
        mobile: { padding: [28, 0, 0, 0] },
        blocks: [
          {
            type: 'text',
            text: '<p><a href="{{ company.url }}" style="color:$color.onCobalt">{{ company.name }}</a> invites {{ guest.first_name | default: "you" }}</p>',
            style: { size: 17, weight: 700, color: '$color.onCobalt', padding: [0, 40, 28, 40] },
            mobile: { padding: [0, 24, 24, 24] },
          },
          {
            type: 'heading',
            level: 1,
            text: '{{ event.name }}',
            style: { padding: [0, 40, 36, 40] },
            mobile: { size: 64, letterSpacing: -3, padding: [0, 24, 28, 24] },
          },
          {
            type: 'image',
            src: '/cdn/starters/event-poster.png',
            alt: 'A disc with a doorway, a half moon, a quarter circle and one shape that is only outlined',
            width: 600,
            height: 300,
            href: '{{ event.url }}',
          },
        ],
      },
      {
        name: 'Facts',
        box: { padding: [40, 40, 16, 40] },
        mobile: { padding: [36, 24, 8, 24] },
        columns: [
          fact('When', '{{ event.starts_at | date: "%A %-d %B", "Europe/Amsterdam" }}', [0, 10, 0, 0]),
          fact('Doors', '{{ event.starts_at | date: "%H:%M", "Europe/Amsterdam" }}', [0, 5]),
          fact('Where', '<a href="{{ event.map_url }}"><u>{{ event.place }}</u></a>', [0, 0, 0, 10]),
        ],
      },
      {
        name: 'Invitation',
        box: { padding: [24, 40, 48, 40] },
        mobile: { padding: [8, 24, 40, 24] },
        blocks: [
          {
            type: 'text',
            classes: ['lead'],
            text: '<p>Twelve architects, instrument makers, programmers and cooks each bring one thing that is not finished yet. No slides. A table, a lamp, eight minutes, and a room that asks good questions.</p>',
            style: { padding: [0, 0, 28, 0] },
            mobile: { size: 19 },
          },
          {
            type: 'button',
            label: 'Keep me a seat',
            href: '{{ event.url }}',
            style: { align: 'left' },
            mobile: { width: '100%' },
          },
          {
            type: 'text',
            classes: ['fine'],
            text: '<p>Free, with soup. 140 seats, one per reply. <a href="{{ event.calendar_url }}"><u>Add it to your calendar</u></a></p>',
            style: { padding: [16, 0, 0, 0] },
          },
        ],
      },
      {
        name: 'Countdown',
        band: {
          background: '$color.pink',
          backgroundImage: {
            src: '/cdn/starters/event-pattern.png',
            size: 'auto',
            position: 'left top',
            repeat: 'repeat',
          },
        },
        box: { padding: [40, 40, 44, 40] },
        mobile: { padding: [36, 24] },
        blocks: [
          {
            type: 'heading',
            level: 2,
            text: 'The list closes in',
            style: { color: '$color.onPink', padding: [0, 0, 20, 0] },
            mobile: { size: 30 },
          },
          {
            type: 'countdown',
            until: 'event.starts_at',
            labels: { days: 'days', hours: 'hours', minutes: 'minutes' },
            expiredText: 'The doors are open. Come as you are.',
            style: {
              color: '$color.pink',
              background: '$color.onPink',
              radius: 0,
              size: 40,
              innerPadding: [16, 12],
              align: 'left',
            },
            mobile: { size: 32 },
          },
        ],
      },
      {
        name: 'Program',
        box: { padding: [52, 40, 52, 40] },
        mobile: { padding: [44, 24] },
        blocks: [
          {
            type: 'heading',
            level: 2,
            text: 'The evening',
            style: { padding: [0, 0, 20, 0] },
            mobile: { size: 32 },
          },
          {
            type: 'table',
            head: ['Time', 'What', 'Room'],
            columns: [{ width: '64px', align: 'left' }, { align: 'left' }, { width: '92px', align: 'left' }],
            rows: [
              ['18:00', '<strong>Doors and soup</strong>', 'Foyer'],
              ['19:00', '<strong>A bridge without a river</strong>', 'Great Hall'],
              ['19:40', '<strong>The cello that will not tune</strong>', 'Great Hall'],
              ['20:20', '<strong>Break, with bread</strong>', 'Foyer'],
              ['21:00', '<strong>Twelve tables, open</strong>', 'All rooms'],
            ],
            style: {
              innerPadding: [14, 12, 14, 0],
              border: { width: 2, style: 'solid', color: '$color.ink' },
              lineHeight: 1.35,
            },
            mobile: { size: 16 },
          },
        ],
      },
      {
        name: 'Guests',
        box: { padding: [0, 32, 52, 32] },
        mobile: { padding: [0, 16, 40, 16] },
        blocks: [
          {
            type: 'heading',
            level: 2,
            text: 'On the tables',
            style: { padding: [0, 8, 16, 8] },
            mobile: { size: 32 },
          },
          {
            type: 'icons',
            items: [
              { src: '/cdn/starters/event-bridge.png', alt: 'A red arch over a yellow disc', label: 'A bridge' },
              {
                src: '/cdn/starters/event-cello.png',
                alt: 'Two round shapes joined at the waist',
                label: 'A cello',
              },
              { src: '/cdn/starters/event-oven.png', alt: 'A half circle glowing in a square', label: 'An oven' },
              {
                src: '/cdn/starters/event-clock.png',
                alt: 'A circle cut into uneven hours',
                label: 'A slow clock',
              },
            ],
            size: 112,
            style: { align: 'left', size: 16, weight: 700 },
          },
        ],
      },
      {
        name: 'Footer',
        band: { background: '$color.cobalt' },
        box: { padding: [44, 40, 52, 40] },
        mobile: { padding: [40, 24, 48, 24] },
        blocks: [
          {
            type: 'text',
            text: '<p>Not your evening? <a data-role="forward" style="color:$color.onCobalt"><u>Pass the invitation on</u></a> to somebody with something unfinished.</p>',
            style: { size: 20, weight: 700, lineHeight: 1.35, color: '$color.onCobalt', padding: [0, 0, 24, 0] },
          },
          {
            type: 'text',
            classes: ['fine'],
            text: [
              '<p>{{ company.address }}</p>',
              '<p><a data-role="unsubscribe" style="color:$color.onCobalt"><u>Unsubscribe</u></a>&nbsp; · &nbsp;<a data-role="preferences" style="color:$color.onCobalt"><u>Preferences</u></a></p>',
            ].join(''),
            style: { color: '$color.onCobalt' },
          },
        ],
      },
    ],
  },
})
