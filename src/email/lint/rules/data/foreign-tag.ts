import { defineRule } from '../../rule.ts'

// Tags that only one ESP replaces: *|FNAME|*, %%first_name%%, <%= name %>, %recipient.name%, [[name]], ${name}, {$name},
// {name}, %NAME%.
const foreign =
  /\*\|[A-Z0-9_:]{1,60}\|\*|%%[\w.-]{1,60}%%|<%[=-]?[^%<>]{1,80}%>|%recipient\.\w{1,60}%|\[\[[\w. -]{1,60}\]\]|\$\{[\w.]{1,60}\}|\{\$[\w.]{1,60}\}|(?<![{$\w])\{[a-z][\w.]{1,40}\}(?!\})|%[A-Z][A-Z_]{2,30}%/

export const foreignTag = defineRule({
  id: 'data.foreign-tag',
  severity: 'warning',
  why: 'Only its own ESP fills it in; recipients of any other see the tag.',
  remedy: 'Write it as a merge tag such as {{ first_name }}; exports convert it to the syntax of the ESP.',
  *check({ title, values }) {
    for (const { prop, nodeContext, text } of values.texts) {
      const tag = /[*%<[{]/.test(text) ? foreign.exec(text.slice(0, 20_000))?.[0] : undefined
      if (tag === undefined || nodeContext?.node.type === 'code') continue
      const node = nodeContext?.node
      yield { node, prop, message: `${title(node)}: ${tag} is not a merge tag of this service.` }
    }
    for (const { prop, nodeContext, text } of values.natives) {
      const node = nodeContext?.node
      yield {
        node,
        prop,
        message: `${title(node)}: only the ESP of ${text.slice(0, 60)} fills it in.`,
      }
    }
  },
})
