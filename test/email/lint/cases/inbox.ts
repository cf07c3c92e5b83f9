import { button, email, footer, heading, words } from '../email.ts'
import type { Cases } from './case.ts'

const subject = (text: string) => email({ meta: { subject: text } })
const preheader = (text: string) => email({ meta: { preheader: text } })
const image = (height: number) =>
  email({
    more: [{ id: 'i', type: 'image', src: 'https://bakery.example.com/all.jpg', alt: 'Loaves', width: 600, height }],
  })

export const inbox: Cases = {
  'inbox.subject-missing': { raises: email({ meta: { subject: undefined } }), says: 'no subject', fix: true },
  'inbox.subject-length': {
    raises: subject('A subject that goes on and on about bread until nobody wants any'),
    clean: subject('Your bread waits beside the door'),
    says: '64 characters',
  },
  'inbox.preheader-missing': { raises: email({ meta: { preheader: undefined } }), says: 'no preview text' },
  'inbox.preheader-length': { raises: preheader('Short'), says: '5 characters' },
  'inbox.preheader-repeats': {
    raises: email({ meta: { preheader: 'Your bread is ready to be fetched.' } }),
    says: 'repeats the subject',
    fix: false,
  },
  'inbox.all-caps': {
    raises: subject('YOUR BREAD IS READY'),
    clean: subject('Your BREAD is ready'),
    says: 'all caps',
    fix: true,
  },
  'inbox.loud-punctuation': {
    raises: subject('Your bread is ready!!!'),
    clean: subject('Your bread is ready! Come!'),
    says: 'punctuation',
    fix: true,
  },
  'inbox.spam-words': { raises: subject('Act now: free money with bread'), says: 'act now' },
  'inbox.image-share': { raises: image(900), clean: image(100), says: '%' },
  'inbox.plain-text-thin': {
    raises: email({
      blocks: [
        { ...heading, parts: { text: false } },
        { ...words, parts: { text: false } },
        { ...button, parts: { text: false } },
        footer,
      ].map((block, index) => (index === 3 ? { ...block, parts: { text: false } } : block)),
    }),
    says: '0 words',
  },
  'inbox.postal-address-missing': {
    raises: email({
      blocks: [heading, words, button, { ...footer, text: '<p><a data-role="unsubscribe">Unsubscribe</a></p>' }],
    }),
    clean: email({
      blocks: [
        heading,
        words,
        button,
        { ...footer, text: '<p>Bäckerei, Ahornweg 4, 20457 Hamburg <a data-role="unsubscribe">Unsubscribe</a></p>' },
      ],
    }),
    says: 'postal address',
  },
  'inbox.broken-letters': {
    raises: email({ more: [{ id: 'w', type: 'text', text: '<p>The cafÃ© is open, donâ€™t wait.</p>' }] }),
    clean: email({
      more: [{ id: 'w', type: 'text', text: '<p>SÃO PAULO, Ânimo, à, “d’être”, ÂÊ, 20 £ – the café</p>' }],
    }),
    says: 'cafÃ©',
    node: 'w',
    fix: true,
  },
  'inbox.feigned-reply': {
    raises: email({ meta: { subject: 'Re: your bread is ready' } }),
    clean: email({ meta: { subject: 'Regarding your bread: ready' } }),
    says: 'a reply',
    fix: true,
  },
  'inbox.invisible-letters': {
    raises: email({ more: [{ id: 'w', type: 'text', text: '<p>F\u200br\u200be\u200be bread for everybody</p>' }] }),
    clean: email({
      more: [{ id: 'w', type: 'text', text: '<p>Back\u00adstube 👩\u200d🍳👩\u200d🍳👩\u200d🍳 می\u200cخواهم</p>' }],
    }),
    says: '3 invisible characters',
    node: 'w',
    fix: true,
  },
  'inbox.placeholder': {
    raises: email({ more: [{ id: 'w', type: 'text', text: '<p>Yours, the [Company name] team</p>' }] }),
    clean: email({ more: [{ id: 'w', type: 'text', text: '<p>Yours, the team [of the bakery]</p>' }] }),
    says: '[Company name]',
    node: 'w',
  },
}
