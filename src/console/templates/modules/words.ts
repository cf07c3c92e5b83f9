import { createSectionWords } from '../../parts/index.ts'

/** Texts of the section of modules, in English. */
export const words = createSectionWords({
  title: 'Modules',
  about:
    'Parts that several emails show, such as a header or a footer. A new version reaches every email that follows the latest one.',
  search: 'Search names',
  list: 'Modules',
  name: 'Name',
  uses: 'Used',
  usesCount: { one: '{count} time', other: '{count} times' },
  unused: 'Not used',
  version: 'Version',
  changed: 'Changed',
  size: 'Size',
  none: 'No module yet',
  noneText:
    'Open a template, select a section, and choose “Save as module”. Emails that follow a module change with it.',
  toTemplates: 'Open the templates',
  noMatch: 'No module matches',
  showAll: 'Show all modules',
  details: 'Details',
  preview: 'Preview of {name}',
  facts: 'Version {version}, {size}, changed {date} by {author}',
  usedIn: 'Used in',
  noUses: 'No template or module that you may see uses it.',
  times: { one: '', other: '{count} times' },
  latest: 'follows the latest version',
  pinned: 'stays at version {version}',
  mixed: 'different versions',
  'use.template': 'Template',
  'use.module': 'Module',
  save: 'Save',
  saved: '“{name}” was saved',
  close: 'Close',
  delete: 'Delete',
  deleteTitle: 'Delete “{name}”?',
  deleteUnused: 'No email uses it. The module is deleted for good.',
  deleteUsed: {
    one: 'One email or module uses it. The part stays there as ordinary blocks that look the same, and no longer changes with the module. The module is deleted for good.',
    other:
      'It is used {count} times. The parts stay there as ordinary blocks that look the same, and no longer change with the module. The module is deleted for good.',
  },
  detach: 'Delete, keep the blocks',
  deleted: '“{name}” was deleted',
  deleting: '“{name}” is used in many emails; it disappears when all of them are changed',
})
