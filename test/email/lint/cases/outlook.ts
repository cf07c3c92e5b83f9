import { button, email, html, words } from '../email.ts'
import type { Cases } from './case.ts'

const authored = (source: string) => email({ more: [html(source)] })
const font = (fallback: string) => email({ theme: { fonts: { own: { family: 'Bakery Sans', fallback } } } })

export const outlook: Cases = {
  'outlook.background-color': {
    raises: email({
      more: [{ ...words, id: 'w', style: { backgroundImage: { src: 'https://bakery.example.com/flour.jpg' } } }],
    }),
    says: 'without a background color',
    node: 'w',
    fix: true,
  },
  'outlook.image-width': {
    raises: authored('<img src="https://bakery.example.com/a.png" alt="A loaf" style="width:80px">'),
    clean: authored('<img src="https://bakery.example.com/a.png" alt="A loaf" width="80">'),
    says: '80 px',
    node: 'x',
  },
  'outlook.too-wide': {
    raises: email({ more: [{ ...button, id: 'k', style: { width: 900 } }] }),
    clean: email({ more: [{ ...button, id: 'k', style: { width: 300 } }] }),
    says: '900 px',
    node: 'k',
    fix: true,
  },
  'outlook.animated-gif': {
    raises: email({
      more: [{ id: 'i', type: 'image', src: 'https://bakery.example.com/oven.gif', alt: 'An oven', width: 90 }],
    }),
    says: 'first frame',
    node: 'i',
  },
  'outlook.width-by-max-width': {
    raises: authored('<div style="max-width:300px">Bread</div>'),
    clean: authored('<div style="max-width:300px;width:300px">Bread</div>'),
    says: '300 px',
    node: 'x',
  },
  'outlook.box-ignored': {
    raises: authored(
      '<a href="https://bakery.example.com/" style="background-color:#1a4fd6;color:#ffffff;padding:10px 20px">Order bread</a>',
    ),
    clean: authored(
      '<table role="presentation"><tr><td style="background-color:#1a4fd6;padding:10px 20px">Bread</td></tr></table>',
    ),
    says: 'padding',
    node: 'x',
  },
  'outlook.font-fallback': { raises: font('Baker Grotesk'), clean: font('Arial, sans-serif'), says: 'own', fix: true },
  'outlook.translucent-color': {
    raises: email({ more: [{ ...words, id: 'w', style: { color: '#000000cc' } }] }),
    clean: email({ more: [{ ...words, id: 'w', style: { color: '#000000ff' } }] }),
    says: 'translucent',
    node: 'w',
    fix: true,
  },
}
