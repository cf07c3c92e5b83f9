import {
  type ImportOutcome,
  type ImportTask,
  importEmail as read,
} from '../../surfaces/templates/template/importing/index.ts'

/** Converts an email in another format to a document. */
export function importEmail(task: ImportTask): ImportOutcome {
  return read(task)
}
