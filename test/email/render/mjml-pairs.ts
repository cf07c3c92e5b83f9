import { column, section } from './compose.ts'

/** The same email as our document and as MJML, written side by side by hand. */
export interface Pair {
  document: Record<string, unknown>
  mjml: string
}

const font = 'Arial, sans-serif'
const theme = {
  text: { font, size: 16, lineHeight: 1.5, color: '#222222' },
  button: {
    background: '#3455db',
    color: '#ffffff',
    radius: 6,
    size: 16,
    weight: 700,
    lineHeight: 1.2,
    innerPadding: [12, 24],
  },
}
const attributes = `<mj-attributes><mj-all font-family="${font}" padding="0"/><mj-text font-size="16px" line-height="1.5" color="#222222"/><mj-button background-color="#3455db" color="#ffffff" border-radius="6px" font-size="16px" font-weight="700" inner-padding="12px 24px"/></mj-attributes>`

const words =
  'Every spring the harbour fills with boats that have spent the winter under canvas, and every spring somebody has forgotten the rope.'

function wrap(content: string, background = '#eeeeee'): string {
  return `<mjml><mj-head>${attributes}</mj-head><mj-body width="600px" background-color="${background}">${content}</mj-body></mjml>`
}

const text = (content: string, style: object = {}) => ({ type: 'text', text: content, style })
const image = (name: string, style: object = {}) => ({
  type: 'image',
  src: `https://example.com/${name}`,
  alt: '',
  style,
})

export const pairs: Record<string, Pair> = {
  announcement: {
    document: {
      theme,
      body: { background: '#eeeeee' },
      rows: [
        section(
          [
            column([
              image('600x200/3455db.png'),
              text('Spring in the harbour', { padding: [24, 24, 8, 24], size: 28, weight: 700, lineHeight: 1.2 }),
              text(words, { padding: [8, 24] }),
              {
                type: 'button',
                label: 'Read the story',
                href: 'https://example.com',
                style: { padding: [16, 24, 32, 24] },
              },
            ]),
          ],
          { box: { background: '#ffffff' } },
        ),
      ],
    },
    mjml: wrap(
      `<mj-section background-color="#ffffff"><mj-column><mj-image src="https://example.com/600x200/3455db.png"/><mj-text padding="24px 24px 8px" font-size="28px" font-weight="700" line-height="1.2">Spring in the harbour</mj-text><mj-text padding="8px 24px">${words}</mj-text><mj-button align="left" padding="16px 24px 32px" href="https://example.com">Read the story</mj-button></mj-column></mj-section>`,
    ),
  },
  columns: {
    document: {
      theme,
      body: { background: '#ffffff' },
      rows: [
        section(
          [
            column([image('300x200/27ae60.png')], { width: { pct: 40 }, style: { padding: [0, 12, 0, 0] } }),
            column([text(words, { size: 14 })], { width: { pct: 60 } }),
          ],
          { box: { padding: [20, 20] } },
        ),
        section(
          [1, 2, 3].map((n) =>
            column([
              image('64x64/e67e22.png', { width: 64, align: 'center' }),
              text(`Thing ${n}`, { align: 'center', padding: [8, 0] }),
            ]),
          ),
          { box: { padding: [20, 20], background: '#f4f4f4' } },
        ),
      ],
    },
    mjml: wrap(
      `<mj-section padding="20px"><mj-column width="40%" padding-right="12px"><mj-image src="https://example.com/300x200/27ae60.png" fluid-on-mobile="true"/></mj-column><mj-column width="60%"><mj-text font-size="14px">${words}</mj-text></mj-column></mj-section><mj-section padding="20px" background-color="#f4f4f4">${[1, 2, 3].map((n) => `<mj-column><mj-image align="center" width="64px" src="https://example.com/64x64/e67e22.png"/><mj-text align="center" padding="8px 0">Thing ${n}</mj-text></mj-column>`).join('')}</mj-section>`,
      '#ffffff',
    ),
  },
  receipt: {
    document: {
      theme,
      body: { background: '#eeeeee' },
      rows: [
        {
          type: 'group',
          style: { background: '#ffffff', padding: [24, 24], border: { width: 2, style: 'solid', color: '#cccccc' } },
          rows: [
            section([column([text('Receipt', { size: 22, weight: 700 })])]),
            section([column([{ type: 'divider', thickness: 3, color: '#3455db', style: { padding: [16, 0] } }])]),
            section([
              column([text('Tote bag'), text('Sunglasses')]),
              column([text('49 €', { align: 'right' }), text('64 €', { align: 'right' })]),
            ]),
            section([column([{ type: 'spacer', height: 30 }, text(words, { size: 13, color: '#777777' })])]),
          ],
        },
      ],
    },
    mjml: wrap(
      `<mj-wrapper background-color="#ffffff" padding="24px" border="2px solid #cccccc"><mj-section><mj-column><mj-text font-size="22px" font-weight="700">Receipt</mj-text></mj-column></mj-section><mj-section><mj-column><mj-divider border-width="3px" border-color="#3455db" padding="16px 0"/></mj-column></mj-section><mj-section><mj-column><mj-text>Tote bag</mj-text><mj-text>Sunglasses</mj-text></mj-column><mj-column><mj-text align="right">49 €</mj-text><mj-text align="right">64 €</mj-text></mj-column></mj-section><mj-section><mj-column><mj-spacer height="30px"/><mj-text font-size="13px" color="#777777">${words}</mj-text></mj-column></mj-section></mj-wrapper>`,
    ),
  },
  bands: {
    document: {
      theme,
      body: { background: '#ffffff' },
      rows: [
        section([column([text('Over the whole window', { color: '#ffffff', align: 'center', size: 24 })])], {
          band: { background: '#2c1f6b' },
          box: { padding: [40, 20] },
        }),
        section([column([image('300x200/9b59b6.png')]), column([text(words, { padding: [0, 16] })])], {
          stack: 'reverse',
          box: { background: '#f7f7f7' },
        }),
        section([column([image('200x100/c0392b.png')]), column([text('beside it', { padding: 8 })])], {
          stack: 'keep',
        }),
      ],
    },
    mjml: wrap(
      `<mj-section full-width="full-width" background-color="#2c1f6b" padding="40px 20px"><mj-column><mj-text color="#ffffff" align="center" font-size="24px">Over the whole window</mj-text></mj-column></mj-section><mj-section background-color="#f7f7f7" direction="rtl"><mj-column><mj-text padding="0 16px">${words}</mj-text></mj-column><mj-column><mj-image src="https://example.com/300x200/9b59b6.png" fluid-on-mobile="true"/></mj-column></mj-section><mj-section><mj-group><mj-column><mj-image src="https://example.com/200x100/c0392b.png" fluid-on-mobile="true"/></mj-column><mj-column><mj-text padding="8px">beside it</mj-text></mj-column></mj-group></mj-section>`,
      '#ffffff',
    ),
  },
  resolveImage: {
    document: {
      theme,
      body: { background: '#eeeeee' },
      rows: [
        section(
          [
            column([
              text('Over a picture', { size: 32, weight: 700, color: '#ffffff', align: 'center', lineHeight: 1.2 }),
              {
                type: 'button',
                label: 'Come aboard',
                href: 'https://example.com',
                style: { padding: [20, 0, 0, 0], align: 'center' },
              },
            ]),
          ],
          {
            box: {
              padding: [60, 24],
              background: '#1d3557',
              backgroundImage: { src: 'https://example.com/600x300/1d3557.png', size: 'cover', position: 'center' },
            },
          },
        ),
        section(
          [
            column([text(words, { padding: [24, 24] })], {
              style: { border: { width: 1, style: 'solid', color: '#3455db' } },
            }),
          ],
          {
            box: { background: '#ffffff', padding: [20, 20] },
          },
        ),
      ],
    },
    mjml: wrap(
      `<mj-section padding="60px 24px" background-color="#1d3557" background-url="https://example.com/600x300/1d3557.png" background-size="cover" background-position="center center" background-repeat="no-repeat"><mj-column><mj-text font-size="32px" font-weight="700" color="#ffffff" align="center" line-height="1.2">Over a picture</mj-text><mj-button padding="20px 0 0" align="center" href="https://example.com">Come aboard</mj-button></mj-column></mj-section><mj-section background-color="#ffffff" padding="20px"><mj-column border="1px solid #3455db"><mj-text padding="24px">${words}</mj-text></mj-column></mj-section>`,
    ),
  },
  hero: {
    document: {
      theme,
      body: { background: '#eeeeee' },
      rows: [
        section(
          [
            column([
              text('Come to the harbour', {
                size: 32,
                weight: 700,
                color: '#ffffff',
                align: 'center',
                lineHeight: 1.2,
                padding: [0, 24, 16, 24],
              }),
              { type: 'button', label: 'Come aboard', href: 'https://example.com', style: { align: 'center' } },
            ]),
          ],
          {
            box: {
              background: '#1d3557',
              backgroundImage: { src: 'https://example.com/600x400/1d3557.png', position: 'center' },
              minHeight: 400,
              valign: 'middle',
              padding: [40, 0],
            },
          },
        ),
        section([column([text(words, { padding: 24 })])], { box: { background: '#ffffff' } }),
      ],
    },
    mjml: wrap(
      `<mj-hero mode="fixed-height" height="400px" background-width="600px" background-height="400px" background-url="https://example.com/600x400/1d3557.png" background-color="#1d3557" background-position="center center" vertical-align="middle" padding="40px 0"><mj-text padding="0 24px 16px" font-size="32px" font-weight="700" line-height="1.2" color="#ffffff" align="center">Come to the harbour</mj-text><mj-button align="center" href="https://example.com">Come aboard</mj-button></mj-hero><mj-section background-color="#ffffff"><mj-column><mj-text padding="24px">${words}</mj-text></mj-column></mj-section>`,
    ),
  },
  wrapper: {
    document: {
      theme,
      body: { background: '#ffffff' },
      rows: [
        {
          type: 'group',
          band: { background: '#fff3d6' },
          style: { padding: [32, 20] },
          rows: [
            section([column([text('Above', { size: 24, weight: 700, align: 'center' })])], {
              box: { background: '#ffffff', padding: 16, radius: 16, corners: ['top-left', 'top-right'] },
            }),
            section([column([text(words)]), column([image('240x120/e67e22.png')])], {
              box: { background: '#fdfaf1', padding: 16 },
            }),
          ],
        },
        section([column([text('Below', { align: 'center', padding: 16 })])]),
      ],
    },
    mjml: wrap(
      `<mj-wrapper full-width="full-width" background-color="#fff3d6" padding="32px 20px"><mj-section background-color="#ffffff" padding="16px" border-radius="16px 16px 0 0"><mj-column><mj-text font-size="24px" font-weight="700" align="center">Above</mj-text></mj-column></mj-section><mj-section background-color="#fdfaf1" padding="16px"><mj-column><mj-text>${words}</mj-text></mj-column><mj-column><mj-image src="https://example.com/240x120/e67e22.png" fluid-on-mobile="true"/></mj-column></mj-section></mj-wrapper><mj-section><mj-column><mj-text align="center" padding="16px">Below</mj-text></mj-column></mj-section>`,
      '#ffffff',
    ),
  },
  groups: {
    document: {
      theme,
      body: { background: '#ffffff' },
      rows: [
        section(
          [
            column([image('150x100/27ae60.png'), text('One', { align: 'center', padding: 8 })], {
              width: { pct: 25 },
              align: 'top',
            }),
            column([image('150x100/c0392b.png'), text('Two', { align: 'center', padding: 8 })], {
              width: { pct: 25 },
              align: 'top',
            }),
            column([text(words, { size: 14, padding: [0, 12] })], { width: { pct: 50 }, align: 'middle' }),
          ],
          { stack: 'keep', box: { padding: [20, 0] } },
        ),
        section(
          [
            column([text('A fifth', { padding: 8 })], { width: { pct: 20 }, style: { background: '#dfe6f7' } }),
            column([text('Three tenths', { padding: 8 })], { width: { pct: 30 }, style: { background: '#f7e6df' } }),
            column([text('A half, on the right', { padding: 8, align: 'right' })], {
              width: { pct: 50 },
              style: { background: '#e2f7df' },
            }),
          ],
          { box: { padding: [10, 20] } },
        ),
      ],
    },
    mjml: wrap(
      `<mj-section padding="20px 0"><mj-group><mj-column width="25%"><mj-image src="https://example.com/150x100/27ae60.png" fluid-on-mobile="true"/><mj-text align="center" padding="8px">One</mj-text></mj-column><mj-column width="25%"><mj-image src="https://example.com/150x100/c0392b.png" fluid-on-mobile="true"/><mj-text align="center" padding="8px">Two</mj-text></mj-column><mj-column width="50%" vertical-align="middle"><mj-text font-size="14px" padding="0 12px">${words}</mj-text></mj-column></mj-group></mj-section><mj-section padding="10px 20px"><mj-column width="20%" background-color="#dfe6f7"><mj-text padding="8px">A fifth</mj-text></mj-column><mj-column width="30%" background-color="#f7e6df"><mj-text padding="8px">Three tenths</mj-text></mj-column><mj-column width="50%" background-color="#e2f7df"><mj-text padding="8px" align="right">A half, on the right</mj-text></mj-column></mj-section>`,
      '#ffffff',
    ),
  },
  backgrounds: {
    document: {
      theme,
      body: { background: '#ffffff' },
      rows: [
        section([column([text('On tiles', { size: 24, color: '#ffffff', align: 'center' })])], {
          band: {
            background: '#2c1f6b',
            backgroundImage: { src: 'https://example.com/60x60/2c1f6b.png', repeat: 'repeat', position: 'top center' },
          },
          box: { padding: [48, 20] },
        }),
        section(
          [
            column([text(words, { color: '#ffffff' })], { style: { padding: [0, 20] } }),
            column([text('Beside it', { color: '#ffffff', align: 'right' })], { style: { padding: [0, 20] } }),
          ],
          {
            box: {
              background: '#0b6e4f',
              backgroundImage: {
                src: 'https://example.com/600x200/0b6e4f.png',
                size: 'contain',
                position: 'left top',
              },
              padding: [30, 0],
            },
          },
        ),
      ],
    },
    mjml: wrap(
      `<mj-section full-width="full-width" background-color="#2c1f6b" background-url="https://example.com/60x60/2c1f6b.png" background-repeat="repeat" background-size="auto" background-position="top center" padding="48px 20px"><mj-column><mj-text font-size="24px" color="#ffffff" align="center">On tiles</mj-text></mj-column></mj-section><mj-section background-color="#0b6e4f" background-url="https://example.com/600x200/0b6e4f.png" background-size="contain" background-repeat="no-repeat" background-position="left top" padding="30px 0"><mj-column padding="0 20px"><mj-text color="#ffffff">${words}</mj-text></mj-column><mj-column padding="0 20px"><mj-text color="#ffffff" align="right">Beside it</mj-text></mj-column></mj-section>`,
      '#ffffff',
    ),
  },
}
