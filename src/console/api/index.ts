/**
 * The API as the console calls it, and its types, which are those of the TypeScript client. Nothing else of the console sends
 * requests. Start at api.ts.
 */
export { type Api, ApiFailure, type EditorToken, type Query, type RequestOptions, createApi } from './api.ts'
export type {
  ApiKey,
  ApiKeyOnce,
  Batch,
  BatchEstimate,
  BatchSummary,
  BatchUploaded,
  BatchUploadedParseInfo,
  BlacklistCheck,
  BlacklistCheckHitsItem,
  CreditUsage,
  Delivery,
  DeliveryAttempt,
  DeliveryWithPayload,
  EventTypes,
  FoundEmail,
  InfrastructureCheck,
  InfrastructureFinding,
  PageInfo,
  PluginCredentials,
  PluginCredentialsOnce,
  Project,
  ProjectOnce,
  Recovery,
  SpamTrapAnalysis,
  Template,
  TemplateFilterCounts,
  TemplatePage,
  TemplateSearchPage,
  VerificationResult,
  VerificationResultEvidenceItem,
  Webhook,
  WebhookOnce,
} from '../../../sdk/typescript/src/index.ts'
