/** Creates a module from a row of a template, and optionally replaces the row with the first instance. */
import { type EmailDocument, type Row, extractFragment } from '../../../email/document/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import {
  authorize,
  changeTemplate,
  cleanDocument,
  findDocument,
  holdExternalId,
  loadDocument,
  withStored,
} from '../template/index.ts'
import { type Content, readFragment } from './content.ts'
import type { CreateModule, Module } from './contract.ts'
import { createModule, getModule } from './modules.ts'

/**
 * The content of a body with nodes; undefined if the body refers to a row of a template. VALIDATION_FAILED for both or
 * neither.
 */
export function readBody({
  node_id,
  nodes,
  replace,
  template_id,
  external_id: _,
  metadata: __,
  ...body
}: CreateModule): Content | undefined {
  const isTaken = template_id !== undefined || node_id !== undefined
  if (nodes !== undefined && isTaken) refuse('/nodes', 'Provide either nodes, or template_id and node_id.')
  if (nodes === undefined && template_id === undefined) refuse('/nodes', 'Provide nodes, or template_id and node_id.')
  if (nodes === undefined && node_id === undefined) refuse('/node_id', 'Required with template_id: the id of the row.')
  if (nodes !== undefined && replace === true) refuse('/replace', 'replace requires template_id.')
  if (nodes === undefined && (body.assets ?? body.translations) !== undefined) {
    refuse(
      body.assets === undefined ? '/translations' : '/assets',
      'Not allowed with template_id: the content comes from the template.',
    )
  }
  return nodes === undefined ? undefined : readFragment({ nodes, ...body })
}

/**
 * Creates the module. With `replace` the row of the template becomes an instance of it, with the same appearance; then it
 * fails like `authorize`, otherwise like `loadDocument`.
 */
export async function makeModule(
  db: Db,
  caller: Caller,
  { body, content }: { body: CreateModule; content: Content | undefined },
): Promise<Module> {
  const { name, node_id = '', replace = false, slots, template_id = '', external_id: externalId, metadata } = body
  const made = { name, externalId, metadata }
  if (content !== undefined) return getModule(db, caller, await createModule(db, caller, { ...made, content }))
  // Before the template is locked.
  await holdExternalId(db, caller, 'module', externalId)
  const authorized = replace ? await authorize(db, caller, template_id) : undefined
  const document =
    authorized === undefined
      ? (await loadDocument(db, caller, template_id)).document
      : ((await findDocument(db, caller.projectId, template_id)) ?? fail('TEMPLATE_NOT_FOUND'))
  const row = findRow(document, node_id, replace)
  const fragment = extractFragment(document, row)
  const id = await createModule(db, caller, {
    ...made,
    content: withStored(fragment, () => readFragment({ ...fragment, ...(slots === undefined ? {} : { slots }) })),
  })
  if (authorized !== undefined) {
    const use: Row = { id: row.id, type: 'module', ref: { id, version: 'latest' } }
    const rows = document.rows.map((each) => (each === row ? use : each))
    await changeTemplate(db, caller, authorized, {
      content: {
        document: withStored(document, () => cleanDocument({ ...document, rows })),
        source: authorized.source,
      },
      note: { kind: 'manual', message: 'Created a module from a row' },
    })
  }
  return getModule(db, caller, id)
}

function findRow({ rows }: EmailDocument, id: string, replace: boolean): Row {
  const row = rows.find((each) => each.id === id)
  if (row !== undefined) return row
  const inGroup = rows.flatMap((each) => (each.type === 'group' ? each.rows : [])).find((each) => each.id === id)
  if (inGroup === undefined)
    return refuse('/node_id', 'Not the id of a section, group or module instance of the template.')
  if (replace)
    refuse('/node_id', 'The row is in a group, which cannot contain modules: use the group, or omit replace.')
  return inGroup
}

function refuse(path: string, message: string): never {
  fail('VALIDATION_FAILED', { issues: [{ path, message }] })
}
