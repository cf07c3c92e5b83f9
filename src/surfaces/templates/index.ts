/**
 * The template surface: everything between a request about a template and its rows. Other surfaces load and save templates
 * through this module; the app mounts the routes, publishes the starters and schedules the purge of the trash.
 * Start at routes.ts, then template/, on which every other module of this surface builds.
 */
export { templateRoutes } from './routes.ts'
export { Done as AppliedOperationList, EditId, Operations as OperationList } from './editing/contract.ts'
export { applyEdit, documentAt, firstEdits } from './editing/editing.ts'
export { type EditIdentity, requireSameEdit, sentEdits } from './editing/rebase-edit.ts'
export { acceptRequest, declineRequest, requestLock, withdrawRequest } from './locks/handover.ts'
export { acquireLock, releaseLock } from './locks/locks.ts'
export { type FragmentInput, readFragment } from './modules/content.ts'
export { listTemplates } from './library/listing/listing.ts'
export { Assets as ModuleAssets, Translations as ModuleTranslations } from './modules/contract.ts'
export { createModule, listModules } from './modules/modules.ts'
export { type UserResult, changeAssetUsers } from './modules/asset-users/change-users.ts'
export { countUsers as countAssetUsers } from './modules/asset-users/store.ts'
export { deleteModulesOfUsers } from './modules/store.ts'
export { type PublishingMode, applyPublishingMode } from './releases/publishing-mode.ts'
export type { Release } from './releases/contract.ts'
export { type Publication, initialPublication, loadPublication } from './releases/publication.ts'
export {
  cancelRelease,
  listReleases,
  loadRelease,
  publish as publishTemplate,
  releaseTag,
  rollBackTemplate,
  unpublishTemplate,
} from './releases/releases.ts'
export { type DraftApproval, initialApproval, loadApproval } from './reviews/requests/approval.ts'
export type { Review } from './reviews/requests/contract.ts'
export { decideReview } from './reviews/requests/decisions.ts'
export { cancelReview, requestReview } from './reviews/requests/reviews.ts'
export { isCommentText } from './reviews/comments/contract.ts'
export {
  type GuestReview,
  commentByLink,
  decideByLink,
  noteReviewLinkOpened,
  openReviewLink,
  renderReviewed,
} from './reviews/links/guest.ts'
export { restoreVersion } from './versions/restore.ts'
export { listVersions, loadVersion, updateVersion, versionTag } from './versions/versions.ts'
export { templateJobs } from './template-jobs.ts'
export { type Thumbnails, createThumbnails, purgeThumbnails } from './thumbnail/thumbnails.ts'
export { starterImages, starters } from './starters/index.ts'
export {
  type AssetUse,
  type Content,
  type LintTask,
  Locale,
  type ContentInput,
  DocumentBody,
  DocumentView,
  type LiquidTask,
  type Modules,
  type NewTemplate,
  RenderReport,
  type SentEdit,
  type Starter,
  Template,
  type TemplateChanges,
  TemplateParams,
  TemplateType,
  type TemplateVisibility,
  type VersionChoice,
  VersionInBody,
  authorize,
  changeTemplate,
  type Markup,
  type ReadContentOutcome,
  type ReadContentTask,
  checkContentSize,
  checkSendable,
  cleanDocument,
  cleanMarkup,
  cleaners,
  countAssetUses,
  createTemplate,
  renderExpanded,
  renderTemplate,
  emptyDocument,
  eraseTemplatesOfUsers,
  type DocumentRenderOptions,
  expandDocument,
  findEdit,
  holdExternalId,
  importContent,
  importForm,
  importPlace,
  isOwnLock,
  lockAgainst,
  lockOf,
  lockRequestOf,
  lintNow,
  maySeeTemplates,
  namesOpenTemplate,
  renderDocument,
  loadDocument,
  RecipientInQuery,
  listRecipientNames,
  loadModules,
  loadRecipient,
  loadSendable,
  loadTemplate,
  noModules,
  pageAssetUses,
  selectTextsWithQuery,
  createThumbnailLinks,
  presentTemplate,
  publicTemplateId,
  publishStarters,
  purgeTrash,
  repairGuards,
  readContentApart,
  readContentNow,
  readContent,
  recordEdit,
  refuseDocument,
  runRenderTask,
  requireAccess,
  requireEditOfAssetUsers,
  requireFreeExternalId,
  requireModules,
  selectFolderLines,
  selectGuardIds,
  selectRestricted,
  selectTemplateStates,
  templateVisibility,
  visibleGuards,
  visibleTemplateIds,
  wantsAmp,
  withCheckedAmp,
  type SignImageUrls,
  withSignedImages,
  documentErrors,
  editErrors,
  withCleaned,
} from './template/index.ts'
