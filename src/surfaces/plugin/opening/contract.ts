import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import { closed, looseReferenceTo } from '../../../kernel/schema/index.ts'
import { TokenRights } from '../rights.ts'

const examplePlugin = `svc_pk_${'0123456789abcdef'.repeat(3)}`
const exampleSession = `ses_${'0123456789abcdef'.repeat(3)}`
const exampleTime = 1_795_255_200_000

const noControls = '^[^\\u0000-\\u001f\\u007f]*$'

export const InitSession = closed(
  {
    pluginId: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Plugin ID of the token.',
      examples: [examplePlugin],
    }),
    emailId: Type.String({
      minLength: 1,
      maxLength: limits.emailIdLength,
      pattern: noControls,
      description:
        'The email: a template id, or an id of your application, which is the external id of the template. The first save ' +
        'under your own id creates a template with it.',
      examples: ['campaign-42'],
    }),
    startFrom: Type.Optional(
      looseReferenceTo('template', {
        description: 'Template, your own or public, whose content a new email starts with.',
        examples: ['tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'],
      }),
    ),
    seat: Type.Optional(
      Type.String({
        pattern: '^[\\w-]{8,64}$',
        description: 'Distinguishes windows of the same user for the edit lock; default a new id.',
      }),
    ),
  },
  { title: 'InitSession', examples: [{ pluginId: examplePlugin, emailId: 'campaign-42' }] },
)
export type InitSession = Static<typeof InitSession>

const opened = {
  sessionId: Type.String({
    description: 'Opens the session together with a token of the same user.',
    examples: [exampleSession],
  }),
  expiresAt: Type.Integer({ description: 'Milliseconds since the Unix epoch.', examples: [exampleTime] }),
}

export const EditorSession = closed(
  {
    ...opened,
    rights: TokenRights,
    editorUrl: Type.String({
      description:
        '`src` of an iframe that opens this session without the SDK, in a page of an allowed origin. The URL fragment is ' +
        'a secret: it allows editing this email as this user until the session ends.',
      examples: ['http://localhost:3009/editor?pluginId=svc_pk_…#session=ses_…&expires=1795255200000&token=…'],
    }),
  },
  { title: 'EditorSession' },
)
export type EditorSession = Static<typeof EditorSession>

export const RefreshedSession = closed(
  {
    ...opened,
    token: Type.Optional(
      Type.String({
        description: 'Token of the new session, if the request came from an iframe with `editorUrl`.',
        examples: ['eyJwbHVnaW5JZCI6…'],
      }),
    ),
  },
  { title: 'RefreshedEditorSession' },
)
export type RefreshedSession = Static<typeof RefreshedSession>
