/** Mail programs that an email is written for as a draft. None of them fills in fields, so data or samples stand there. */
export interface MailClient {
  id: string
  name: string
  /** What the file is called, without a dot. */
  extension: 'eml' | 'emltpl'
  /** Whether what the Gmail API takes for a draft comes with it. */
  isGmail?: true
  /** How it becomes a draft there. */
  notes: string
}

const opensDraft = 'Open the file: X-Unsent makes it a draft.'

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
  { id: 'outlook-mac', name: 'Outlook for Mac', extension: 'emltpl', notes: 'Open the file: it is a new message.' },
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

/** Every mail program that can be the target of format eml, by its id. */
export const clients: ReadonlyMap<string, MailClient> = new Map(rows.map((client) => [client.id, client]))
