/**
 * The first tag of a page that is not closed, closes what is not open, or is not written to its end; undefined if there is
 * none. Reads the control tags of all template languages, without knowing what the service writes for a target.
 */
export function findUnbalanced(page: string): string | undefined {
  const open: { name: string; tag: string }[] = []
  for (const match of page.matchAll(controlTag)) {
    const [tag] = match
    const { closed, name } = nameOf(match.groups ?? {})
    if (!isComplete(tag)) return `${tag} is not complete`
    if (!closed) open.push({ name, tag })
    else {
      const last = open.pop()
      if (last === undefined) return `${tag} closes nothing`
      if (last.name !== name) return `${tag} closes ${last.tag}`
    }
  }
  const [first] = open
  return first && `${first.tag} is never closed`
}

const languages = [
  // Liquid, Jinja, Django, Twig
  String.raw`\{%-?\s*(?<curly>(?:end)?(?:if|unless|for|case|block))\b[^]*?%\}`,
  // Handlebars and Mustache, with the percent form of Adobe Journey Optimizer, GetResponse, Magento
  String.raw`\{[{%]\s*(?<bars>[#^/][\w.$-]+)[^]*?[}%]\}`,
  String.raw`\{\{\s*(?<loud>IF|ENDIF)\b[^]*?\}\}`,
  String.raw`\{\{(?<magento>if)\s[^{}]*\}\}`,
  // Go and SparkPost
  String.raw`\{\{-?\s+(?<go>if|range|with|each|end)\b[^]*?\}\}`,
  // Mailchimp, ActiveCampaign, AMPscript, Template Toolkit
  String.raw`\*\|(?<star>(?:END:)?IF)(?:NOT)?\b[^]*?\|\*`,
  String.raw`%(?<percent>/?IF)\b[^%]*%`,
  String.raw`%%\[\s*(?<amp>IF|ENDIF|FOR|NEXT)\b[^]*?\]%%`,
  String.raw`\[%\s*(?<toolkit>IF|UNLESS|FOREACH|END)\b[^]*?%\]`,
  // Smarty and Zephyr, FreeMarker, Velocity, ERB-like
  String.raw`(?<!\{)\{(?<brace>/?(?:if|foreach))\b[^{}]*\}`,
  String.raw`<(?<angle>/?#(?:if|list))\b[^]*?>`,
  String.raw`(?<velocity>(?<!&)#(?:if|foreach|end)\b(?!:))(?:(?<!end)\s*\((?:[^()\n]|\([^()\n]*\))*\))?`,
  String.raw`<%@?\s*(?<erb>if|foreach|end|\}(?!\s*else))[^]*?%>`,
  // Campaign Monitor, Moosend
  String.raw`(?<!<!)\[(?<square>if:|endif)[^\]]*\]`,
  String.raw`<!--#(?<moosend>if(?::(?!end#)[^#:]*)+(?::end)?)#-->`,
]
const controlTag = new RegExp(languages.join('|'), 'g')

function nameOf(groups: Readonly<Record<string, string | undefined>>): { closed: boolean; name: string } {
  const [language = '', word = ''] = Object.entries(groups).find(([, found]) => found !== undefined) ?? []
  const closed = /^(?:end|\/|END|NEXT|\}|#end)|:end$/.test(word)
  // Tags that end every block name none.
  if (['go', 'toolkit', 'velocity', 'erb', 'square', 'star'].includes(language)) return { closed, name: language }
  if (language === 'magento') return { closed, name: 'bars if' }
  const bare = word
    .replace(/^(?:end|END|[#^/])#?/, '')
    .replace('NEXT', 'FOR')
    .replace(/:end$/, '')
  return { closed, name: `${language} ${bare}` }
}

/** True if every bracket and quote in a tag is closed. */
function isComplete(tag: string): boolean {
  const code = tag.replace(/"[^"]*"|'[^']*'/g, '')
  if (/^#(?:if|foreach)$/.test(tag)) return false
  const count = (character: string) => code.split(character).length
  return count('(') === count(')') && count('[') === count(']') && !/["']/.test(code)
}
