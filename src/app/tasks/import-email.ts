import {
  type ImportOutcome,
  type ImportTask,
  importEmail as read,
} from '../../surfaces/templates/template/importing/index.ts'

/** Reads an email in another form than a document. */
export function importEmail(task: ImportTask): ImportOutcome {
  return read(task)
}
