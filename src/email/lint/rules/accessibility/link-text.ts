import { defineRule } from '../../rule.ts'

const empty = new Set(
  [
    'click here|here|click|this|this link|link|more|read more|learn more here|details|go|tap here|press here|see here|info',
    'hier|hier klicken|klicken sie hier|klick hier|mehr|link',
    'cliquez ici|ici|en savoir plus ici|lien|clique ici',
    'haga clic aquí|haz clic aquí|aquí|clic aquí|enlace',
    'clicca qui|qui|clique aqui|aqui|klik hier|kliknij tutaj|tutaj|klikk her|her|klicka här|här',
  ]
    .join('|')
    .split('|'),
)

export const linkText = defineRule({
  id: 'accessibility.link-text',
  severity: 'warning',
  why: 'Screen reader users jump from link to link without context; a URL is spelled out letter by letter.',
  remedy: 'Describe the target of the link in its text.',
  doc: 'https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context',
  *check({ page, title }) {
    for (const { alts, isSilent, label, node, text } of page.links) {
      if (node === undefined || isSilent || label !== undefined) continue
      const words = `${text} ${alts.join(' ')}`.trim().replace(/\s+/g, ' ')
      if (words.length > 300) continue
      const plain = words.toLowerCase().replace(/(?<![.!:…»›→>\s])[.!:…»›→>\s]+$/, '')
      if (empty.has(plain)) yield { node, message: `${title(node)}: the link text is only “${words}”.` }
      else if (/^https?:\/\/\S{12,}$/i.test(words))
        yield { node, message: `${title(node)}: the link text is only its URL.` }
    }
  },
})
