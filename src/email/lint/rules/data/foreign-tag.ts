import { defineRule } from '../../rule.ts'

// Tags that only one ESP reads: *|FNAME|*, %%first_name%%, <%= name %>, %recipient.name%, [[name]], ${name}, {$name}, {name}, %NAME%.
const foreign =
  /\*\|[A-Z0-9_:]{1,60}\|\*|%%[\w.-]{1,60}%%|<%[=-]?[^%<>]{1,80}%>|%recipient\.\w{1,60}%|\[\[[\w. -]{1,60}\]\]|\$\{[\w.]{1,60}\}|\{\$[\w.]{1,60}\}|(?<![{$\w])\{[a-z][\w.]{1,40}\}(?!\})|%[A-Z][A-Z_]{2,30}%/

/** Texts with tags that nobody will fill in. */
export const foreignTag = defineRule({
  id: 'data.foreign-tag',
  severity: 'warning',
  why: 'Only the mailing system it was written for reads it; everybody else’s readers see the tag.',
  remedy:
    'Write it as a merge tag, such as {{ first_name }}; an export writes that in the language of the system it is for.',
  *check({ title, values }) {
    for (const { prop, nodeContext, text } of values.texts) {
      const tag = /[*%<[{]/.test(text) ? foreign.exec(text.slice(0, 20_000))?.[0] : undefined
      if (tag === undefined || nodeContext?.node.type === 'code') continue
      const node = nodeContext?.node
      yield { node, prop, message: `${title(node)}: ${tag} is filled in by nobody.` }
    }
    for (const { prop, nodeContext, text } of values.natives) {
      const node = nodeContext?.node
      yield {
        node,
        prop,
        message: `${title(node)}: only the system that ${text.slice(0, 60)} was written for fills it in.`,
      }
    }
  },
})
