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
  'client-support.broken-html': {
    raises: email({ more: [html('<table role="presentation"><tr><td>Bread</td></tr>')] }),
    clean: email({
      more: [
        html('<!--[if mso]><table><tr><td><![endif]--><p>Bread<p>Butter<!--[if mso]></td></tr></table><![endif]-->'),
      ],
    }),
    says: '<table> is never closed',
    node: 'x',
    fix: true,
  },
  'client-support.negative-margin': {
    raises: email({ more: [html('<div style="margin:0 0 -12px">Bread</div>')] }),
    clean: email({ more: [html('<div style="margin:-0px 0">Bread</div>')] }),
    says: 'negative',
    node: 'x',
  },
  'client-support.style-in-body': {
    raises: email({ more: [html('<style>.loaf{color:#222}</style><p class="loaf">Bread</p>')] }),
    clean: email({ head: { css: '.loaf{color:#222}' }, more: [html('<p class="loaf">Bread</p>')] }),
    says: 'style element',
    node: 'x',
    fix: true,
  },
}
