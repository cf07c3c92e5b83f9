import { type ErrorEntry, entry } from '../entry.ts'

/** Projects and their keys. */
export const projectErrors = {
  PROJECT_NOT_FOUND: entry(404, 'validation', false, 'Project not found', 'Check the id.'),
  OWN_PROJECT: entry(
    409,
    'validation',
    true,
    'An API key cannot delete its own project',
    'Use an API key of another project of the company with the scope admin; POST /projects creates one.',
  ),
  KEY_NOT_FOUND: entry(404, 'validation', false, 'API key not found', 'Check the id.'),
  NAME_TAKEN: entry(409, 'validation', true, 'The name is already in use', 'Choose another name.'),
  LIMIT_REACHED: entry(
    409,
    'validation',
    true,
    'Limit reached',
    'Delete what is no longer needed; see the limit in detail.',
  ),
} satisfies Record<string, ErrorEntry>
