import { email, html } from '../email.ts'
import type { Cases } from './case.ts'

const authored = (source: string) => email({ more: [html(source)] })
const plain = authored('<p>Bread</p>')

export const security: Cases = {
  'security.script': {
    raises: authored('<p>Bread</p><script>alert(1)</script>'),
    clean: plain,
    says: 'script',
    node: 'x',
    fix: true,
  },
  'security.event-handler': {
    raises: authored('<p onclick="alert(1)">Bread</p>'),
    clean: plain,
    says: 'onclick',
    node: 'x',
    fix: true,
  },
  'security.script-address': {
    raises: authored('<p><a href=" java&#10;script:alert(1)">Order bread</a></p>'),
    clean: authored('<p><a href="https://bakery.example.com/">Order bread</a></p>'),
    says: 'href',
    node: 'x',
    fix: true,
  },
  'security.embedded-page': {
    raises: authored('<iframe src="https://bakery.example.com/"></iframe><p>Bread</p>'),
    clean: plain,
    says: 'iframe',
    node: 'x',
    fix: true,
  },
  'security.form': {
    raises: authored('<form action="https://bakery.example.com/"><input name="q"></form><p>Bread</p>'),
    clean: plain,
    says: 'form',
    node: 'x',
    fix: true,
  },
  'security.css-import': {
    raises: email({ head: { css: '@import url(https://bakery.example.com/a.css);.a{color:#123456}' } }),
    clean: email({ head: { css: '.a{color:#123456}' } }),
    says: 'imports',
    fix: true,
  },
  'security.meta-refresh': {
    raises: authored('<meta http-equiv="refresh" content="0;url=https://bakery.example.com/"><p>Bread</p>'),
    clean: plain,
    says: 'refresh',
    node: 'x',
    fix: true,
  },
  'security.unknown-pixel': {
    raises: authored('<p>Bread</p><img src="https://track.example.net/o.gif" width="1" height="1" alt="">'),
    clean: authored('<p>Bread</p><img src="https://img.example.com/o.png" width="1" height="1" alt="">'),
    says: 'track.example.net',
    node: 'x',
    fix: true,
  },
}
