import { defineRule } from '../../rule.ts'

const names = ['utm_source', 'utm_medium', 'utm_campaign'] as const

/** Links whose campaign parameters differ from those of the other links. */
export const utmUneven = defineRule({
  id: 'links.utm-uneven',
  severity: 'hint',
  why: 'Analytics count visits by these parameters: a link without them, or with others, is missing from the campaign report.',
  remedy: 'Use the same utm_source, utm_medium and utm_campaign on every link to a site.',
  doc: 'https://support.google.com/analytics/answer/10917952',
  *check({ page, title }) {
    const links = page.links.flatMap(({ href, node }) => {
      const host = /^https?:\/\/([^/?#:]+)/i.exec(href)?.[1]?.toLowerCase()
      return host === undefined || host.includes('{{') || node === undefined ? [] : [{ href, host, node }]
    })
    const counted = links.filter(({ href }) => /[?&]utm_/i.test(href))
    if (counted.length < 2) return
    const hosts = new Set(counted.map(({ host }) => host))
    const usual = names.map((name) => maxOf(counted.map(({ href }) => valueOf(href, name))))
    for (const { href, host, node } of links) {
      if (!hosts.has(host)) continue
      const index = names.findIndex((name, at) => valueOf(href, name) !== usual[at])
      if (index < 0) continue
      const [name, value] = [names[index] ?? '', valueOf(href, names[index] ?? '')]
      const said = value === undefined ? `has no ${name}` : `has ${name}=${value.slice(0, 60)}`
      const others = usual[index] === undefined ? 'none' : usual[index].slice(0, 60)
      yield { node, message: `${title(node)}: the link to ${host} ${said}, most others have ${others}.` }
    }
  },
})

function valueOf(href: string, name: string): string | undefined {
  const at = href.toLowerCase().search(new RegExp(`[?&]${name}=`))
  return at < 0 ? undefined : /=([^&#]*)/.exec(href.slice(at))?.[1]
}

function maxOf(values: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string | undefined, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].reduce((one, other) => (other[1] > one[1] ? other : one))[0]
}
