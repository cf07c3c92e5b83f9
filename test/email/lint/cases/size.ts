import { email, html, words } from '../email.ts'
import type { Cases } from './case.ts'

const long = (count: number) => Array.from({ length: count }, (_, index) => ({ ...words, id: `w${index}` }))
const image = {
  id: 'i',
  type: 'image',
  src: 'https://bakery.example.com/loaf.jpg',
  alt: 'A loaf',
  width: 300,
  height: 100,
}
const accordion = {
  id: 'a',
  type: 'accordion',
  items: [{ title: 'Opening hours', text: '<p>Until six, every day.</p>' }],
}
const colored = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `d${index}`,
    type: 'divider',
    color: `#${(0x100000 + index * 7).toString(16)}`,
    style: { padding: [index % 100, 4], background: `#${(0xf00000 + index).toString(16)}` },
  }))
const file = { url: 'https://bakery.example.com/loaf.jpg', mime: 'image/jpeg' }
const bytes = (count: number) => ({ imageBytes: () => count })

export const size: Cases = {
  'size.html-large': { raises: email({ more: long(340) }), clean: email({ more: long(50) }), says: '102400' },
  'size.gmail-clip': { raises: email({ more: long(400) }), clean: email({ more: long(340) }), says: 'clips it' },
  'size.style-large': {
    raises: email({ head: { css: Array.from({ length: 1000 }, (_, index) => `.c${index}{color:#123456}`).join('') } }),
    clean: email({ head: { css: '.a{color:#123456}' } }),
    says: '16384',
  },
  'size.amp-large': {
    raises: email({ more: [...long(1500), accordion] }),
    clean: email({ more: [...long(20), accordion] }),
    says: 'AMP part',
  },
  'size.amp-style-large': {
    raises: email({ more: [...colored(1200), accordion] }),
    clean: email({ more: [...colored(20), accordion] }),
    says: '75000',
  },
  'size.image-heavy': { raises: email({ more: [image] }), options: bytes(300_000), says: '293 KB', node: 'i' },
  'size.image-coarse': {
    raises: email({ more: [{ ...image, src: 'loaf' }], assets: { loaf: { ...file, width: 300, height: 100 } } }),
    clean: email({ more: [{ ...image, src: 'loaf' }], assets: { loaf: { ...file, width: 600, height: 200 } } }),
    says: '300 px wide',
    node: 'i',
  },
  'size.images-total': { raises: email({ more: [image] }), options: bytes(2_000_000), says: '1953 KB' },
  'size.image-embedded': {
    raises: email({ more: [html('<img src="data:image/png;base64,AAAA" alt="" width="10">')] }),
    clean: email({ more: [html('<img src="https://bakery.example.com/a.png" alt="" width="10">')] }),
    says: 'embedded in',
    node: 'x',
  },
}
