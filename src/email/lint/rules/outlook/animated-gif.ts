import { defineRule } from '../../rule.ts'

/** Images that may move. */
export const animatedGif = defineRule({
  id: 'outlook.animated-gif',
  severity: 'hint',
  why: 'Outlook on Windows shows the first frame of an animation only, or stops after the third round.',
  remedy: 'Let the first frame say what the whole does.',
  doc: 'https://www.caniemail.com/features/image-gif/',
  *check({ page, title }) {
    for (const { node, src, width = 100 } of page.images) {
      if (node === undefined || width < 16 || !/\.gif(?:[?#]|$)/i.test(src)) continue
      yield { node, message: `${title(node)}: of an animated GIF some see the first frame only.` }
    }
  },
})
