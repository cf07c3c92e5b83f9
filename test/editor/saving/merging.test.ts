import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type EmailDocument, type Operation, applyOperations, findNode } from '../../../src/email/document/index.ts'
import { chooseMine, mergeDocuments } from '../../../src/editor/saving/merging.ts'
import { welcomeEmail } from '../page/emails.ts'

const base = welcomeEmail()
const changed = (...operations: Operation[]): EmailDocument => {
  const applied = applyOperations(base, operations, blockTypes)
  if ('issues' in applied) throw new Error(JSON.stringify(applied.issues))
  return applied.document
}
const set = (id: string, props: Record<string, unknown>): Operation => ({ op: 'set', id, props })
const valueOf = (document: EmailDocument, id: string, prop: string) =>
  (findNode(document, id) as Record<string, unknown> | undefined)?.[prop]

describe('two versions of an email', () => {
  test('are merged without conflicts, and list conflicts part by part', () => {
    const mine = changed(set('go', { label: 'Mine', href: 'https://example.com/mine' }), set('title', { level: 2 }))
    const theirs = changed(set('go', { label: 'Theirs' }), { op: 'remove', id: 'pair' })
    const merge = mergeDocuments(base, mine, theirs)
    expect(merge.parts.map(({ id }) => id)).toEqual(['go'])
    expect(merge.parts[0]?.operations).toEqual([set('go', { label: 'Mine' })])
    expect(valueOf(merge.document, 'go', 'label')).toBe('Theirs')
    expect(valueOf(merge.document, 'go', 'href')).toBe('https://example.com/mine')
    expect(valueOf(merge.document, 'title', 'level')).toBe(2)
    expect(findNode(merge.document, 'pair')).toBeUndefined()
    expect(chooseMine(merge, new Set(), mine)).toEqual(merge.document)
    expect(valueOf(chooseMine(merge, new Set(['go']), mine), 'go', 'label')).toBe('Mine')
  })

  test('restore what others deleted, and delete what others changed, if the user chooses so', () => {
    const mine = changed(set('first', { style: { size: 20 } }), { op: 'remove', id: 'go' })
    const theirs = changed({ op: 'remove', id: 'first' }, set('go', { label: 'Theirs' }))
    const merge = mergeDocuments(base, mine, theirs)
    expect(new Set(merge.parts.map(({ id }) => id))).toEqual(new Set(['first', 'go']))
    const [first, go] = ['first', 'go'].map((id) => merge.parts.find((part) => part.id === id))
    expect([first?.theirs, go?.mine]).toEqual([undefined, undefined])
    const both = chooseMine(merge, new Set(['first', 'go']), mine)
    expect(valueOf(both, 'first', 'style')).toEqual({ size: 20 })
    expect(findNode(both, 'go')).toBeUndefined()
  })

  test('resolve email settings too, and restore a part whose position no longer exists', () => {
    const mine = changed(
      { op: 'settings', props: { meta: { subject: 'Mine' } } },
      set('first', { style: { size: 20 } }),
    )
    const theirs = changed({ op: 'settings', props: { meta: { subject: 'Theirs' } } }, { op: 'remove', id: 'pair' })
    const merge = mergeDocuments(base, mine, theirs)
    expect(merge.parts.map(({ id }) => id)).toContain(undefined)
    expect(merge.document.meta.subject).toBe('Theirs')
    const all = chooseMine(merge, new Set(merge.parts.map(({ id }) => id)), mine)
    expect(all.meta.subject).toBe('Mine')
    expect(valueOf(all, 'first', 'style')).toEqual({ size: 20 })
    expect(all.rows.length).toBe(3)
  })
})
