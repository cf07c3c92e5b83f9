import { everyAddress, everyText } from '../../model/texts-and-urls.ts'
import { hostOf } from '../../model/hosts.ts'
import { defineRule } from '../../rule.ts'

const dummy =
  /\blorem ipsum\b|\b(?:your|insert|enter|add|type) (?:text|copy|content|headline|title|link|name|message)(?: goes)? here\b|\b(?:headline|text|copy) goes here\b|\bXX+XX\b|\bTODO\b|\bFIXME\b|\bTBD\b/i
const bracketed =
  /\[(?:your|my|the|insert|enter|company|business|brand|product|sender|customer|recipient|first|last|full|street|postal|phone|website|support)\b[^[\]]*\]|\[(?:name|date|link|url|address|city|email|amount|number)\]/gi
/** Maximum length of a placeholder in brackets, in characters; longer text is a remark. */
const maxBracketLength = 50
const dummyHosts =
  /(?:^|\.)(?:placehold\.(?:it|co)|via\.placeholder\.com|placeholder\.com|dummyimage\.com|placekitten\.com|placebear\.com|picsum\.photos|lorempixel\.com|fakeimg\.pl|loremflickr\.com)$/

/** Placeholder text in the first 20,000 characters; undefined if there is none. */
export function findDummyText(text: string): string | undefined {
  const start = text.slice(0, 20_000)
  const [bracket] = [...start.matchAll(bracketed)].find(([all]) => all.length <= maxBracketLength) ?? []
  return dummy.exec(start)?.[0] ?? bracket
}

/** Placeholder text and images from the design phase. */
export const placeholder = defineRule({
  id: 'inbox.placeholder',
  severity: 'warning',
  why: 'A placeholder was not replaced before sending.',
  remedy: 'Replace it with the final text or a merge tag.',
  *check(context) {
    for (const { node, prop, text } of everyText(context)) {
      const found = findDummyText(text)
      if (found === undefined) continue
      yield { node, prop, message: `${context.title(node)}: “${found.slice(0, 60)}” is a placeholder.` }
    }
    for (const { href, node, prop } of everyAddress(context)) {
      const host = hostOf(href)
      if (host === undefined || !dummyHosts.test(host)) continue
      yield { node, prop, message: `${context.title(node)}: an image from ${host} is a placeholder.` }
    }
  },
})
