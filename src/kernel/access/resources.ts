/** Ownership of a resource, and the grants that protect it beyond the scope of the caller. */
export interface ResourceAccess {
  /** The owner of a row: for callers of other owners it does not exist (404). */
  owner: 'project' | 'company' | 'session' | 'public'
  /** The grants of templates and folders that apply, as a sentence for docs/access.md. */
  grants: string
}

const none = 'None: the scope decides.'

/** Every kind of resource that an operation reads or changes. */
export const resources = {
  template: {
    owner: 'project',
    grants:
      'Its own grants, then those of its parent folders. Without `view` the response is 404; below the level that the operation requires it is 403.',
  },
  folder: {
    owner: 'project',
    grants:
      'Its own grants, then those of its parent folders. Adding something to it requires `edit`; removing grants requires `manage`.',
  },
  permission: { owner: 'project', grants: 'Those of its template. Grants of folders need the scope `admin`.' },
  lock: { owner: 'project', grants: 'Those of its template.' },
  version: { owner: 'project', grants: 'Those of its template.' },
  review: {
    owner: 'project',
    grants:
      'Those of its template; to decide on it requires the role `reviewer`, or the level that the project demands of approvers, `publish` unless changed.',
  },
  review_link: { owner: 'project', grants: 'Those of its template. It can do no more than its creator may do now.' },
  comment: { owner: 'project', grants: 'Those of its template; to write one requires `comment`.' },
  release: { owner: 'project', grants: 'Those of its template; to publish it requires `publish`.' },
  module: {
    owner: 'project',
    grants:
      'To read it: none. To change its content or delete it: `edit` of every template that shows its latest version, also through other modules. To sync or detach instances: `edit` of each template.',
  },
  asset: {
    owner: 'project',
    grants: 'To read it: none. To delete it or replace its file: `edit` of every template that uses it.',
  },
  export: { owner: 'project', grants: '`view` of every template in it. Without it the response is 404.' },
  export_target: { owner: 'project', grants: none },
  connection: { owner: 'project', grants: none },
  push: { owner: 'project', grants: '`view` of its template. Without it the response is 404.' },
  webhook: {
    owner: 'project',
    grants:
      'It receives events of those templates that its owner may view when they are sent. The owner is the caller that last set its URL.',
  },
  delivery: {
    owner: 'project',
    grants: '`view` of every template that its event names. Without it the response is 404.',
  },
  job: {
    owner: 'project',
    grants:
      'The scope of its kind, and `view` of the templates it is about. It acts with the rights that its caller has when it runs.',
  },
  project: { owner: 'company', grants: none },
  api_key: { owner: 'project', grants: none },
  credits: { owner: 'company', grants: none },
  verification: { owner: 'project', grants: none },
  dmarc_domain: {
    owner: 'project',
    grants:
      'If its group has members: for accounts other than owners and admins, membership. Without it the response is 404.',
  },
  sample_recipient: { owner: 'project', grants: 'None: sample data belongs to no template.' },
  dmarc_group: { owner: 'project', grants: 'Those of its domains. Only the scope `admin` changes members.' },
  dmarc_report: { owner: 'project', grants: none },
  dmarc_mailbox: { owner: 'project', grants: none },
  amp_sender: { owner: 'project', grants: none },
  amp_preflight: { owner: 'project', grants: 'Of a template: `view` of it.' },
  installation: { owner: 'company', grants: 'None. Only for owners of the company that runs the installation.' },
  member: { owner: 'company', grants: 'None. Owners and admins change accounts, owners only by owners.' },
  account: { owner: 'company', grants: 'None. It is that of the session.' },
  session: {
    owner: 'session',
    grants: 'Those of the template of the session, as for the plugin user that the token names.',
  },
  input: { owner: 'public', grants: 'None: the operation works on its own request body.' },
  catalog: { owner: 'public', grants: 'None: every caller gets the same response.' },
} as const satisfies Record<string, ResourceAccess>

export type Resource = keyof typeof resources
