import { button, email, heading, html, words } from '../email.ts'
import type { Cases } from './case.ts'

const text = (source: string) => email({ more: [{ id: 'l', type: 'text', text: `<p>${source}</p>` }] })
const link = (href: string, label = 'the week in the bakery') => text(`Read <a href="${href}">${label}</a>.`)

export const links: Cases = {
  'links.empty': {
    raises: link('#'),
    clean: link('https://bakery.example.com/'),
    says: 'leads nowhere',
    node: 'l',
    fix: true,
  },
  'links.insecure': {
    raises: link('http://bakery.example.com/'),
    clean: link('https://bakery.example.com/'),
    says: 'not encrypted',
    node: 'l',
    fix: true,
  },
  'links.private-host': {
    raises: link('https://192.168.1.4/x'),
    clean: link('https://192.169.1.4/x'),
    says: '192.168.1.4',
    node: 'l',
  },
  'links.unresolved-tag': {
    raises: link('https://bakery.example.com/*|EMAIL|*'),
    clean: link('https://bakery.example.com/{{ name }}'),
    says: '*|EMAIL|*',
    node: 'l',
  },
  'links.unsubscribe-missing': { raises: email({ blocks: [heading, words, button] }), says: 'unsubscribe', fix: true },
  'links.mailto-subject': {
    raises: link('mailto:a@example.com'),
    clean: link('mailto:a@example.com?subject=Bread'),
    says: 'no subject',
    fix: true,
  },
  'links.shortener': {
    raises: link('https://bit.ly/3x'),
    clean: link('https://orbit.ly/3x'),
    says: 'bit.ly',
    node: 'l',
  },
  'links.host-mismatch': {
    raises: link('https://evil.example.net/', 'www.bakery.example.com'),
    clean: link('https://shop.bakery.example.com/', 'bakery.example.com/shop'),
    says: 'evil.example.net',
    node: 'l',
  },
  'links.utm-uneven': {
    raises: text(
      '<a href="https://shop.example.com/a?utm_source=news&amp;utm_campaign=may">One week</a> <a href="https://shop.example.com/b?utm_source=news&amp;utm_campaign=may">Another week</a> <a href="https://shop.example.com/c?utm_source=letter&amp;utm_campaign=may">The last week</a>',
    ),
    clean: text(
      '<a href="https://shop.example.com/a?utm_source=news">One week</a> <a href="https://shop.example.com/b?utm_source=news">Another week</a> <a href="https://elsewhere.example.org/">A friend</a>',
    ),
    says: 'utm_source=letter',
    node: 'l',
  },
  'links.anchor-missing': {
    raises: link('#prices'),
    clean: email({
      more: [
        { id: 'l', type: 'text', text: '<p><a href="#prices">Prices</a></p>' },
        html('<div id="prices">Prices</div>'),
      ],
    }),
    says: 'prices',
    node: 'l',
  },
  'links.duplicate-anchor': {
    raises: email({ more: [html('<p id="a">One</p><p id="a">Two</p>')] }),
    clean: email({ more: [html('<p id="a">One</p><p id="b">Two</p>')] }),
    says: 'not unique',
  },
  'links.credentials': {
    raises: link('https://bakery.example.com:secret@evil.example.net/'),
    clean: link('https://medium.example.com/@bakery'),
    says: 'name or password',
    node: 'l',
  },
  'links.malformed': {
    raises: link('mailto:ada@'),
    clean: link('tel:+353%20(1)%20679-0000'),
    says: 'no email address',
    node: 'l',
  },
  'links.badly-written': {
    raises: link('https://bakery.example.com/my page?a=1?utm_source=news'),
    clean: link('https://bakery.example.com/my%20page?a={{ name | default: "x y" }}&amp;utm_source=news'),
    says: 'a space',
    node: 'l',
    fix: true,
  },
  'links.relative': {
    raises: email({ more: [html('<a href="/prices">All our prices</a>')] }),
    clean: email({ more: [html('<a href="#x">All</a> <a href="{{ name }}">our</a> <a href="%URL%">prices</a>')] }),
    says: '/prices',
    node: 'x',
  },
  'links.staging-host': {
    raises: link('https://staging-2.bakery.example.com/'),
    clean: link('https://dev.azure.example.net/'),
    says: 'staging-2.bakery.example.com',
    node: 'l',
  },
  'links.ip-address': {
    raises: link('https://203.0.113.5/bread'),
    clean: link('https://203.bakery.example.com/bread'),
    says: '203.0.113.5',
    node: 'l',
  },
  'links.no-reply': {
    raises: link('mailto:no-reply@bakery.example.com?subject=Bread'),
    clean: link('mailto:reply@bakery.example.com?subject=Bread'),
    says: 'no-reply@',
    node: 'l',
  },
  'links.phone-local': {
    raises: link('tel:01-679-0000'),
    clean: link('tel:112'),
    says: '01-679-0000',
    node: 'l',
  },
}
