import { email, words } from '../email.ts'
import type { Cases } from './case.ts'

const styled = (more: object) => email({ more: [{ ...words, id: 'w', ...more }] })
const noTheme = { colors: {}, text: { color: '#1f2328' }, headings: {}, link: {} }
const image = { backgroundImage: { src: 'https://bakery.example.com/flour.jpg' }, background: '#ffffff' }
const logo = (more: object) =>
  email({
    more: [
      {
        id: 'i',
        type: 'image',
        src: 'https://bakery.example.com/logo.png',
        alt: 'Bakery',
        width: 90,
        height: 30,
        ...more,
      },
    ],
  })

export const darkMode: Cases = {
  'dark-mode.contrast-own': {
    raises: styled({ dark: { color: '#3c4043' } }),
    clean: styled({ dark: { color: '#e8eaed' } }),
    says: 'in dark mode',
    node: 'w',
    fix: true,
  },
  'dark-mode.contrast-partial': {
    raises: styled({ style: { color: '#000000', background: '#ff0000' } }),
    clean: styled({ style: { color: '#1f2328', background: '#f6f6f6' } }),
    says: 'in dark mode',
    node: 'w',
  },
  'dark-mode.contrast-full': {
    raises: styled({ style: { color: '#000000', background: '#757575' } }),
    clean: styled({ style: { color: '#1f2328', background: '#f6f6f6' } }),
    says: 'Gmail on iOS',
    node: 'w',
  },
  'dark-mode.background-missing': {
    raises: email({ body: { background: undefined }, theme: noTheme }),
    clean: email({ theme: noTheme, body: { background: '#ffffff' } }),
    says: 'no background',
    fix: true,
  },
  'dark-mode.no-dark-colors': {
    raises: email({
      theme: { colors: { ink: { light: '#1f2328' }, paper: { light: '#ffffff' }, link: { light: '#0b57d0' } } },
    }),
    says: 'dark mode',
    fix: true,
  },
  'dark-mode.pure-black': {
    raises: email({ body: { dark: { background: '#000000' } } }),
    clean: email({ body: { dark: { background: '#101010' } } }),
    says: 'pure black',
    fix: true,
  },
  'dark-mode.logo-without-dark': {
    raises: logo({}),
    clean: logo({ darkSrc: 'https://bakery.example.com/logo-light.png' }),
    says: 'logo',
    node: 'i',
  },
  'dark-mode.text-over-image': {
    raises: styled({ style: image }),
    clean: styled({ style: { background: '#ffffff' } }),
    says: 'over an image',
    node: 'w',
  },
  'dark-mode.scheme-forced': {
    raises: email({ head: { css: ':root{color-scheme:light only}' } }),
    clean: email({ head: { css: ':root{color-scheme:light dark}' } }),
    says: 'without dark',
  },
}
