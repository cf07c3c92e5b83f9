import { expect, test } from 'bun:test'
import { showOneReader } from '../../../src/email/import/index.ts'

test.each([
  ['<p>Hi {{ user.first_name | default: "you" }}</p>', '<p>Hi  first_name </p>'],
  ['<p>Hi *|FNAME|*</p>', '<p>Hi  FNAME </p>'],
  ['{% if vip %}yes{% else %}no{% endif %}', 'yes'],
  ['{{#if vip}}yes{{else}}no{{/if}}', 'yes'],
  ['{% unless vip %}no{% endunless %}all', 'all'],
  ['{% for item in items %}<li>{{ item.name }}</li>{% endfor %}', '<li> name </li>'],
  ['<a href="{{ unsubscribe_url }}">x</a>', '<a href="unsubscribe_url">x</a>'],
  ['<a href="*|UNSUB|*">x</a>', '<a href="unsubscribe_url">x</a>'],
  ['<td {% if wide %}width="9"{% else %}width="8"{% endif %}>', '<td width="9"width="8">'],
  ['a {{ unclosed', 'a {{ unclosed'],
])('%s is shown as %s', (source, shown) => {
  expect(showOneReader(source)).toBe(shown)
})
