/**
 * An email client for which an email is written as a draft. No client fills in fields, so the draft contains data or
 * samples.
 */
export interface MailClient {
  id: string
  name: string
  /** File extension without the dot. */
  extension: 'eml' | 'emltpl'
  /** True if the export also contains a draft for the Gmail API. */
  isGmail?: true
  /** Instructions to create the draft in the client. */
  notes: string
}

const opensDraft = 'Open the file; the X-Unsent header makes it a draft.'

const rows: readonly MailClient[] = [
  {
    id: 'apple-mail',
    name: 'Apple Mail',
    extension: 'eml',
    notes: 'Open the file, then choose Message → Send Again, which creates a draft.',
  },
  {
    id: 'em-client',
    name: 'eM Client',
    extension: 'eml',
    notes: 'Drag the file into Drafts.',
  },
  {
    id: 'evolution',
    name: 'GNOME Evolution',
    extension: 'eml',
    notes: 'File → Import, into Drafts or Templates.',
  },
  {
    id: 'gmail',
    name: 'Gmail',
    extension: 'eml',
    isGmail: true,
    notes: 'The .json is the body of users.drafts.create of the Gmail API; Gmail itself imports no files.',
  },
  {
    id: 'outlook-mac',
    name: 'Outlook for Mac',
    extension: 'emltpl',
    notes: 'Open the file; it opens as a new message.',
  },
  { id: 'outlook-new', name: 'New Outlook for Windows', extension: 'eml', notes: opensDraft },
  {
    id: 'outlook-windows',
    name: 'Outlook for Windows (classic)',
    extension: 'eml',
    notes: `${opensDraft} No .oft file is created.`,
  },
  { id: 'roundcube', name: 'Roundcube', extension: 'eml', notes: 'Import the file into Drafts.' },
  {
    id: 'thunderbird',
    name: 'Mozilla Thunderbird',
    extension: 'eml',
    notes: 'Move the file to Templates or Drafts, or open it and choose Edit as New Message.',
  },
  { id: 'zimbra', name: 'Zimbra', extension: 'eml', notes: 'Import the file into Drafts.' },
]

/** All targets of the format eml, by id. */
export const clients: ReadonlyMap<string, MailClient> = new Map(rows.map((client) => [client.id, client]))
