import { email, html } from '../email.ts'
import type { Cases } from './case.ts'

const authored = (source: string) => email({ more: [html(source)] })

export const clientSupport: Cases = {
  'client-support.unsupported': {
    raises: authored('<div style="position:absolute;top:4px">Bread</div>'),
    clean: authored('<div style="border-radius:4px">Bread</div>'),
    says: 'Gmail',
    node: 'x',
  },
  'client-support.uneven': {
    raises: authored('<p style="letter-spacing:1px;text-indent:2px">Bread</p>'),
    clean: authored('<p style="color:#1f2328">Bread</p>'),
    says: '% of opens',
    node: 'x',
  },
  'client-support.image-format': {
    raises: email({
      more: [{ id: 'i', type: 'image', src: 'https://bakery.example.com/loaf.webp', alt: 'A loaf', width: 80 }],
    }),
    clean: email({
      more: [{ id: 'i', type: 'image', src: 'https://bakery.example.com/loaf.png', alt: 'A loaf', width: 80 }],
    }),
    says: 'webP',
    node: 'i',
  },
}
