import { withBlocks } from './compose.ts'

/** Text that would be markup if a writer let it. */
export const markup = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '"><img src=x onerror=alert(1)>',
  '</td></tr></table><svg onload=alert(1)>',
  '--><script>alert(1)</script>',
  '<![endif]--><script>alert(1)</script>',
  ']]><iframe src=javascript:alert(1)>',
  '</style><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '" onmouseover="alert(1)',
  "' onmouseover='alert(1)",
  '&quot; onmouseover=&quot;alert(1)',
  '\u0000<scr\u0000ipt>alert(1)</script>',
  '<\u0000script>alert(1)</script>',
  '＜script＞alert(1)＜/script＞',
  '{{ x }}<script>',
  '\ud800<script>alert(1)</script>',
]

/** What no address may become. */
export const addresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  'java\u0000script:alert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'file:///etc/passwd',
  'blob:https://example.com/1',
  '//evil.example/x',
  '/etc/passwd',
  '\\\\evil.example\\x',
  'https://example.com/"onmouseover="alert(1)',
  "https://example.com/'onmouseover='alert(1)",
  'https://example.com/><script>alert(1)</script>',
]

/** A document that says `{{ x }}` wherever a value may stand. */
export function everywhere() {
  return withBlocks(
    [
      { type: 'heading', level: 1, text: '{{ x }}' },
      { type: 'text', text: '<p>{{ x }} <a href="{{ x }}" title="{{ x }}">{{ x }}</a></p><ul><li>{{ x }}</li></ul>' },
      { type: 'image', src: '{{ x }}', alt: '{{ x }}', href: '{{ x }}', title: '{{ x }}', darkSrc: '{{ x }}' },
      { type: 'image', src: 'https://example.com/{{ x }}', alt: '{{ x }}' },
      { type: 'button', label: '{{ x }}', href: '{{ x }}' },
      { type: 'button', label: '{{ x }}', href: 'https://example.com/?a={{ x }}' },
      { type: 'social', items: [{ network: 'x', href: '{{ x }}', label: '{{ x }}' }] },
      { type: 'menu', items: [{ label: '{{ x }}', href: '{{ x }}' }] },
      { type: 'table', head: ['{{ x }}'], rows: [['{{ x }}']] },
      { type: 'list', items: [{ text: '{{ x }}' }] },
      { type: 'video', href: '{{ x }}', poster: '{{ x }}', alt: '{{ x }}' },
      { type: 'icons', items: [{ src: '{{ x }}', alt: '{{ x }}', label: '{{ x }}', href: '{{ x }}' }] },
      { type: 'countdown', until: 'x', expiredText: '{{ x }}' },
      { type: 'html', html: '<a href="{{ x }}" title="{{ x }}" style="color:{{ x }}">{{ x }}</a><img src="{{ x }}">' },
      {
        type: 'product',
        title: '{{ x }}',
        price: '{{ x }}',
        image: '{{ x }}',
        alt: '{{ x }}',
        href: '{{ x }}',
        description: '{{ x }}',
        buttonLabel: '{{ x }}',
      },
      { type: 'text', text: 'b', style: { backgroundImage: { src: '{{ x }}' } } },
      { type: 'text', text: 'm', mobile: { backgroundImage: { src: '{{ x }}' } } },
      { type: 'text', text: 'm', mobile: { backgroundImage: { src: 'https://example.com/{{ x }}' } } },
      { type: 'video', href: '{{ x }}', poster: 'https://example.com/{{ x }}', alt: '{{ x }}', play: 'over' },
      { type: 'image', src: 'https://example.com/a.gif', stillSrc: 'https://example.com/{{ x }}', alt: '{{ x }}' },
      { type: 'image', src: 'https://example.com/a.gif', stillSrc: '{{ x }}', alt: '' },
      {
        type: 'countdown',
        until: 'x',
        look: 'image',
        labels: { days: '{{ x }}', hours: 'h', minutes: 'm' },
        expiredText: '{{ x }}',
      },
      { type: 'table', caption: '{{ x }}', rows: [['{{ x }}', 'y']], rowHeads: true },
    ],
    { meta: { title: '{{ x }}', subject: '{{ x }}', preheader: '{{ x }}', lang: 'en' } },
  )
}
