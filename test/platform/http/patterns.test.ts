import { Type } from '@sinclair/typebox'
import { expect, test } from 'bun:test'
import { checkOf, readIssues } from '../../../src/kernel/validation/index.ts'
import { VersionInQuery } from '../../../src/surfaces/templates/template/contract.ts'
import { Name, givenExternalMembers, idOf } from '../../../src/kernel/schema/index.ts'

const noControls = '[^\\u0000-\\u001f\\u007f]*'

test.each([
  ['an id of another kind', idOf('folder'), 'tpl_1', 'Must be an id that starts with fld_.'],
  ['a name with a tab', Name, 'a\tb', 'Must not contain control characters.'],
  [
    'a name of spaces',
    Type.String({ pattern: `^${noControls}[^\\s\\u0000-\\u001f\\u007f]${noControls}$` }),
    '  ',
    'Must not be blank or contain control characters.',
  ],
  [
    'an external id that begins like a reference',
    givenExternalMembers.external_id,
    'ext:welcome',
    'Must not start with ext:, have the form of an id of this service (such as tpl_…), or contain control characters.',
  ],
  ['the version of a template', VersionInQuery, 'latest', 'Must be written like published or draft or 7.'],
  [
    'a change of nothing',
    Type.Object({ name: Type.Optional(Type.String()), data: Type.Optional(Type.Object({})) }, { minProperties: 1 }),
    {},
    'Needs at least one of the members name, data.',
  ],
  [
    'a list without names',
    Type.Record(Type.String(), Type.String(), { minProperties: 1 }),
    {},
    'Needs at least 1 member.',
  ],
  [
    'a colour by name',
    Type.String({ pattern: '^[0-9a-f]{6}$', examples: ['ffffff'] }),
    'white',
    'Must be written like ffffff.',
  ],
  [
    'what may be written in two ways',
    Type.String({ pattern: '^(current|\\d+)$', examples: ['current', '7'] }),
    '-1',
    'Must be written like current or 7.',
  ],
])('%s is told what it should be, without a regular expression', (_, schema, given, message) => {
  expect(readIssues(checkOf(schema).Errors(given))).toEqual([{ path: '', message }])
})
