/** A template from a starter: `starter` is its name. States are made by publishing.ts. */
export interface PlannedTemplate {
  key: string
  starter: string
  name: string
  folder: string | null
  tags: readonly string[]
  /** Subject of the draft; the starter’s own without one. */
  subject?: string
  state: 'draft' | 'published' | 'changed' | 'in_review' | 'scheduled'
}

/** Folders with the folder that they are in; parents first. */
export const folders: readonly (readonly [name: string, parent: string | null, color: string])[] = [
  ['Newsletters', null, '#1f6feb'],
  ['Shop', null, '#b8371c'],
  ['Launches', 'Shop', '#b8371c'],
  ['Lifecycle', null, '#2f7d4f'],
  ['Onboarding', 'Lifecycle', '#2f7d4f'],
  ['Win-back', 'Lifecycle', '#2f7d4f'],
  ['Transactional', null, '#7a5af8'],
]

export const plannedTemplates: readonly PlannedTemplate[] = [
  {
    key: 'order',
    starter: 'Order confirmation',
    name: 'Order confirmation',
    folder: 'Transactional',
    tags: ['shop'],
    state: 'published',
  },
  {
    key: 'shipped',
    starter: 'Order confirmation',
    name: 'Your order is on its way',
    folder: 'Transactional',
    tags: ['shop'],
    subject: 'Order {{ order.number }} has left the workshop',
    state: 'changed',
  },
  {
    key: 'reset',
    starter: 'Password reset',
    name: 'Password reset',
    folder: 'Transactional',
    tags: ['account'],
    state: 'published',
  },
  {
    key: 'verify',
    starter: 'Password reset',
    name: 'Confirm your email address',
    folder: 'Transactional',
    tags: ['account'],
    subject: 'Confirm your email address',
    state: 'draft',
  },
  {
    key: 'welcome',
    starter: 'Welcome',
    name: 'Welcome',
    folder: 'Onboarding',
    tags: ['series'],
    state: 'published',
  },
  {
    key: 'welcome2',
    starter: 'Welcome',
    name: 'Welcome, day 3: your first week',
    folder: 'Onboarding',
    tags: ['series'],
    subject: 'Three dinners in: how is it going?',
    state: 'in_review',
  },
  {
    key: 'welcome3',
    starter: 'Welcome',
    name: 'Welcome, day 7: invite a friend',
    folder: 'Onboarding',
    tags: ['series'],
    subject: 'Bring a friend to the table',
    state: 'draft',
  },
  {
    key: 'winback',
    starter: 'Abandoned cart',
    name: 'We kept your place',
    folder: 'Win-back',
    tags: ['series'],
    subject: 'It has been a while',
    state: 'draft',
  },
  {
    key: 'cart',
    starter: 'Abandoned cart',
    name: 'Abandoned cart',
    folder: 'Shop',
    tags: ['shop'],
    state: 'changed',
  },
  {
    key: 'cart2',
    starter: 'Abandoned cart',
    name: 'Abandoned cart, second reminder',
    folder: 'Shop',
    tags: ['shop'],
    subject: 'Last call for your bag',
    state: 'published',
  },
  {
    key: 'launch',
    starter: 'Product launch',
    name: 'Heliotrope lamp: launch',
    folder: 'Launches',
    tags: ['campaign'],
    state: 'scheduled',
  },
  {
    key: 'teaser',
    starter: 'Product launch',
    name: 'Heliotrope lamp: teaser',
    folder: 'Launches',
    tags: ['campaign'],
    subject: 'Something warm is coming',
    state: 'published',
  },
  {
    key: 'newsletter',
    starter: 'Newsletter',
    name: 'Newsletter no. 48',
    folder: 'Newsletters',
    tags: ['monthly'],
    state: 'in_review',
  },
  {
    key: 'newsletter47',
    starter: 'Newsletter',
    name: 'Newsletter no. 47',
    folder: 'Newsletters',
    tags: ['monthly'],
    subject: 'No. 47: A lighthouse keeps a diary',
    state: 'published',
  },
  {
    key: 'newsletter46',
    starter: 'Newsletter',
    name: 'Newsletter no. 46',
    folder: 'Newsletters',
    tags: ['monthly'],
    subject: 'No. 46: The long way round',
    state: 'published',
  },
  {
    key: 'digest',
    starter: 'Weekly digest',
    name: 'Weekly digest',
    folder: 'Newsletters',
    tags: ['weekly'],
    state: 'published',
  },
  {
    key: 'event',
    starter: 'Event invitation',
    name: 'Second Shift: invitation',
    folder: null,
    tags: ['event'],
    state: 'changed',
  },
  {
    key: 'event2',
    starter: 'Event invitation',
    name: 'Second Shift: reminder',
    folder: null,
    tags: ['event'],
    subject: 'Tomorrow evening, doors at seven',
    state: 'draft',
  },
]
