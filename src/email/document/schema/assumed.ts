/** What reading assumes of members that are left out, by the name of their schema. Ids are assigned instead. */
export const assumed = {
  DocumentMeta: { title: 'Untitled', lang: 'en' },
  Theme: { colors: {}, fonts: {} },
  DocumentBody: { width: 600, breakpoint: 480 },
  Section: { type: 'section', stack: 'stack' },
  Group: { type: 'group' },
  ModuleUse: { type: 'module' },
  Column: { type: 'column', width: { fr: 1 } },
} as const
