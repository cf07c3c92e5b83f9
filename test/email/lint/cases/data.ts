import { email } from '../email.ts'
import type { Cases } from './case.ts'

const name = { path: 'name', type: 'string', sample: 'Ada', default: 'friend' }
const items = { path: 'order.items', type: 'list', sample: [{ label: 'Rye', price: 9 }] }
const total = { path: 'total', type: 'number', sample: 12, default: 0 }
const says = (text: string, more: object = {}) => ({ id: 'w', type: 'text', text: `<p>${text}</p>`, ...more })
const withFields = (fields: readonly object[], ...more: object[]) => email({ fields: [name, ...fields], more })
const loop = (more: object) => ({ ...says('{{ item.label }}'), each: { in: 'order.items', as: 'item', ...more } })

export const data: Cases = {
  'data.undeclared-field': {
    raises: withFields([], says('{{ city | default: "here" }}')),
    clean: withFields([{ path: 'city', type: 'string', sample: 'Dublin', default: '' }], says('{{ city }}')),
    says: 'city',
    node: 'w',
    fix: true,
  },
  'data.foreign-tag': {
    raises: withFields([], says('Dear *|FNAME|*,')),
    clean: withFields([], says('Dear {{ name }}, 100 %% rye * [now]')),
    says: '*|FNAME|*',
    node: 'w',
  },
  'data.misspelled-field': {
    raises: withFields([], says('{{ nmae }}')),
    clean: withFields([], says('{{ name }}')),
    says: 'name is declared',
    node: 'w',
    fix: true,
  },
  'data.no-fallback': {
    raises: withFields([{ path: 'city', type: 'string', sample: 'Dublin' }], says('{{ city }}')),
    clean: withFields(
      [{ path: 'city', type: 'string', sample: 'Dublin' }],
      says('{{ city }}', { when: { op: 'exists', path: 'city' } }),
    ),
    says: 'city',
    node: 'w',
    fix: true,
  },
  'data.no-sample': {
    raises: withFields([{ path: 'city', type: 'string', required: true }], says('{{ city }}')),
    says: 'city',
    fix: true,
  },
  'data.sample-mismatch': {
    raises: withFields([{ ...total, sample: 'twelve' }], says('{{ total }}')),
    clean: withFields([total], says('{{ total }}')),
    says: 'a number',
  },
  'data.unused-field': {
    raises: withFields([total]),
    clean: withFields([total], says('{{ total }}')),
    says: 'total',
    fix: true,
  },
  'data.condition-constant': {
    raises: withFields(
      [total],
      says('{{ total }}', {
        when: {
          op: 'or',
          of: [
            { op: 'gt', path: 'total', value: 5 },
            { op: 'not', of: { op: 'gt', path: 'total', value: 5 } },
          ],
        },
      }),
    ),
    clean: withFields([total], says('Bread', { when: { op: 'gt', path: 'total', value: 5 } })),
    says: 'always',
    node: 'w',
    fix: true,
  },
  'data.condition-hides': {
    raises: withFields([total], says('Bread', { when: { op: 'gt', path: 'total', value: 50 } })),
    clean: withFields([total], says('Bread', { when: { op: 'gt', path: 'total', value: 5 } })),
    says: 'hidden',
    node: 'w',
  },
  'data.loop-unlimited': {
    raises: withFields([items], loop({})),
    clean: withFields([items], loop({ limit: 20 })),
    says: 'order.items',
    node: 'w',
    fix: true,
  },
  'data.loop-not-list': {
    raises: withFields([{ ...items, type: 'string', sample: 'Rye', default: '' }], loop({ limit: 5 })),
    clean: withFields([items], loop({ limit: 5 })),
    says: 'not a list',
    node: 'w',
  },
}
