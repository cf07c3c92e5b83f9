import { type BlockImport, declarationsOf, textIn } from '../../import/index.ts'

export const htmlImport: BlockImport = {
  unlayer: {
    name: 'html',
    types: ['html'],
    members: 'html',
    read: ({ values, padding, design, look }) =>
      design.html(
        textIn(values['html']) ?? '',
        declarationsOf({ 'font-family': look.font, 'font-size': '14px', color: look.color }),
        padding,
      ),
  },
  beefree: {
    members: { html: 'html' },
    read: ({ part, padding, design, look }) =>
      design.html(textIn(part['html']) ?? '', declarationsOf({ 'font-family': look.font, color: look.color }), padding),
  },
}
