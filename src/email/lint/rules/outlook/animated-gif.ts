import { defineRule } from '../../rule.ts'

export const animatedGif = defineRule({
  id: 'outlook.animated-gif',
  severity: 'hint',
  why: 'Outlook on Windows shows only the first frame of an animation, or stops after three loops.',
  remedy: 'Put the message in the first frame.',
  doc: 'https://www.caniemail.com/features/image-gif/',
  *check({ page, title }) {
    for (const { node, src, width = 100 } of page.images) {
      if (node === undefined || width < 16 || !/\.gif(?:[?#]|$)/i.test(src)) continue
      yield { node, message: `${title(node)}: some recipients see only the first frame of the animated GIF.` }
    }
  },
})
