import { type Static, Type } from '@sinclair/typebox'
import {
  GivenName,
  Instant,
  Name,
  Nullable,
  closed,
  idOf,
  literals,
  pageOf,
  pageQuery,
  sortBy,
  shownOnce,
} from '../../../kernel/schema/index.ts'
import { ApiKey, ApiKeyOnce, CreateApiKey } from '../api-keys/contract.ts'
import { plans } from '../companies.ts'
import {
  EndUsers,
  GivenOrigins,
  Project,
  ProjectLimits,
  SetProjectLimits,
  exampleProject,
  exampleSecret,
  projectMembers,
} from '../credentials/contract.ts'

const companyId = 'com_01kah3zqpfx9y8w7v6t5s4r3q2'
const [exampleKey] = ApiKey.examples as unknown[]
const [exampleKeyOnce] = ApiKeyOnce.examples as unknown[]

export const ListProjects = closed({ ...pageQuery, sort: sortBy('created_at', '-created_at') })
export type ListProjects = Static<typeof ListProjects>

export const ProjectPage = pageOf(Project, { title: 'ProjectPage' })
export type ProjectPage = Static<typeof ProjectPage>

export const CreateProject = closed(
  {
    name: GivenName,
    allowed_origins: Type.Optional(GivenOrigins),
    end_users: Type.Optional(EndUsers),
    limits: Type.Optional(SetProjectLimits),
    api_key: Type.Optional({
      ...Type.Partial(CreateApiKey),
      title: 'FirstApiKey',
      description: 'The first API key of the project. Its name is `Default` and it has all scopes unless given.',
      examples: [{ name: 'Storefront', scopes: ['templates:read', 'exports'] }],
    }),
  },
  { title: 'CreateProject', examples: [{ name: 'Storefront', allowed_origins: ['https://app.example.com'] }] },
)
export type CreateProject = Static<typeof CreateProject>

export const ProjectOnce = closed(
  {
    ...projectMembers,
    secret_key: shownOnce({
      description:
        'The Secret Key of the plugin credentials, shown this once. It belongs on your server, never into a browser.',
      examples: [exampleSecret],
    }),
    api_key: ApiKeyOnce,
  },
  {
    title: 'ProjectOnce',
    examples: [{ ...exampleProject, secret_key: exampleSecret, api_key: exampleKeyOnce }],
  },
)
export type ProjectOnce = Static<typeof ProjectOnce>

export const CurrentKey = closed(
  {
    project: closed({ id: projectMembers.id, name: Name, plugin_id: projectMembers.plugin_id }),
    company: closed({ id: idOf('company', { examples: [companyId] }), name: Name }),
    plan: literals(plans, { description: 'Plan of the company.' }),
    api_key: ApiKey,
    valid_until: Nullable({
      ...Instant,
      description:
        'From then on the key of this request is refused: its expiry, or the end of the grace period if it was rotated. Null: never.',
    }),
    limits: ProjectLimits,
  },
  {
    title: 'CurrentKey',
    examples: [
      {
        project: { id: exampleProject.id, name: exampleProject.name, plugin_id: exampleProject.plugin_id },
        company: { id: companyId, name: 'Acme' },
        plan: 'enterprise',
        api_key: exampleKey,
        valid_until: null,
        limits: exampleProject.limits,
      },
    ],
  },
)
export type CurrentKey = Static<typeof CurrentKey>

export const Deleted = Type.Undefined({ description: 'Deleted.' })
