/** No target writes a tag that is not closed, whatever the email. */
import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type EmailDocument, readDocument } from '../../../src/email/document/index.ts'
import { providers } from '../../../src/email/esp/index.ts'
import { starters } from '../../../src/surfaces/templates/starters/index.ts'
import { runs } from '../../support/runs.ts'
import { findUnbalanced } from './balance.ts'
import { readRows, write } from './everything.ts'
import { randomEmail } from './random-email.ts'

test.each([
  ['{% if a %}x{% endif %}{% for b in c %}{% endfor %}', undefined],
  ['{{#each a}}{{#equals this.b "c"}}x{{/if}}{{/each}}', '{{/if}} closes {{#equals this.b "c"}}'],
  ["#foreach($a in $!b.get('c')<p></p>#end", '#foreach is not complete'],
  ['*|IF:A|*x', '*|IF:A|* is never closed'],
  ['{{ if eq (toString .A "b" }}x{{ end }}', '{{ if eq (toString .A "b" }} is not complete'],
  ['%%[IF A == "b" THEN]%%%%[FOR @i = 1 TO 2 DO]%%%%[NEXT @i]%%%%[ENDIF]%%', undefined],
  ['[if:a=b]x[endif]<#list a as b></#list>{if $a}{/if}[% IF a %][% END %]<% if (a) { %><% } %>', undefined],
  ['{{/each}}', '{{/each}} closes nothing'],
])('the checker reads %s', (page, expected) => {
  expect(findUnbalanced(page)).toBe(expected)
})

const documents: [name: string, document: EmailDocument][] = [
  ...starters.map(({ document, key }): [string, EmailDocument] => [key, canonical(document)]),
  ...Array.from({ length: runs(12) }, (_, at): [string, EmailDocument] => [
    `random ${at}`,
    readRows(randomEmail(at + 1).rows),
  ]),
]

describe('every tag is closed for', () => {
  test.each([...providers.values()].map((provider) => [provider.id, provider] as const))('%s', (_id, provider) => {
    for (const [name, document] of documents) {
      const { body, subject, text } = write(document, provider)
      expect([name, [body, text, subject].map(findUnbalanced)]).toEqual([name, [undefined, undefined, undefined]])
    }
  })
})

function canonical(source: unknown): EmailDocument {
  const read = readDocument(source, blockTypes)
  if (!('document' in read)) throw new Error(JSON.stringify(read.issues))
  return read.document
}
