import { ProviderLanguage, adaptPage, missingIn, providers } from '../../../../src/email/esp/index.ts'
import type { LintOptions } from '../../../../src/email/lint/index.ts'
import { email } from '../email.ts'
import type { Case, Cases } from './case.ts'

const name = { path: 'name', type: 'string', sample: 'Ada', default: 'friend' }
const items = { path: 'items', type: 'list', sample: [{ label: 'Rye' }] }
const says = (text: string, more: object = {}) => ({ id: 'w', type: 'text', text: `<p>${text}</p>`, ...more })
const withText = (...more: object[]) => email({ fields: [name, items], more })

// Each rendering has a language of its own, so that nothing of one is left for the next.
function forProvider(id: string): Partial<LintOptions> {
  const provider = providers.get(id)
  if (provider === undefined) throw new Error(`There is no provider ${id}.`)
  return {
    provider: {
      name: provider.name,
      takesAmp: provider.amp !== undefined,
      get language() {
        return new ProviderLanguage(provider)
      },
      missing: (html) => missingIn(adaptPage(html, provider), provider),
    },
  }
}

const plain = forProvider('acumbamail')
const about = (raises: object, says: string, node: { node?: string } = { node: 'w' }): Case => ({
  raises,
  options: plain,
  says,
  ...node,
})

export const provider: Cases = {
  'provider.condition': about(
    withText(says('Rye', { when: { op: 'gt', path: 'age', value: 17 } })),
    'cannot express this condition',
  ),
  'provider.loop': about(
    withText(says('{{ item.label }}', { each: { in: 'items', as: 'item' } })),
    'does not support loops',
  ),
  'provider.field': about(withText(says('{{ name | truncate: 9 }}')), 'filter'),
  'provider.field-name': { ...about(withText(says('{{ shelf }}')), 'shelf', {}), options: forProvider('mailchimp') },
  'provider.link': about(withText(says('<a data-role="preferences">Choose</a>')), 'preferences'),
  'provider.tag': about(withText(says('{{ "{{> footer}}" | native }}')), '{{> footer}}'),
  'provider.required': about(email({ blocks: [says('Bread')] }), 'requires in every email', {}),
  'provider.amp': about(
    withText({
      id: 'w',
      type: 'accordion',
      items: [{ title: 'Rye', text: 'Sour' }],
      fallback: [says('Rye', { id: 'x' })],
    }),
    'does not support AMP',
  ),
}
